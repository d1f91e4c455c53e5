package dev.muster.core.node.queue;

import static dev.muster.core.fake.Jobs.S;
import static dev.muster.core.fake.Jobs.UNIT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Lifecycle;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.node.queue.QueuedTask.QueuedTaskState;
import dev.muster.model.Demand;
import dev.muster.model.Tier;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class OpportunisticQueueTest {

  private static final Lifecycle<QueuedTaskState> LIFECYCLE =
      new Lifecycle<>(QueuedTaskState.class);
  private static final int PICKS = 60_000;
  private static final double[] WEIGHTS = {1, 2, 5};

  /** A thousandth of fair draws exceeds it, at two degrees of freedom. */
  private static final double CRITICAL = 13.8;

  private static QueuedTask task(long id, long job, long submittedNs, double weight) {
    var demand =
        Demand.of(UNIT)
            .with(Tier.OPPORTUNISTIC)
            .withUser("ann", weight)
            .withJob(job, submittedNs)
            .withEstimate(S);
    return new QueuedTask(LIFECYCLE, id, SchedulerEvent.at(2), id, 0, demand, null);
  }

  @Test
  void jobsAreDrawnByWeightHoweverManyTasksTheyHave() {
    var waiting =
        new OpportunisticQueue(OpportunisticQueue.Pick.WEIGHTED_RANDOM, Chance.of(5, "draws"));
    long id = 0;
    for (int job = 0; job < WEIGHTS.length; job++) {
      for (int task = 0; task <= 10 * job; task++) {
        waiting.add(task(id++, job, 0, WEIGHTS[job]));
      }
    }
    var drawn = new long[WEIGHTS.length];
    for (int i = 0; i < PICKS; i++) {
      drawn[(int) Objects.requireNonNull(waiting.next(_ -> true)).demand().origin().job()]++;
    }

    double chiSquare = 0;
    for (int job = 0; job < WEIGHTS.length; job++) {
      double expected = PICKS * WEIGHTS[job] / 8;
      chiSquare += (drawn[job] - expected) * (drawn[job] - expected) / expected;
    }
    assertThat(chiSquare).isLessThan(CRITICAL);
  }

  @Test
  void theOldestJobThatFitsIsNext() {
    var waiting = new OpportunisticQueue(OpportunisticQueue.Pick.JOB_AGE, Chance.of(5, "none"));
    waiting.add(task(1, 1, 30, 1));
    waiting.add(task(2, 2, 10, 1));
    waiting.add(task(3, 3, 20, 1));

    assertThat(Objects.requireNonNull(waiting.next(_ -> true)).id()).isEqualTo(2);
    assertThat(Objects.requireNonNull(waiting.next(each -> each.id() != 2)).id()).isEqualTo(3);
    assertThat(waiting.next(_ -> false)).isNull();
  }

  @Test
  void theYoungestIsTheOneThatCameLast() {
    var waiting = new OpportunisticQueue(OpportunisticQueue.Pick.JOB_AGE, Chance.of(5, "none"));
    var first = task(1, 1, 30, 1);
    var last = task(2, 2, 10, 1);
    waiting.add(first);
    waiting.add(last);
    assertThat(waiting.youngest()).isSameAs(last);
    assertThat(waiting.workNs()).isEqualTo(2 * S);
    waiting.remove(last);

    assertThat(waiting.youngest()).isSameAs(first);
    waiting.remove(first);
    assertThat(waiting.youngest()).isNull();
    assertThat(waiting.workNs()).isZero();
  }
}
