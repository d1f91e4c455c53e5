package dev.muster.sim.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.core.actor.Chance;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.sim.drive.CellSpec;
import dev.muster.workload.Distribution;
import dev.muster.workload.PoissonArrivals;
import dev.muster.workload.TaskTimes;
import dev.muster.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class SweepTest {

  private static final Resources SLOT = new Resources(1_000, 1L << 20);
  private static final double TASK_NS = 100e6;
  private static final double[] LOADS = {0.3, 0.9, 0.5, 0.7};

  private static Trial trial(double load, int jobs) {
    var arrivals = PoissonArrivals.forLoad(load, 20, 5, TASK_NS, Chance.of(1, "arrivals"));
    var job = JobSpec.of("job", StageSpec.of("s", 5, SLOT, List.of("modelled")));
    var times = new TaskTimes(1, new Distribution.Constant(TASK_NS));
    var cell = CellSpec.of(1, 20, SLOT);
    return Trial.of(cell, 500_000, Workload.of(arrivals, job, times), jobs);
  }

  private static Swept swept(int threads, Experiment.Progress progress) {
    var sweep = new Sweep(threads);
    for (double load : LOADS) {
      sweep.add("line", load, () -> trial(load, load > 0.8 ? 2_000 : 100));
    }
    return sweep.run(progress);
  }

  @Test
  void resultsAreTheSameWhicheverTrialEndsFirst() {
    var oneByOne = swept(1, _ -> {});
    var atOnce = swept(4, _ -> {});

    for (double load : LOADS) {
      var alone = oneByOne.at("line", load).orElseThrow();
      assertThat(atOnce.at("line", load).orElseThrow().traceHash()).isEqualTo(alone.traceHash());
    }
    assertThat(report(atOnce).traceHash()).isEqualTo(report(oneByOne).traceHash());
    assertThat(report(atOnce).series().getFirst().points())
        .extracting(ExperimentReport.Point::x)
        .containsExactly(0.3, 0.9, 0.5, 0.7);
  }

  private static ExperimentReport report(Swept swept) {
    var any = Experiments.all().getFirst();
    var series = swept.lines("", "ms", Outcome::response);
    return swept.report(any, Settings.of(any, List.of()), List.of(), series);
  }

  @Test
  void progressOfAllTogetherGoesFromNothingToAll() {
    List<Double> steps = new ArrayList<>();
    swept(3, steps::add);

    assertThat(steps).isSorted().last().isEqualTo(1.0);
  }

  @Test
  void theFailureOfOneTrialIsThatOfAll() {
    var sweep = new Sweep(2);
    sweep.add("line", 1, () -> trial(0.5, 100_000_000));
    sweep.add(
        "line",
        2,
        () -> {
          throw new ExperimentFailed("no such cell");
        });
    assertThatThrownBy(() -> sweep.run(_ -> {}))
        .isInstanceOf(ExperimentFailed.class)
        .hasMessage("no such cell");
  }

  @Test
  void whatAnIdleCellTakesIsKnown() {
    var outcome = trial(0.01, 50).run(_ -> {});

    // To the nodes, back to ask, the task, and back with its result: half a millisecond each.
    assertThat(outcome.response(0).median()).isBetween(101.9, 102.2);
    assertThat(outcome.taskWait(0).median()).isBetween(1.4, 1.6);
    assertThat(outcome.responseAtClient(0).median()).isBetween(103.0, 106.0);
    // Of ten reservations five get a task and five come too late: each waits a round trip.
    assertThat(outcome.idleAsking()).isBetween(0.0195, 0.0205);
    assertThat(outcome.names()).containsExactly("job");
  }
}
