package dev.muster.core.scheduler;

import static dev.muster.core.fake.Jobs.MS;
import static dev.muster.core.fake.Jobs.stage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Work;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.fake.Jobs;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.Outcome;
import dev.muster.model.RunResult;
import dev.muster.model.StageReport;
import dev.muster.model.TaskFailure;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class JobManagerTest {

  private static final RunResult FAILED = RunResult.failed(1, "no");
  private static final RunResult KILLED = RunResult.of(Outcome.KILLED, 143, "");

  private static JobManager manager(JobSpec spec) {
    return new JobManager(new AssignJob(7, spec, ClientEvent.at(0), 5 * MS), "sampled");
  }

  /** Takes every task of a stage that may start and lets it succeed. */
  private static void complete(JobManager job, int index) {
    var stage = job.stage(index);
    for (int task = job.take(stage, 0, -1); task >= 0; task = job.take(stage, 0, -1)) {
      assertThat(job.ended(stage, task, RunResult.SUCCESS)).isTrue();
    }
  }

  private static List<Integer> wanted(JobManager job) {
    return List.of(
        job.wanted(job.stage(0)),
        job.wanted(job.stage(1)),
        job.wanted(job.stage(2)),
        job.wanted(job.stage(3)));
  }

  @Test
  void stagesStartWhenAllBeforeThemAreComplete() {
    var diamond =
        JobSpec.of(
            "diamond",
            stage("top", 2),
            stage("left", 3).withAfter("top"),
            stage("right", 4).withAfter("top"),
            stage("bottom", 5).withAfter("left", "right"));
    var job = manager(diamond);

    assertThat(wanted(job)).containsExactly(2, 0, 0, 0);
    int first = job.take(job.stage(0), 0, -1);
    job.ended(job.stage(0), first, RunResult.SUCCESS);
    assertThat(wanted(job)).as("one of two is not enough").containsExactly(1, 0, 0, 0);
    complete(job, 0);
    assertThat(wanted(job)).containsExactly(0, 3, 4, 0);
    complete(job, 1);
    assertThat(wanted(job)).containsExactly(0, 0, 4, 0);
    assertThat(job.take(job.stage(3), 0, -1)).isEqualTo(-1);
    complete(job, 2);
    assertThat(wanted(job)).containsExactly(0, 0, 0, 5);
    assertThat(job.closing()).isFalse();
    complete(job, 3);

    assertThat(job.over()).isTrue();
    assertThat(job.report(25 * MS))
        .isEqualTo(
            new JobReport(
                7,
                "diamond",
                JobState.SUCCEEDED,
                "sampled",
                List.of(
                    new StageReport("top", 2, 0, 2, 0, 2),
                    new StageReport("left", 3, 0, 3, 0, 3),
                    new StageReport("right", 4, 0, 4, 0, 4),
                    new StageReport("bottom", 5, 0, 5, 0, 5)),
                5,
                20,
                List.of(),
                0,
                List.of()));
  }

  @ParameterizedTest
  @EnumSource(
      value = Outcome.class,
      names = {"FAILED", "NOT_STARTED", "TIMED_OUT", "LOG_LIMIT", "OUTPUT_LIMIT", "OUT_OF_MEMORY"})
  void aFailureByItselfIsTriedAgainAndThenFailsTheJob(Outcome outcome) {
    var result = RunResult.of(outcome, 9, "why");
    var job = manager(JobSpec.of("job", stage("work", 1).withRetries(1)));
    var stage = job.stage(0);

    assertThat(job.work(stage, job.take(stage, 0, -1)).attempt()).isEqualTo(1);
    assertThat(job.ended(stage, 0, result)).isTrue();
    assertThat(job.closing()).isFalse();
    assertThat(job.work(stage, job.take(stage, 0, -1)).attempt()).isEqualTo(2);
    assertThat(job.ended(stage, 0, result)).isTrue();

    assertThat(job.over()).isTrue();
    var report = job.report(0);
    assertThat(report.state()).isEqualTo(JobState.FAILED);
    assertThat(report.failures()).containsExactly(new TaskFailure("work", 0, 2, result));
  }

  @Test
  void aLossOrAKillCostsNothing() {
    var job = manager(Jobs.job(1));
    var stage = job.stage(0);
    for (int i = 0; i < StagePlan.MAX_LOSSES / 2; i++) {
      job.lost(stage, job.take(stage, 0, -1));
      assertThat(job.ended(stage, job.take(stage, 0, -1), KILLED)).isFalse();
    }
    assertThat(job.closing()).isFalse();
    job.ended(stage, job.take(stage, 0, -1), RunResult.SUCCESS);

    assertThat(job.report(0).state()).isEqualTo(JobState.SUCCEEDED);
    assertThat(job.report(0).failures()).isEmpty();
  }

  @Test
  void aTaskThatAlwaysLosesItsNodeFailsTheJob() {
    var job = manager(Jobs.job(1));
    var stage = job.stage(0);
    while (!job.closing()) {
      job.lost(stage, job.take(stage, 0, -1));
    }

    assertThat(job.report(0).state()).isEqualTo(JobState.FAILED);
    assertThat(job.report(0).failures().getFirst().result().detail()).startsWith("lost its node");
  }

  @Test
  void tokensCapWhatRunsInAllStagesTogether() {
    var job = manager(JobSpec.of("job", stage("a", 9), stage("b", 9)).withTokens(3));
    var a = job.stage(0);
    var b = job.stage(1);
    assertThat(job.wanted(a)).isEqualTo(3);
    job.take(a, 0, -1);
    job.take(b, 0, -1);
    assertThat(job.wanted(a)).isEqualTo(1);
    job.take(a, 0, -1);

    assertThat(job.wanted(a)).isZero();
    assertThat(job.take(b, 0, -1)).isEqualTo(-1);
    job.ended(b, 0, RunResult.SUCCESS);
    assertThat(job.wanted(b)).isEqualTo(1);
    job.ended(a, 0, FAILED);
    assertThat(job.wanted(b)).as("a failed job starts nothing more").isZero();
  }

  @Test
  void aClosingJobStartsNothingAndIsOverWhenNothingIsBound() {
    var job = manager(Jobs.job(5));
    var stage = job.stage(0);
    job.take(stage, 0, -1);
    stage.bound.count = 1;
    job.cancel();

    assertThat(job.closing()).isTrue();
    assertThat(job.wanted(stage)).isZero();
    assertThat(job.take(stage, 0, -1)).isEqualTo(-1);
    assertThat(job.over()).isFalse();
    stage.bound.count = 0;
    assertThat(job.over()).isTrue();
    assertThat(job.report(0).state()).isEqualTo(JobState.CANCELLED);
  }

  @Test
  void theFirstEndStands() {
    var job = manager(Jobs.job(1));
    job.take(job.stage(0), 0, -1);
    job.cancel();
    job.ended(job.stage(0), 0, RunResult.SUCCESS);
    assertThat(job.report(0).state()).isEqualTo(JobState.CANCELLED);

    var done = manager(Jobs.job(1));
    complete(done, 0);
    done.cancel();
    assertThat(done.report(0).state()).isEqualTo(JobState.SUCCEEDED);
  }

  @Test
  void tenFailuresAreShownAndTheRestCounted() {
    var job = manager(Jobs.job(15));
    var stage = job.stage(0);
    for (int task = 0; task < 15; task++) {
      job.take(stage, 0, -1);
    }
    for (int task = 0; task < 13; task++) {
      job.ended(stage, task, FAILED);
    }

    var report = job.report(0);
    assertThat(report.failures())
        .extracting(TaskFailure::index)
        .containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    assertThat(report.failuresNotShown()).isEqualTo(3);
    assertThat(report.stages()).containsExactly(new StageReport("work", 15, 2, 0, 13, 15));
  }

  @Test
  void anEndThatWasHeardBeforeChangesNothing() {
    var job = manager(JobSpec.of("job", stage("work", 2).withRetries(9)));
    var stage = job.stage(0);
    job.take(stage, 0, -1);
    assertThat(job.ended(stage, 0, RunResult.SUCCESS)).isTrue();
    assertThat(job.ended(stage, 0, RunResult.SUCCESS)).isFalse();
    assertThat(job.ended(stage, 0, FAILED)).isFalse();
    assertThat(job.ended(stage, 0, KILLED)).isFalse();
    job.lost(stage, 0);

    assertThat(job.stageReports()).containsExactly(new StageReport("work", 2, 0, 1, 0, 1));
  }

  @Test
  void workSaysAllThatAMachineNeeds() {
    var spec = Jobs.job(2);
    var job = manager(spec);
    job.take(job.stage(0), 0, -1);
    int task = job.take(job.stage(0), 0, -1);

    assertThat(job.work(job.stage(0), task)).isEqualTo(Work.of(7, spec, 0, 1, 1));
  }

  @Test
  void progressIsDueAtMostSoOftenAndNeverWhereNobodyWantsIt() {
    var job = manager(Jobs.job(1));
    assertThat(job.progressDue(100 * MS, 100 * MS)).isTrue();
    assertThat(job.progressDue(199 * MS, 100 * MS)).isFalse();
    assertThat(job.progressDue(200 * MS, 100 * MS)).isTrue();

    assertThat(job.progressDue(999_999 * MS, 0)).isFalse();
  }
}
