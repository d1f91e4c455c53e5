package dev.muster.sim.experiment.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.sim.experiment.row.ComparedJob;
import dev.muster.sim.experiment.row.ComparedRow;
import dev.muster.sim.experiment.row.ComparedWork;
import dev.muster.workload.TimedJobs.TimedJob;
import dev.muster.workload.trace.AlibabaTask;
import dev.muster.workload.trace.GoogleJob;
import dev.muster.workload.trace.SwimJob;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class RowsTest {

  private static final long S = 1_000_000_000;

  static Stream<ComparedRow> rowsOfPapers() {
    return new CompareRows(0.8, "").ofPapers().stream();
  }

  /** Of the work that arrives in the window, over what the cell could do in that time. */
  private static double load(ComparedWork work) {
    var window = work.window();
    var cell = work.emptyCell();
    double busyNs = 0;
    for (var job : work.jobs()) {
      for (int stage = 0; window.counts(job) && stage < job.taskNs().length; stage++) {
        double share = cell.share(job.spec().stages().get(stage).resources());
        for (long ns : job.taskNs()[stage]) {
          busyNs += share * ns;
        }
      }
    }
    return busyNs / (window.untilNs() - window.fromNs());
  }

  @ParameterizedTest
  @MethodSource("rowsOfPapers")
  void rowsOfPapersFillTheirCellAsTheySay(ComparedRow row) {
    var work = row.maker().make(1);
    double wanted =
        switch (row.name()) {
          case "S7" -> 0.65;
          case "O4" -> 0.45;
          case "P6" -> 0.7;
          default -> 0.8;
        };

    assertThat(load(work)).as(work.about()).isBetween(0.75 * wanted, 1.25 * wanted);
    assertThat(work.jobs()).hasSizeGreaterThan(100);
    var again = row.maker().make(1);
    assertThat(again.jobs())
        .extracting(ComparedJob::workNs)
        .isEqualTo(work.jobs().stream().map(ComparedJob::workNs).toList());
    assertThat(row.maker().make(2).jobs())
        .extracting(ComparedJob::workNs)
        .isNotEqualTo(work.jobs().stream().map(ComparedJob::workNs).toList());
  }

  @Test
  void aStageOfAlibabaWaitsForTheOneThatEndedLastBeforeIt() {
    var job =
        AlibabaRow.job(
            5,
            List.of(
                new AlibabaTask(1, 0, 10 * S, 16, 0.5, 0.01),
                new AlibabaTask(1, 0, 12 * S, 1, 0, 0),
                new AlibabaTask(1, 11 * S, 20 * S, 9, 1, 0.01),
                new AlibabaTask(1, 12 * S, 15 * S, 1, 1, 0.01)));
    var stages = job.spec().stages();

    assertThat(stages).extracting(StageSpec::tasks).containsExactly(2, 1, 2, 1);
    assertThat(stages.get(0).after()).isEmpty();
    assertThat(stages.get(1).after()).isEmpty();
    assertThat(stages.get(2).after()).extracting(edge -> edge.stage()).containsExactly("s0");
    assertThat(stages.get(3).after()).extracting(edge -> edge.stage()).containsExactly("s1");
    assertThat(job.taskNs()[2]).containsExactly(9 * S, 9 * S);
    assertThat(stages)
        .extracting(each -> each.resources().cpuMillis())
        .containsExactly(500L, 500L, 1_000L, 1_000L);
  }

  @Test
  void googleHasAsManyMachinesAsItsJobsKeepBusy() {
    List<GoogleJob> trace = new ArrayList<>();
    for (int job = 0; job < 4_000; job++) {
      trace.add(new GoogleJob((7_200 + job * 3L) * S, 2, 7_200 * S, 0.01, 0.001));
    }
    var work = GoogleRow.work(trace, 1, 0.5);

    // 3,600 jobs in three hours, a quarter of them; tasks count an hour
    assertThat(work.jobs()).hasSize(900);
    double busy = 900 * 2 * 3_600 * 0.01 / 0.529234 / 10_800;
    assertThat(work.cell().nodes()).isEqualTo((int) Math.ceil(busy / 0.5));
  }

  @Test
  void mapsOfSwimReadABlockAndReducesAPartOfWhatIsShuffled() {
    var trace =
        List.of(
            new SwimJob(144 * S, 512_000_000, 1_500_000_000, 64_000_000),
            new SwimJob(0, 1, 1, 1), // every second is left out
            new SwimJob(288 * S, 0, 0, 5),
            new SwimJob(0, 1, 1, 1),
            new SwimJob(0, 256_000_000L * 4_000, 0, 0));
    var jobs = SwimRow.work(trace, 1, 0.8).jobs();

    assertThat(jobs).hasSize(2);
    var job = jobs.getFirst();
    assertThat(job.arrivalNs()).isEqualTo(S);
    assertThat(job.taskNs()[0]).containsExactly(6 * S, 6 * S);
    assertThat(job.taskNs()[1]).hasSize(2).containsOnly(2 * S + 12_218_750_000L);
    var map = job.spec().stages().getFirst();
    assertThat(map.inputs()).extracting(each -> each.bytes()).containsOnly(256_000_000L);
    assertThat(map.where().preferredBy(1)).isEqualTo(map.inputs().get(1).on()).isNotEmpty();
    assertThat(jobs.getLast().taskNs()).hasDimensions(1, 1);
  }

  @Test
  void allJobsOfTheMixedListCount() {
    var trace =
        List.of(
            new TimedJob(0, new long[] {0, 5 * S}, 3 * S, false),
            new TimedJob(60 * S, new long[] {500 * S}, 500 * S, true));
    var work = MixedRow.work(trace, 1);

    assertThat(work.cell().nodes()).isEqualTo(4_400);
    assertThat(work.cell().capacities().getFirst()).isEqualTo(new Resources(1_000, 1L << 30));
    assertThat(work.jobs()).extracting(ComparedJob::arrivalNs).containsExactly(0L, 60 * S);
    assertThat(work.jobs()).extracting(ComparedJob::user).containsExactly("short", "long");
    assertThat(work.jobs()).allMatch(work.window()::counts);
    assertThat(work.jobs().getFirst().taskNs()[0]).containsExactly(1, 5 * S);
  }
}
