package dev.muster.sim.experiment.sparrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Work;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.sim.drive.CellSpec;
import dev.muster.sim.experiment.PointRun;
import dev.muster.workload.PoissonArrivals;
import dev.muster.workload.Workload;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class TrialTest {

  private static final Resources SLOT = new Resources(1_000, 1L << 20);
  private static final long TASK_NS = 100_000_000;
  private static final long YEAR_NS = 365L * 24 * 3_600 * 1_000_000_000;

  /** Jobs of one task at 50% load on 20 nodes of two cores. */
  private static TrialResult run(int jobs, ToLongFunction<Work> times) {
    var node = new Resources(2 * SLOT.cpuMillis(), 2 * SLOT.memoryBytes());
    var arrivals = PoissonArrivals.forLoad(0.5, 40, 1, TASK_NS, Chance.of(1, "arrivals"));
    var job = JobSpec.of("job", StageSpec.of("s", 1, SLOT, List.of("modelled")));
    var work = new Workload(arrivals, () -> job, times);
    return Trial.of(CellSpec.of(1, 20, node), 500_000, work, jobs).run(PointRun.alone());
  }

  @Test
  void aTaskThatNeverEndsDoesNotKeepTheTrialFromEnding() {
    var outcome = run(100, task -> task.job() == 50 ? YEAR_NS : TASK_NS);

    assertThat(outcome.tasks()).isLessThan(300);
    assertThat(outcome.cutOff()).isEqualTo(1);
    assertThat(outcome.response(0).median()).isEqualTo(102, within(5.0));
  }

  @Test
  void whatHasNotEndedCountsWithTheTimeThatItHasTaken() {
    var outcome = run(100, task -> task.job() > 80 ? YEAR_NS : TASK_NS);

    assertThat(outcome.response(0).p95()).isGreaterThan(300).isLessThan(1e6);
    assertThat(outcome.cutOff()).isEqualTo(20);
  }

  @Test
  void jobsFindAsManyNodesFullAsTheLoadFills() {
    double[] full = run(4_000, _ -> TASK_NS).fullNodesFound();

    assertThat(full.length).isEqualTo(3_600);
    assertThat(DoubleStream.of(full).average().orElseThrow()).isBetween(0.05, 0.45);
    assertThat(DoubleStream.of(full).max().orElseThrow()).isLessThanOrEqualTo(1);
  }

  @Test
  void whatAnIdleCellTakesIsKnown() {
    var arrivals = PoissonArrivals.forLoad(0.01, 20, 5, TASK_NS, Chance.of(1, "arrivals"));
    var job = JobSpec.of("job", StageSpec.of("s", 5, SLOT, List.of("modelled")));
    var work = new Workload(arrivals, () -> job, _ -> TASK_NS);
    var outcome = Trial.of(CellSpec.of(1, 20, SLOT), 500_000, work, 50).run(PointRun.alone());

    // To the nodes, back to ask, the task, and back with its result: half a millisecond each.
    assertThat(outcome.response(0).median()).isBetween(101.9, 102.2);
    assertThat(outcome.responseAtClient(0).median()).isBetween(103.0, 106.0);
    // Of ten reservations five get a task and five come too late: each waits a round trip.
    assertThat(outcome.idleAsking()).isBetween(0.0195, 0.0205);
    assertThat(outcome.names()).containsExactly("job");
  }
}
