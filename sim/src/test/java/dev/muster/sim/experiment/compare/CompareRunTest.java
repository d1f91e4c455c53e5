package dev.muster.sim.experiment.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.scheduler.place.ThinkTime;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.sim.drive.CellSpec;
import dev.muster.sim.experiment.PointRun;
import dev.muster.sim.experiment.compare.CompareResult.Measure;
import dev.muster.sim.experiment.row.ComparedJob;
import dev.muster.sim.experiment.row.ComparedWork;
import dev.muster.sim.experiment.row.ComparedWork.CountedWindow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A small cell of ten nodes with two slots each. */
final class CompareRunTest {

  private static final long MS = 1_000_000;
  private static final long S = 1_000 * MS;
  private static final long MANY = 1_000_000_000;
  private static final Resources SLOT = new Resources(1_000, 1L << 30);
  private static final CellSpec CELL = CellSpec.of(3, 10, SLOT.times(2)).withSchedulers(2);

  private static ComparedJob job(long atNs, int tasks, long ns) {
    long[] taskNs = new long[tasks];
    Arrays.fill(taskNs, ns);
    return ComparedJob.of(atNs, SLOT, taskNs);
  }

  /** Jobs of ten tasks of 1 s each second: half of the cell. */
  private static ComparedWork halfFull(CellSpec cell) {
    List<ComparedJob> jobs = new ArrayList<>();
    for (int number = 0; number < 40; number++) {
      jobs.add(job(number * S, 10, S));
    }
    return ComparedWork.of("", cell, MS / 2, 60 * S, jobs);
  }

  private static CompareResult run(ComparedWork work, String policy) {
    return new CompareRun(work, policy, 1, 0, MANY).run(PointRun.alone());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"sampled", "estimated", "shared", "partitioned", "central", "hybrid", "auto"})
  void everyPolicyRunsTheSameWork(String policy) {
    var result = run(halfFull(CELL), policy);

    assertThat(result.remark()).isEmpty();
    assertThat(result.of(Measure.MEDIAN)).isBetween(1.0, 4.0);
    assertThat(result.of(Measure.P99)).isGreaterThanOrEqualTo(result.of(Measure.MEDIAN));
    assertThat(result.of(Measure.THROUGHPUT)).isBetween(9.0, 11.0);
    assertThat(result.of(Measure.USE)).isBetween(45.0, 65.0);
    assertThat(result.of(Measure.WASTED)).isBetween(0.0, 20.0);
    assertThat(result.of(Measure.FAIRNESS)).isEqualTo(1); // all of one size
    assertThat(result.of(Measure.MESSAGES)).isBetween(1.0, 100.0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sampled", "estimated", "hybrid"})
  void theSameSeedGivesTheSameResult(String policy) {
    assertThat(run(halfFull(CELL), policy)).isEqualTo(run(halfFull(CELL), policy));
  }

  @Test
  void slowdownsAreThoseOfJobsThatCount() {
    // Two jobs fill the cell for 10 s; the second job that counts waits for them.
    var jobs = List.of(job(0, 20, 10 * S), job(5 * S, 20, 10 * S));
    var work =
        ComparedWork.of("", CELL, 1, 60 * S, jobs).with(new CountedWindow(5 * S, 6 * S, 100 * S));

    assertThat(run(work, JobSpec.CENTRAL).of(Measure.MEDIAN)).isBetween(1.5, 1.51);
  }

  @Test
  void jobsThatDoNotEndCountAsFarAsTheyAre() {
    var jobs = List.of(job(0, 20, 100 * S), job(10 * S, 20, 10 * S));
    var work =
        ComparedWork.of("", CELL, 1, 60 * S, jobs).with(new CountedWindow(5 * S, 20 * S, 40 * S));
    var result = run(work, JobSpec.SHARED);

    assertThat(result.of(Measure.P99)).isBetween(2.9, 3.1); // 30 s of 10
    assertThat(result.remark()).startsWith("1 of 1 jobs had not ended at the end");
  }

  @Test
  void aRunEndsAfterSoManyEvents() {
    var result = new CompareRun(halfFull(CELL), "sampled", 1, 0, 2_000).run(PointRun.alone());

    assertThat(result.remark()).contains("had not ended after so many events");
  }

  @Test
  void whatAPolicyCannotRunItSays() {
    var gang = StageSpec.of("s", 4, SLOT, List.of("x")).asGang();
    var spec = JobSpec.of("gang", gang);
    var job = new ComparedJob(0, "", spec, new long[][] {{S, S, S, S}});
    var work = ComparedWork.of("", CELL, 1, 60 * S, List.of(job, job.at(S / 2), job.at(S)));

    var result = run(work, JobSpec.SAMPLED);
    assertThat(result.isThere()).isFalse();
    assertThat(result.remark()).contains("gang");
  }

  @Test
  void theCentralSchedulerThinksAboutOneStageAfterTheOther() {
    var thinking = CELL.withThinking(new ThinkTime(2 * S, S / 2));
    var jobs = List.of(job(0, 2, S), job(0, 2, S), job(0, 2, S));
    var work =
        ComparedWork.of("", thinking, 1, 60 * S, jobs).with(new CountedWindow(0, S, 100 * S));
    var result = run(work, JobSpec.CENTRAL);

    assertThat(result.of(Measure.MEDIAN)).as("3 s for each of two, then 1 s").isBetween(7.0, 7.1);
  }
}
