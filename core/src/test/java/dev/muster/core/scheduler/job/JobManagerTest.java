package dev.muster.core.scheduler.job;

import static dev.muster.core.fake.Jobs.MS;
import static dev.muster.core.fake.Jobs.stage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Work;
import dev.muster.core.event.ClientEvent.JobProgress;
import dev.muster.core.fake.Jobs;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.scheduler.task.TaskExclusions;
import dev.muster.core.scheduler.task.TaskTries;
import dev.muster.model.JobReport;
import dev.muster.model.JobReport.TaskFailure;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.Outcome;
import dev.muster.model.RunResult;
import dev.muster.model.StageReport;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class JobManagerTest {

  private static final RunResult FAILED = RunResult.failed(1, "no");
  private static final RunResult KILLED = RunResult.of(Outcome.KILLED, 143, "");

  private static ManagedJob managed(JobSpec spec) {
    return ManagedJob.of(spec, 5 * MS);
  }

  /** Takes every task of a stage that may start and lets it succeed. */
  private static void complete(ManagedJob job, int index) {
    for (var attempt = job.take(index); attempt != null; attempt = job.take(index)) {
      assertThat(job.end(attempt, RunResult.SUCCESS)).isTrue();
    }
  }

  private static List<Integer> wanted(ManagedJob job) {
    return IntStream.range(0, 4).map(stage -> job.tasks(stage).wanted()).boxed().toList();
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
    var job = managed(diamond);

    assertThat(wanted(job)).containsExactly(2, 0, 0, 0);
    job.end(job.start(0), RunResult.SUCCESS);
    assertThat(wanted(job)).as("one of two is not enough").containsExactly(1, 0, 0, 0);
    complete(job, 0);
    assertThat(wanted(job)).containsExactly(0, 3, 4, 0);
    complete(job, 1);
    assertThat(wanted(job)).containsExactly(0, 0, 4, 0);
    assertThat(job.take(3)).isNull();
    complete(job, 2);
    assertThat(wanted(job)).containsExactly(0, 0, 0, 5);
    assertThat(job.closes()).isFalse();
    complete(job, 3);

    assertThat(job.closes()).isTrue();
    assertThat(job.manager().endIfIdle()).isTrue();
    assertThat(job.manager().report(25 * MS))
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
      names = {"FAILED", "UNSTARTABLE", "TIMED_OUT", "LOG_LIMIT", "OUTPUT_LIMIT", "OUT_OF_MEMORY"})
  void aFailureByItselfIsTriedAgainAndThenFailsTheJob(Outcome outcome) {
    var result = RunResult.of(outcome, 9, "why");
    var job = managed(JobSpec.of("job", stage("work", 1).withRetries(1)));
    var first = job.start(0);
    assertThat(job.tasks(0).work(first).attempt()).isEqualTo(1);
    assertThat(job.end(first, result)).isTrue();
    assertThat(job.closes()).isFalse();
    var second = job.start(0);
    assertThat(job.tasks(0).work(second).attempt()).isEqualTo(2);
    assertThat(job.end(second, result)).isTrue();

    assertThat(job.closes()).isTrue();
    assertThat(job.manager().endIfIdle()).isTrue();
    var report = job.manager().report(0);
    assertThat(report.state()).isEqualTo(JobState.FAILED);
    assertThat(report.failures()).containsExactly(new TaskFailure("work", 0, 2, result));
  }

  @Test
  void aLossOrAKillCostsNothing() {
    var job = managed(Jobs.job(1));
    for (int i = 0; i < TaskTries.MAX_LOSSES / 2; i++) {
      job.lose(job.start(0));
      assertThat(job.end(job.start(0), KILLED)).isFalse();
    }
    assertThat(job.closes()).isFalse();
    job.end(job.start(0), RunResult.SUCCESS);

    assertThat(job.manager().report(0).state()).isEqualTo(JobState.SUCCEEDED);
    assertThat(job.manager().report(0).failures()).isEmpty();
  }

  @Test
  void whatItsNodeDidNotStartCostsNothing() {
    var job = managed(Jobs.job(1));
    for (int i = 0; i < TaskExclusions.MAX_NOT_STARTED; i++) {
      assertThat(job.end(job.start(0), RunResult.notStarted("no space"))).isFalse();
      assertThat(job.closes()).isFalse();
    }
    job.end(job.start(0), RunResult.SUCCESS);

    assertThat(job.manager().report(0).state()).isEqualTo(JobState.SUCCEEDED);
  }

  @Test
  void aTaskThatAlwaysLosesItsNodeFailsTheJob() {
    var job = managed(Jobs.job(1));
    for (int loss = 0; loss <= TaskTries.MAX_LOSSES; loss++) {
      assertThat(job.closes()).isFalse();
      job.lose(job.start(0));
    }
    assertThat(job.closes()).isTrue();

    assertThat(job.manager().report(0).state()).isEqualTo(JobState.FAILED);
    assertThat(job.manager().report(0).failures().getFirst().result().detail())
        .startsWith("lost its node");
  }

  @Test
  void tokensCapWhatRunsInAllStagesTogether() {
    var job = managed(JobSpec.of("job", stage("a", 9), stage("b", 9)).withTokens(3));
    var a = job.tasks(0);
    var b = job.tasks(1);
    assertThat(a.wanted()).isEqualTo(3);
    var ofA = job.start(0);
    var ofB = job.start(1);
    assertThat(a.wanted()).isEqualTo(1);
    job.start(0);

    assertThat(a.wanted()).isZero();
    assertThat(job.take(1)).isNull();
    job.end(ofB, RunResult.SUCCESS);
    assertThat(b.wanted()).isEqualTo(1);
    job.end(ofA, FAILED);
    assertThat(job.closes()).isTrue();
    assertThat(b.wanted()).as("a failed job starts nothing more").isZero();
  }

  @Test
  void aClosingJobStartsNothingAndIsOverWhenNothingIsBound() {
    var job = managed(Jobs.job(5));
    var attempt = job.start(0);
    job.manager().cancel();

    assertThat(job.closes()).isTrue();
    assertThat(job.tasks(0).wanted()).isZero();
    assertThat(job.take(0)).isNull();
    assertThat(job.manager().endIfIdle()).isFalse();
    job.end(attempt, KILLED);
    assertThat(job.manager().endIfIdle()).isTrue();
    assertThat(job.manager().report(0).state()).isEqualTo(JobState.CANCELLED);
  }

  @Test
  void theFirstEndStands() {
    var job = managed(Jobs.job(1));
    var attempt = job.start(0);
    job.manager().cancel();
    job.end(attempt, RunResult.SUCCESS);
    assertThat(job.manager().report(0).state()).isEqualTo(JobState.CANCELLED);

    var done = managed(Jobs.job(1));
    complete(done, 0);
    done.manager().cancel();
    assertThat(done.manager().report(0).state()).isEqualTo(JobState.SUCCEEDED);
  }

  @Test
  void tenFailuresAreShownAndTheRestCounted() {
    var job = managed(Jobs.job(15));
    var attempts = IntStream.range(0, 15).mapToObj(_ -> job.start(0)).toList();
    attempts.subList(0, 13).forEach(attempt -> job.end(attempt, FAILED));

    var report = job.manager().report(0);
    assertThat(report.failures())
        .extracting(TaskFailure::index)
        .containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    assertThat(report.failuresNotShown()).isEqualTo(3);
    assertThat(report.stages()).containsExactly(new StageReport("work", 15, 2, 0, 13, 15));
  }

  @Test
  void anEndThatWasHeardBeforeChangesNothing() {
    var job = managed(JobSpec.of("job", stage("work", 2).withRetries(9)));
    assertThat(job.end(job.start(0), RunResult.SUCCESS)).isTrue();
    assertThat(job.record(0, 0, RunResult.SUCCESS)).isFalse();
    assertThat(job.record(0, 0, FAILED)).isFalse();
    assertThat(job.record(0, 0, KILLED)).isFalse();
    job.manager().lose(job.stage(0), 0);

    assertThat(job.manager().reports().ofStages())
        .containsExactly(new StageReport("work", 2, 0, 1, 0, 1));
  }

  @Test
  void workSaysAllThatAMachineNeeds() {
    var spec = Jobs.job(2);
    var job = managed(spec);
    job.start(0);
    var second = job.start(0);

    assertThat(job.tasks(0).work(second)).isEqualTo(Work.of(7, spec, 0, 1, 1));
  }

  @Test
  void progressIsSentAtMostSoOftenAndNeverWhereNobodyWantsIt() {
    var reports = managed(Jobs.job(1)).manager().reports();
    assertThat(isSent(reports, 100 * MS, 100 * MS)).isTrue();
    assertThat(isSent(reports, 199 * MS, 100 * MS)).isFalse();
    assertThat(isSent(reports, 200 * MS, 100 * MS)).isTrue();

    assertThat(isSent(reports, 999_999 * MS, 0)).isFalse();
  }

  private static boolean isSent(JobReports reports, long nowNs, long everyNs) {
    var out = new RecordingEffects();
    reports.sendProgress(nowNs, everyNs, out);
    return !out.sent(JobProgress.class).isEmpty();
  }
}
