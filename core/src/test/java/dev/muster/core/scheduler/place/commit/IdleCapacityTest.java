package dev.muster.core.scheduler.place.commit;

import static dev.muster.core.fake.Jobs.UNIT;
import static dev.muster.core.fake.Jobs.size;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.cell.CellEntry.MachineJoined;
import dev.muster.core.cell.CellEntry.MachineLeft;
import dev.muster.core.cell.DeltaBuffer;
import dev.muster.core.cell.PartitionDelta;
import dev.muster.core.cell.Site;
import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.core.master.state.cell.CellRules;
import dev.muster.core.master.state.cell.CellState;
import dev.muster.core.scheduler.place.View;
import dev.muster.model.Resources;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Four machines of 4 cpus and 8 GiB; the last has left. */
final class IdleCapacityTest {

  private final CellState cell = new CellState(CellRules.standard());
  private final Replica copy = new Replica();

  @BeforeEach
  void join() {
    for (int machine = 0; machine < 4; machine++) {
      cell.apply(new MachineJoined(machine, size(4, 8), new Site(0, 0, 0)));
    }
    cell.apply(new MachineLeft(3));
    var delta = new DeltaBuffer();
    cell.fillDelta(PartitionDelta.NEVER, 0, delta);
    copy.apply(delta, 0);
  }

  private static View nodes(int... numbers) {
    return new View(
        1, IntStream.of(numbers).mapToObj(node -> new Machine(node, size(4, 8))).toList());
  }

  private IdleCapacity idle(View part, Resources need) {
    return IdleCapacity.of(copy, part, need);
  }

  @Test
  void anEmptyCellIsIdleAsFarAsItsMachinesAreThere() {
    assertThat(idle(nodes(0, 1, 2, 3), UNIT))
        .isEqualTo(new IdleCapacity(12, size(12, 24), Resources.NONE, UNIT));
  }

  @Test
  void roomIsCountedWhereTasksMayRunAndUseEverywhere() {
    copy.claim(0, size(3, 3));
    copy.claim(1, size(4, 4));

    assertThat(idle(nodes(0, 1), UNIT))
        .isEqualTo(new IdleCapacity(1, size(12, 24), size(7, 7), UNIT));
    assertThat(idle(nodes(2), UNIT).tasks()).isEqualTo(4);
  }

  @Test
  void whatIsLeftOverOnSeveralMachinesMakesNoRoomTogether() {
    assertThat(idle(nodes(0, 1, 2), size(3, 3)).tasks()).isEqualTo(3);
    assertThat(idle(nodes(0, 1, 2), size(1, 5)).tasks()).as("memory is short").isEqualTo(3);
    assertThat(idle(nodes(0, 1, 2), size(5, 1)).tasks()).isZero();
  }

  @Test
  void whatNeedsNothingFitsOftenButNotWithoutEnd() {
    assertThat(idle(nodes(0, 1), Resources.NONE).tasks()).isEqualTo(2L * Integer.MAX_VALUE);
  }

  @Test
  void aShareOfTheCellIsSoonUsedUp() {
    copy.claim(0, size(4, 4));
    var idle = idle(nodes(0, 1, 2), UNIT);
    assertThat(idle.tasksBelow(0.5)).as("6 of 12").isEqualTo(2);
    assertThat(idle.tasksBelow(0.25)).isZero();
    assertThat(idle.tasksBelow(1)).isEqualTo(8);
  }
}
