package dev.muster.core.scheduler.place.partitioned;

import static dev.muster.core.fake.Jobs.job;
import static dev.muster.core.fake.Jobs.size;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.event.MasterEvent.CommitTransaction;
import dev.muster.core.event.MasterEvent.GetCellDelta;
import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.core.fake.Effect;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.scheduler.CommitCell;
import dev.muster.core.scheduler.place.ThinkTime;
import dev.muster.core.scheduler.place.commit.CommitConfig;
import dev.muster.core.scheduler.place.commit.Refresh;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** One scheduler of partitioned jobs, and one machine with room for two tasks. */
final class ReplicaRefreshTest {

  private static final long GAP = Refresh.standard().gapNs();

  private final CommitCell cell = CommitCell.of(CommitConfig.standard(), size(2, 2));

  private static boolean ticksOn(RecordingEffects out) {
    return out.only(Effect.WakeAt.class).stream()
        .anyMatch(one -> one.timer().toString().equals("REFRESH"));
  }

  private static boolean asks(RecordingEffects out) {
    return !out.sent(GetCellDelta.class).isEmpty();
  }

  @Test
  void itStopsALittleAfterTheLastStageIsPlacedAndStartsAgainWithTheNext() {
    cell.judged(0, cell.told(0, cell.planPartitioned(0, 1, job(1))));
    for (int gap = 1; gap <= 3; gap++) {
      var tick = cell.refreshAfter(0, GAP);
      assertThat(asks(tick) && ticksOn(tick)).as("%s gaps after the last stage", gap).isTrue();
      cell.told(0, tick);
    }

    var last = cell.refreshAfter(0, GAP);
    assertThat(asks(last)).as("nobody needs news").isFalse();
    assertThat(ticksOn(last)).isFalse();

    var next = cell.planPartitioned(0, 2, job(1));
    assertThat(ticksOn(next)).isTrue();
    assertThat(next.sent(CommitTransaction.class)).as("the copy is old by now").isEmpty();
    assertThat(next.sent(GetCellDelta.class).getFirst().partitions()).as("all of it").isEmpty();
    assertThat(cell.told(0, next).sent(CommitTransaction.class)).hasSize(1);
    assertThat(asks(cell.refreshAfter(0, GAP))).isTrue();
  }

  @Test
  void aStageThatComesInTimeNeedNotWaitForNews() {
    cell.judged(0, cell.told(0, cell.planPartitioned(0, 1, job(1))));
    cell.told(0, cell.refreshAfter(0, 3 * GAP));

    var next = cell.planPartitioned(0, 2, job(1));
    assertThat(next.sent(CommitTransaction.class)).hasSize(1);
    cell.judged(0, next);
    assertThat(asks(cell.refreshAfter(0, 3 * GAP))).as("it counts from that stage on").isTrue();
  }

  @Test
  void aDeltaFromBeforeTheRefreshesBeganIsNotFreshEnough() {
    cell.judged(0, cell.told(0, cell.plan(0, 1, job(1))));

    var next = cell.planPartitioned(0, 2, job(1));
    assertThat(next.sent(CommitTransaction.class)).isEmpty();
    assertThat(next.sent(GetCellDelta.class).getFirst().partitions()).as("all").isEmpty();
  }

  @Test
  void aDeltaOfSomePartitionsDoesNotMakeTheReplicaFresh() {
    var config = CommitConfig.standard().with(Refresh.standard().withSchedulers(2));
    var machines =
        new Machine[] {
          new Machine(0, size(2, 2), Map.of("partition", "a")),
          new Machine(1, size(2, 2), Map.of("partition", "b"))
        };
    var two = new CommitCell(1, config, ThinkTime.NONE, machines);
    var committed = two.told(0, two.plan(0, 1, job(1)));
    two.planPartitioned(0, 2, job(1));
    var tick = two.refreshAfter(0, config.refresh().stepNs());
    assertThat(tick.sent(GetCellDelta.class).getFirst().partitions()).hasSize(1);
    two.told(0, tick);

    var next = two.judged(0, committed);
    assertThat(next.sent(CommitTransaction.class)).isEmpty();
    assertThat(next.sent(GetCellDelta.class).getFirst().partitions()).as("all").isEmpty();
  }

  @Test
  void itGoesOnForAsLongAsAStageFindsNoRoom() {
    cell.judged(0, cell.told(0, cell.planPartitioned(0, 1, job(3))));
    for (int gap = 0; gap < 10; gap++) {
      var tick = cell.refreshAfter(0, GAP);
      assertThat(asks(tick) && ticksOn(tick)).isTrue();
      cell.told(0, tick);
    }
  }
}
