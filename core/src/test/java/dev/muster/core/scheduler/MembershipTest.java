package dev.muster.core.scheduler;

import static dev.muster.core.fake.Jobs.size;
import static dev.muster.core.scheduler.SchedulerCell.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.event.MasterEvent.GetMachines;
import dev.muster.core.event.NodeEvent.EnqueueReservation;
import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.core.event.SchedulerEvent.MachinesChanged;
import dev.muster.core.fake.Effect.Send;
import dev.muster.core.fake.Jobs;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.model.JobSpec;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How a scheduler with nodes 0 and 1, of version 1, learns what changes. */
final class MembershipTest {

  private static final JobSpec FOUR = Jobs.job(4);

  private final SchedulerCell cell = new SchedulerCell(2);

  private RecordingEffects changed(long from, long version, int joined, Integer... left) {
    var machine = new Machine(joined, size(4, 4));
    return cell.scheduler.tell(new MachinesChanged(from, version, List.of(machine), List.of(left)));
  }

  /** The nodes at which a new job reserves. */
  private List<Integer> reservedAt() {
    return cell.plan(9, FOUR).only(Send.class).stream()
        .filter(send -> send.event() instanceof EnqueueReservation)
        .map(send -> send.to().index())
        .distinct()
        .sorted()
        .toList();
  }

  @Test
  void changesOfTheVersionThatIsKnownAreApplied() {
    assertThat(changed(1, 2, 2, 0).sent(GetMachines.class)).isEmpty();

    assertThat(reservedAt()).containsExactly(1, 2);
  }

  @Test
  void afterAGapTheSchedulerAsksForWhatItMissed() {
    var asked = changed(3, 4, 3, 1);

    assertThat(asked.sent(GetMachines.class))
        .containsExactly(new GetMachines(SchedulerCell.SELF, 1, 0));
    assertThat(reservedAt()).as("nothing has changed").containsExactly(0, 1);
    changed(1, 4, 3, 0, 1);
    assertThat(cell.plan(10, FOUR).sentTo(node(3))).as("all of it").hasSize(8);
  }

  @Test
  void changesOfAnEarlierVersionAreStale() {
    changed(1, 3, 2, 0);

    assertThat(changed(1, 2, 0, 1).all()).isEmpty();
    assertThat(changed(2, 3, 0, 1).all()).isEmpty();
    assertThat(reservedAt()).containsExactly(1, 2);
  }
}
