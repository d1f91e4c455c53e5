package dev.muster.core.master.state;

import static dev.muster.core.fake.Jobs.size;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.cell.CellEntry.MachineJoined;
import dev.muster.core.event.SchedulerEvent.Machine;
import org.junit.jupiter.api.Test;

final class RegisteredMachinesTest {

  private final RegisteredMachines cell = new RegisteredMachines();

  @Test
  void machinesComeInTheOrderOfTheirNumbersWheneverTheyJoined() {
    cell.put(new Machine(9, size(1, 1)));
    cell.put(new Machine(2, size(2, 2)));
    cell.put(new Machine(5, size(3, 3)));

    assertThat(cell.machines()).extracting(Machine::node).containsExactly(2, 5, 9);
    assertThat(cell.size()).isEqualTo(3);
  }

  @Test
  void aMachineJoinsIfItsNumberIsWithinTheLimitAndItHasNotLessThanNothing() {
    assertThat(cell.accepts(new Machine(MachineJoined.MAX_MACHINES - 1, size(0, 0)))).isTrue();
    assertThat(cell.accepts(new Machine(MachineJoined.MAX_MACHINES, size(1, 1)))).isFalse();
    assertThat(cell.accepts(new Machine(-1, size(1, 1)))).isFalse();
    assertThat(cell.accepts(new Machine(0, size(1, 1).with("gpu", -1)))).isFalse();
  }

  @Test
  void theVersionGrowsWithEveryChange() {
    assertThat(cell.version()).isZero();
    cell.put(new Machine(0, size(1, 1)));
    cell.put(new Machine(0, size(2, 1)));

    assertThat(cell.version()).isEqualTo(2);
  }

  @Test
  void theLargestIsTakenOfEachResourceByItselfAndShrinksWithItsMachine() {
    cell.put(new Machine(0, size(8, 1)));
    cell.put(new Machine(1, size(1, 8)));
    assertThat(cell.largest()).isEqualTo(size(8, 8));
    cell.put(new Machine(0, size(2, 1)));

    assertThat(cell.largest()).isEqualTo(size(2, 8));
  }

  @Test
  void onlyAnotherCapacityIsAChange() {
    assertThat(cell.differs(new Machine(0, size(1, 1)))).isTrue();
    cell.put(new Machine(0, size(1, 1)));

    assertThat(cell.differs(new Machine(0, size(1, 1)))).isFalse();
    assertThat(cell.differs(new Machine(0, size(1, 2)))).isTrue();
    assertThat(cell.differs(new Machine(1, size(1, 1)))).isTrue();
  }
}
