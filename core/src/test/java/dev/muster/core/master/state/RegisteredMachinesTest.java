package dev.muster.core.master.state;

import static dev.muster.core.fake.Jobs.size;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.cell.CellEntry.MachineJoined;
import dev.muster.core.event.MasterEntry.MachineRegistered;
import dev.muster.core.event.MasterEntry.NodesDied;
import dev.muster.core.event.SchedulerEvent.Machine;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class RegisteredMachinesTest {

  private final RegisteredMachines cell = new RegisteredMachines();

  @Test
  void machinesComeInTheOrderOfTheirNumbersWheneverTheyJoined() {
    cell.apply(new MachineRegistered(9, size(1, 1)));
    cell.apply(new MachineRegistered(2, size(2, 2)));
    cell.apply(new MachineRegistered(5, size(3, 3)));

    assertThat(cell.machines()).extracting(Machine::node).containsExactly(2, 5, 9);
    assertThat(cell.size()).isEqualTo(3);
  }

  @Test
  void aMachineJoinsIfItsNumberIsWithinTheLimitAndItHasNotLessThanNothing() {
    assertThat(RegisteredMachines.accepts(MachineJoined.MAX_MACHINES - 1, size(0, 0))).isTrue();
    assertThat(RegisteredMachines.accepts(MachineJoined.MAX_MACHINES, size(1, 1))).isFalse();
    assertThat(RegisteredMachines.accepts(-1, size(1, 1))).isFalse();
    assertThat(RegisteredMachines.accepts(0, size(1, 1).with("gpu", -1))).isFalse();
  }

  @Test
  void theVersionGrowsWithEveryChange() {
    assertThat(cell.version()).isZero();
    cell.apply(new MachineRegistered(0, size(1, 1)));
    cell.apply(new MachineRegistered(0, size(2, 1)));

    assertThat(cell.version()).isEqualTo(2);
  }

  @Test
  void theLargestIsTakenOfEachResourceByItselfAndShrinksWithItsMachine() {
    cell.apply(new MachineRegistered(0, size(8, 1)));
    cell.apply(new MachineRegistered(1, size(1, 8)));
    assertThat(cell.largest()).isEqualTo(size(8, 8));
    cell.apply(new MachineRegistered(0, size(2, 1)));

    assertThat(cell.largest()).isEqualTo(size(2, 8));
  }

  @Test
  void onlyAnotherCapacityIsAChange() {
    assertThat(cell.differs(0, 1, size(1, 1), Map.of())).isTrue();
    cell.apply(new MachineRegistered(0, size(1, 1)));

    assertThat(cell.differs(0, 1, size(1, 1), Map.of())).isFalse();
    assertThat(cell.differs(0, 1, size(1, 2), Map.of())).isTrue();
    assertThat(cell.differs(1, 1, size(1, 1), Map.of())).isTrue();
  }

  @Test
  void anEpochThatWasDeclaredDeadDoesNotJoinAgain() {
    cell.apply(new MachineRegistered(0, 3, size(1, 1), Map.of()));
    assertThat(cell.apply(new NodesDied(List.of(0), List.of(3)))).containsExactly(0);

    assertThat(cell.apply(new MachineRegistered(0, 3, size(1, 1), Map.of()))).isFalse();
    assertThat(cell.has(0)).isFalse();
    assertThat(cell.apply(new MachineRegistered(0, 4, size(1, 1), Map.of()))).isTrue();
    assertThat(cell.has(0)).isTrue();
  }
}
