package dev.muster.sim.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.core.actor.Chance;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.sim.drive.CellSpec;
import dev.muster.sim.experiment.sparrow.Trial;
import dev.muster.sim.experiment.sparrow.TrialResult;
import dev.muster.workload.Distribution;
import dev.muster.workload.PoissonArrivals;
import dev.muster.workload.TaskTimes;
import dev.muster.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleConsumer;
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

  /** What came of a sweep, and its report. */
  private record Ran(Swept<TrialResult> swept, ExperimentReport report) {}

  private static Ran ran(int threads, DoubleConsumer progress) {
    var findings = new Findings(Map.of(), progress);
    var sweep = new Sweep<TrialResult>(findings, threads);
    for (double load : LOADS) {
      sweep.add("line", load, point -> trial(load, load > 0.8 ? 2_000 : 100).run(point));
    }
    var swept = sweep.run();
    findings.add(swept.series("", "ms", TrialResult::response));
    return new Ran(swept, findings.report("any", 1));
  }

  @Test
  void resultsAreTheSameWhicheverTrialEndsFirst() {
    var oneByOne = ran(1, _ -> {});
    var atOnce = ran(4, _ -> {});

    assertThat(atOnce.report.traceHash()).isEqualTo(oneByOne.report.traceHash());
    assertThat(atOnce.report.events()).isEqualTo(oneByOne.report.events()).isPositive();
    assertThat(atOnce.report.simulatedSeconds()).isEqualTo(oneByOne.report.simulatedSeconds());
    assertThat(atOnce.report.series()).isEqualTo(oneByOne.report.series());
    assertThat(atOnce.report.series().getFirst().points())
        .extracting(ExperimentReport.Mark::x)
        .containsExactly(0.3, 0.9, 0.5, 0.7);
  }

  @Test
  void resultsStandByTheirPlaceOnTheLine() {
    var swept = ran(2, _ -> {}).swept;

    assertThat(swept.line("line").keySet()).containsExactly(0.3, 0.5, 0.7, 0.9);
    assertThat(swept.line("line").get(0.9)).isSameAs(swept.at("line", 0.9).orElseThrow());
    assertThat(swept.at("line", 0.4)).isEmpty();
    assertThat(swept.at("other", 0.3)).isEmpty();
    assertThat(swept.at("line", load -> load < 0.6)).hasSize(2);
    List<Double> places = new ArrayList<>();
    swept.forEach((_, load, _) -> places.add(load));
    assertThat(places).as("as they were added").containsExactly(0.3, 0.9, 0.5, 0.7);
  }

  @Test
  void progressOfAllTogetherGoesFromNothingToAll() {
    List<Double> steps = new ArrayList<>();
    ran(3, steps::add);

    assertThat(steps).isSorted().last().isEqualTo(1.0);
    assertThat(steps).as("at most").hasSizeLessThan(2_002);
  }

  @Test
  void theFailureOfOneTrialIsThatOfAll() {
    var sweep = new Sweep<TrialResult>(new Findings(Map.of(), _ -> {}), 2);
    sweep.add("line", 1, point -> trial(0.5, 100_000_000).run(point));
    sweep.add(
        "line",
        2,
        _ -> {
          throw new ExperimentFailed("no such cell");
        });
    assertThatThrownBy(sweep::run).isInstanceOf(ExperimentFailed.class).hasMessage("no such cell");
  }

  @Test
  void aPartOfATrialEndsWithTheSweepThatFailed() throws InterruptedException {
    var ended = new CountDownLatch(1);
    var sweep = new Sweep<TrialResult>(new Findings(Map.of(), _ -> {}), 2);
    sweep.add("line", 1, point -> runsUntilUnwanted(point, ended));
    sweep.add(
        "line",
        2,
        _ -> {
          throw new ExperimentFailed("no such cell");
        });

    assertThatThrownBy(sweep::run).hasMessage("no such cell");
    assertThat(ended.await(60, TimeUnit.SECONDS)).isTrue();
  }

  private static TrialResult runsUntilUnwanted(PointRun point, CountDownLatch ended) {
    try {
      while (true) {
        point.checkWanted();
      }
    } finally {
      ended.countDown();
    }
  }
}
