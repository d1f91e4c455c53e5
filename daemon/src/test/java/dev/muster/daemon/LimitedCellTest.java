package dev.muster.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.check.Promises;
import dev.muster.core.actor.Event;
import dev.muster.core.cell.CellEntry.LimitsSet;
import dev.muster.core.cell.OwnerLimits;
import dev.muster.core.cell.RejectionReason;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.Notice;
import dev.muster.core.master.state.cell.Audit;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.model.text.JobNumber;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real jobs of a scheduler that may hold less than the cell has. */
class LimitedCellTest {

  private static final Resources CAPACITY = new Resources(4_000, 1L << 30);
  private static final Resources ONE = new Resources(1_000, 1L << 20);

  /** Far more than any of this takes. */
  private static final Duration LIMIT = Duration.ofMinutes(5);

  @TempDir private Path home;
  private final List<Long> jobs = new CopyOnWriteArrayList<>();
  private final List<String> said = new CopyOnWriteArrayList<>();
  private final LimitWaits limitWaits = new LimitWaits(said::add);

  private EmbeddedCell open(OwnerLimits most) throws Exception {
    var options =
        new EmbeddedCell.EmbeddedOptions(1, CAPACITY, home, OptionalLong.of(1))
            .withLimits(List.of(new LimitsSet(0, most)));
    return ObservedActor.start(options, new Promises(List.of(CAPACITY)), this::published);
  }

  private void published(Event event) {
    if (event instanceof Notice.TransactionClosed closed) {
      limitWaits.closed(closed);
    }
  }

  /** A job of one task that holds its room until the gate is open. */
  private Submission submit(EmbeddedCell cell, Resources need) {
    var line = "touch %s/$MUSTER_JOB; until [ -e %s ]; do sleep 0.05; done".formatted(home, gate());
    var stage = StageSpec.of("hold", 1, need, List.of("sh", "-c", line));
    return cell.submit(JobSpec.of("test", stage).withPolicy(JobSpec.SHARED), this::hear);
  }

  private void hear(ClientEvent news) {
    if (news instanceof ClientEvent.JobAccepted accepted) {
      jobs.add(accepted.job());
    }
  }

  private Path gate() {
    return home.resolve("gate");
  }

  /** The number of the job that was submitted as the first, second, … */
  private long job(int place) {
    await().atMost(LIMIT).until(() -> jobs.size() >= place);
    return jobs.get(place - 1);
  }

  private void awaitStart(long job) {
    await().atMost(LIMIT).until(() -> Files.exists(home.resolve(JobNumber.format(job))));
  }

  private void awaitReason(long job, String why) {
    await().atMost(LIMIT).untilAsserted(() -> assertThat(limitWaits.reason(job)).contains(why));
  }

  private static JobReport end(Submission submission) throws InterruptedException {
    return ((ClientEvent.JobEnded) submission.await(LIMIT).orElseThrow()).report();
  }

  @Test
  void aJobPastTheLimitSaysWhyItWaitsAndGoesOnWhenAnotherEnds() throws Exception {
    try (var cell = open(OwnerLimits.NONE.withClaims(1))) {
      var first = submit(cell, ONE);
      awaitStart(job(1));
      var second = submit(cell, ONE);
      awaitReason(job(2), "scheduler-0 would hold 2 claims, its limit is 1");
      assertThat(home.resolve(JobNumber.format(job(2)))).as("it has not started").doesNotExist();

      Files.createFile(gate());
      assertThat(end(first).state()).isEqualTo(JobState.SUCCEEDED);
      assertThat(end(second).state()).isEqualTo(JobState.SUCCEEDED);
      assertThat(end(second).reasons()).isEmpty();
      assertThat(said)
          .as("said once, however often it was refused")
          .containsExactly(
              JobNumber.format(job(2)) + " waits: scheduler-0 would hold 2 claims, its limit is 1");
    }
  }

  @Test
  void whoClaimedWhatIsKnownAtTheEnd() throws Exception {
    var cell = open(OwnerLimits.NONE.withJobs(1));
    try (cell) {
      var first = submit(cell, ONE);
      awaitStart(job(1));
      var second = submit(cell, ONE);
      awaitReason(job(2), "scheduler-0 would have claims of 2 jobs, its limit is 1");
      Files.createFile(gate());
      end(first);
      end(second);
    }

    var audit = cell.audit();
    var account = audit.schedulers().getFirst();
    assertThat(account.accepted()).isEqualTo(2);
    assertThat(account.rejections()).containsOnlyKeys(RejectionReason.JOB_LIMIT);
    assertThat(audit.transactions().getFirst().accepted()).isEqualTo(1);
    assertThat(audit.transactions()).extracting(Audit.TransactionLine::owner).containsOnly(0);
  }

  @Test
  void whoeverEndsAJobThatWaitsHearsWhatItWaitedFor() throws Exception {
    try (var cell = open(OwnerLimits.NONE.withResources(new Resources(1_500, 1L << 30)))) {
      var first = submit(cell, ONE);
      awaitStart(job(1));
      var second = submit(cell, ONE);
      var why = "scheduler-0 would hold 2 cpu, its limit is 1.5";
      awaitReason(job(2), why);
      assertThat(second.cancel()).isTrue();
      assertThat(end(second).state()).isEqualTo(JobState.CANCELLED);
      assertThat(end(second).reasons()).containsExactly(why);
      Files.createFile(gate());
      assertThat(end(first).state()).isEqualTo(JobState.SUCCEEDED);
    }
  }

  @Test
  void aJobThatTheLimitRulesOutForGoodDoesNotWait() throws Exception {
    try (var cell = open(OwnerLimits.NONE.withResources(new Resources(1_500, 1L << 30)))) {
      var report = end(submit(cell, new Resources(2_000, 1)));
      assertThat(report.state()).isEqualTo(JobState.INFEASIBLE);
      assertThat(report.reasons())
          .singleElement()
          .asString()
          .contains("of scheduler-0, which has the job");
    }
  }
}
