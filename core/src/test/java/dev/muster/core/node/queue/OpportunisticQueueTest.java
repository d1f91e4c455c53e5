package dev.muster.core.node.queue;

import static dev.muster.core.fake.Jobs.S;
import static dev.muster.core.fake.Jobs.UNIT;
import static dev.muster.core.fake.Jobs.size;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Lifecycle;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.node.queue.QueuedTask.QueuedTaskState;
import dev.muster.model.Demand;
import dev.muster.model.Resources;
import dev.muster.model.Tier;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class OpportunisticQueueTest {

  private static final Lifecycle<QueuedTaskState> LIFECYCLE =
      new Lifecycle<>(QueuedTaskState.class);
  private static final int PICKS = 60_000;

  /** A thousandth of fair draws exceeds it, at two degrees of freedom. */
  private static final double CRITICAL = 13.8;

  private long arrivals;

  private QueuedTask task(long job, Resources need, long estimateNs, double weight) {
    long id = ++arrivals;
    var demand =
        Demand.of(need)
            .with(Tier.OPPORTUNISTIC)
            .withJob(job, 10 * job)
            .withEstimate(estimateNs)
            .withDrawWeight(weight);
    return new QueuedTask(LIFECYCLE, id, SchedulerEvent.at(2), id, 0, demand, null);
  }

  private QueuedTask task(long job) {
    return task(job, UNIT, S, 0);
  }

  private static OpportunisticQueue drawing() {
    return new OpportunisticQueue(OpportunisticQueue.Pick.WEIGHTED_RANDOM, Chance.of(5, "draws"));
  }

  private static OpportunisticQueue byAge() {
    return new OpportunisticQueue(OpportunisticQueue.Pick.JOB_AGE, Chance.of(5, "none"));
  }

  private static QueuedTask next(OpportunisticQueue waiting, Predicate<Resources> fits) {
    return Objects.requireNonNull(waiting.next(fits, Long.MAX_VALUE));
  }

  /** Against the expected parts of all draws. */
  private static void assertDrawn(long[] drawn, double... parts) {
    double sum = DoubleStream.of(parts).sum();
    double chiSquare = 0;
    for (int job = 0; job < parts.length; job++) {
      double expected = PICKS * parts[job] / sum;
      chiSquare += (drawn[job] - expected) * (drawn[job] - expected) / expected;
    }
    assertThat(chiSquare).isLessThan(CRITICAL);
  }

  private static long[] draw(OpportunisticQueue waiting, int jobs, long longestNs) {
    var drawn = new long[jobs];
    for (int i = 0; i < PICKS; i++) {
      var task = Objects.requireNonNull(waiting.next(_ -> true, longestNs));
      drawn[(int) task.demand().origin().job()]++;
    }
    return drawn;
  }

  @Test
  void aJobsChanceIsTheSumOfTheWeightsOfItsTasks() {
    var waiting = drawing();
    IntStream.range(0, 6).forEach(_ -> waiting.add(task(0)));
    waiting.add(task(1, size(2, 1), S, 3));
    waiting.add(task(2, UNIT, S, 0.5));
    waiting.add(task(2, size(1, 2), S, 0.5));

    assertDrawn(draw(waiting, 3, Long.MAX_VALUE), 6, 3, 1);
  }

  @Test
  void beforeMaintenanceOnlyShortOnesAreDrawnByTheSameWeights() {
    var waiting = drawing();
    waiting.add(task(0, UNIT, S, 4));
    waiting.add(task(1, UNIT, 9 * S, 100));
    waiting.add(task(1, size(2, 2), S, 1));
    waiting.add(task(2, UNIT, S, 5));

    assertDrawn(draw(waiting, 3, S), 4, 1, 5);
    assertThat(waiting.next(_ -> true, S - 1)).isNull();
  }

  @Test
  void aTaskThatDoesNotFitIsInNobodysWay() {
    for (var waiting : List.of(drawing(), byAge())) {
      waiting.add(task(1, size(4, 4), S, 1_000));
      var small = task(1);
      waiting.add(small);

      assertThat(next(waiting, UNIT::equals)).isSameAs(small);
      assertThat(waiting.next(_ -> false, Long.MAX_VALUE)).isNull();
    }
  }

  @Test
  void byArrivalTheFirstThatFitsIsNextWhateverItsJobAndTheLatestIsShed() {
    var waiting = new OpportunisticQueue(OpportunisticQueue.Pick.ARRIVAL, Chance.of(5, "none"));
    var first = task(9, size(4, 4), S, 0);
    var second = task(5);
    var third = task(1, UNIT, 9 * S, 0);
    List.of(third, first, second).forEach(waiting::add);

    assertThat(next(waiting, _ -> true)).isSameAs(first);
    assertThat(next(waiting, UNIT::equals)).isSameAs(second);
    waiting.remove(second);
    assertThat(next(waiting, UNIT::equals)).isSameAs(third);
    assertThat(waiting.last()).isSameAs(third);
  }

  /** Against a plain list, through growth, removal and places that are used again. */
  @Test
  void whatWaitsIsDrawnAndWhatIsGoneIsNot() {
    var waiting = drawing();
    var chance = Chance.of(7, "changes");
    List<QueuedTask> all = new ArrayList<>();
    for (int change = 0; change < 5_000; change++) {
      if (all.isEmpty() || chance.nextInt(5) > 1) {
        var need = size(1 + chance.nextInt(3), 1);
        all.add(task(1, need, S, chance.nextInt(4)));
        waiting.add(all.getLast());
      } else {
        waiting.remove(all.remove(chance.nextInt(all.size())));
      }
      if (!all.isEmpty()) {
        assertThat(all).contains(next(waiting, _ -> true));
      }
    }
    while (!all.isEmpty()) {
      var drawn = next(waiting, _ -> true);
      assertThat(all.remove(drawn)).isTrue();
      waiting.remove(drawn);
    }
    assertThat(waiting.next(_ -> true, Long.MAX_VALUE)).isNull();
    assertThat(waiting.backlog().isEmpty()).isTrue();
  }

  @Test
  void theOldestJobThatFitsIsNext() {
    var waiting = byAge();
    waiting.add(task(3));
    var oldest = task(1, size(2, 2), S, 0);
    waiting.add(oldest);
    var second = task(2, UNIT, 5 * S, 0);
    waiting.add(second);
    waiting.add(task(2, UNIT, 4 * S, 0));

    assertThat(next(waiting, _ -> true)).isSameAs(oldest);
    assertThat(next(waiting, UNIT::equals)).as("its first task").isSameAs(second);
    assertThat(Objects.requireNonNull(waiting.next(UNIT::equals, 4 * S)).lengthNs())
        .isEqualTo(4 * S);
    assertThat(Objects.requireNonNull(waiting.next(UNIT::equals, S)).demand().origin().job())
        .isEqualTo(3);
  }

  /** How long one core takes for what waits. */
  private static double coreNs(OpportunisticQueue waiting) {
    return waiting.backlog().cpuMillisNs() / UNIT.cpuMillis();
  }

  @Test
  void byAgeTheLastIsTheLatestTaskOfTheYoungestJob() {
    var waiting = byAge();
    var early = task(2);
    var late = task(2, size(2, 2), S, 0);
    waiting.add(early);
    waiting.add(late);
    waiting.add(task(1));
    assertThat(waiting.last()).isSameAs(late);
    waiting.remove(late);
    assertThat(waiting.last()).isSameAs(early);
  }

  @Test
  void whereTasksAreDrawnTheLastIsTheLightestAndOfTheseTheLatest() {
    var waiting = drawing();
    var first = task(1, UNIT, S, 0.5);
    var second = task(1, size(2, 2), S, 0.5);
    waiting.add(first);
    waiting.add(second);
    waiting.add(task(9, UNIT, S, 3));
    waiting.add(task(9));
    assertThat(waiting.last()).isSameAs(second);
    waiting.remove(second);
    assertThat(waiting.last()).isSameAs(first);
  }

  @Test
  void theBacklogIsWhatWaitsByItsLatestEstimates() {
    var waiting = byAge();
    var first = task(2);
    var last = task(1);
    waiting.add(first);
    waiting.add(last);
    assertThat(coreNs(waiting)).isEqualTo(2 * S);
    waiting.refine(last, 5 * S);
    assertThat(coreNs(waiting)).isEqualTo(6 * S);
    waiting.remove(last);
    waiting.remove(last);
    assertThat(coreNs(waiting)).isEqualTo(S);
    waiting.remove(first);
    assertThat(waiting.last()).isNull();
    assertThat(waiting.backlog().isEmpty()).isTrue();
  }
}
