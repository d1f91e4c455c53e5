package dev.muster.core.scheduler.place.partitioned;

import static dev.muster.core.fake.Jobs.S;
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
import dev.muster.core.scheduler.place.Thinking;
import dev.muster.core.scheduler.place.Thinking.SearchOrder;
import dev.muster.core.scheduler.place.commit.CommitConfig;
import dev.muster.core.scheduler.place.commit.Refresh;
import dev.muster.core.scheduler.place.commit.Refresh.Order;
import dev.muster.core.scheduler.place.commit.Refresh.Preference;
import dev.muster.core.scheduler.place.partitioned.PartitionedStrategy.AdaptiveOrder;
import dev.muster.model.JobSpec;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two seconds are the bound. */
final class AdaptiveOrderTest {

  private static final Refresh REFRESH = Refresh.standard().withSchedulers(2);
  private static final int GOOD = 0;
  private static final int POOR = 1;

  private final AdaptiveOrder order = new AdaptiveOrder(REFRESH);

  private SearchOrder after(int times, long delayNs) {
    for (int i = 0; i < times; i++) {
      order.note(delayNs);
    }
    return order.now();
  }

  @Test
  void whereTasksWaitTooLongOfLateLatencyComesFirstUntilTheyNoLongerDo() {
    assertThat(after(0, 0)).isEqualTo(SearchOrder.QUALITY);
    assertThat(after(100, 19 * S / 10)).as("just below the bound").isEqualTo(SearchOrder.QUALITY);
    assertThat(after(100, 21 * S / 10)).as("just above").isEqualTo(SearchOrder.LATENCY);
    assertThat(after(1, 0)).as("one quick one").isEqualTo(SearchOrder.QUALITY);
    assertThat(after(1, 10 * S)).as("one slow one").isEqualTo(SearchOrder.LATENCY);
  }

  @ParameterizedTest
  @CsvSource({"QUALITY, QUALITY", "LATENCY, LATENCY", "ANYWHERE, ANYWHERE"})
  void theOthersKeepToTheirWay(Preference preference, SearchOrder order) {
    var steady = new AdaptiveOrder(REFRESH.with(preference));
    assertThat(steady.now()).isEqualTo(order);
    steady.note(1_000 * S);
    assertThat(steady.now()).isEqualTo(order);
  }

  @Test
  void afterALongWaitAPoorMachineHeardOfLastIsTakenAndAGoodOneAgainLater() {
    var cell =
        new CommitCell(
            1,
            CommitConfig.standard().with(REFRESH),
            ThinkTime.NONE,
            new Machine(GOOD, size(40, 40), Map.of("partition", "good", "score", "9")),
            new Machine(POOR, size(40, 40), Map.of("partition", "poor", "score", "1")));
    cell.judged(0, cell.told(0, cell.planPartitioned(0, 1, job(1))));
    hearLastOfThePoor(cell);
    var slow = cell.planPartitioned(0, 2, job(1));
    assertThat(machine(slow)).isEqualTo(GOOD);

    cell.refreshAfter(0, 60 * S);
    cell.judged(0, slow);
    hearLastOfThePoor(cell);
    var hasty = cell.planPartitioned(0, 3, job(1));
    assertThat(machine(hasty)).isEqualTo(POOR);

    cell.judged(0, hasty);
    for (int quick = 4; quick < 24; quick++) {
      cell.judged(0, cell.planPartitioned(0, quick, job(1)));
    }
    assertThat(machine(cell.planPartitioned(0, 24, job(1)))).isEqualTo(GOOD);
  }

  /**
   * The second job is seen when the scheduler has thought about the first for 3 s, or later. With
   * delays of 3 s and 6 s the average is 0.87 s, with 3 s twice 0.57 s.
   */
  @ParameterizedTest
  @CsvSource({"0, LATENCY", "1, QUALITY"})
  void whatIsSeenAsThinkingEndsMayHaveComeWhenItBegan(long laterNs, SearchOrder expected) {
    var bound = new Refresh(2, S / 2, Order.OWN, Preference.ADAPTIVE, 7 * S / 10, false);
    var cell =
        new CommitCell(
            1,
            CommitConfig.standard().with(bound),
            new SlowQuality(),
            new Machine(GOOD, size(40, 40)));
    var first = cell.told(0, cell.planPartitioned(0, 1, job(1)));

    cell.refreshAfter(0, SlowQuality.QUALITY_NS + laterNs);
    cell.planPartitioned(0, 2, job(1));
    var second = cell.judged(0, first);
    cell.refreshAfter(0, SlowQuality.QUALITY_NS);
    cell.planPartitioned(0, 3, job(1));
    var third = cell.judged(0, second);

    assertThat(second.only(Effect.Busy.class))
        .containsExactly(new Effect.Busy(SlowQuality.QUALITY_NS));
    assertThat(third.only(Effect.Busy.class))
        .containsExactly(new Effect.Busy(SlowQuality.ns(expected)));
  }

  private record SlowQuality() implements Thinking {

    static final long QUALITY_NS = 3 * S;

    static long ns(SearchOrder order) {
      return order == SearchOrder.QUALITY ? QUALITY_NS : S;
    }

    @Override
    public long ns(JobSpec job, long tasks) {
      return S;
    }

    @Override
    public long ns(JobSpec job, long tasks, SearchOrder order) {
      return ns(order);
    }
  }

  private static int machine(RecordingEffects committed) {
    return committed.sent(CommitTransaction.class).getFirst().transaction().machines()[0];
  }

  /** The partitions are refreshed in turn. */
  private static void hearLastOfThePoor(CommitCell cell) {
    List<Integer> asked = List.of();
    for (int step = 0; step < 3 && !asked.equals(List.of(POOR)); step++) {
      var tick = cell.refreshAfter(0, REFRESH.stepNs());
      asked = tick.sent(GetCellDelta.class).getFirst().partitions();
      cell.told(0, tick);
    }
    assertThat(asked).containsExactly(POOR);
  }
}
