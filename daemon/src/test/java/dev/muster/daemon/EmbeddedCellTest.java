package dev.muster.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.muster.check.Observer;
import dev.muster.check.Promises;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.scheduler.place.hybrid.HybridOptions;
import dev.muster.core.scheduler.place.sampled.SampledOptions;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.Outcome;
import dev.muster.model.Resources;
import dev.muster.model.StageReport;
import dev.muster.model.StageSpec;
import dev.muster.process.RunOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real jobs from submission to result, with the promises checked at every event. */
class EmbeddedCellTest {

  private static final int NODES = 2;
  private static final Resources CAPACITY = new Resources(4_000, 1L << 30);
  private static final Resources ONE = new Resources(1_000, 1L << 20);

  /** Far more than any of this takes; a machine may be slow, and a test that hangs must end. */
  private static final Duration LIMIT = Duration.ofMinutes(5);

  @TempDir private Path home;
  private EmbeddedCell cell;
  private Promises promises;
  private final List<ClientEvent> heard = new CopyOnWriteArrayList<>();

  @BeforeEach
  void open() throws Exception {
    promises = new Promises(Collections.nCopies(NODES, CAPACITY));
    cell = ObservedActor.start(options(), promises);
  }

  private EmbeddedCell.EmbeddedOptions options() {
    return new EmbeddedCell.EmbeddedOptions(NODES, CAPACITY, home, OptionalLong.of(1));
  }

  @AfterEach
  void nothingIsLeft() {
    cell.close();
    assertThat(processesBelow(home)).isEmpty();
    // A pool has ended a moment before the last of its threads is gone.
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () ->
                assertThat(Thread.getAllStackTraces().keySet())
                    .extracting(Thread::getName)
                    .noneMatch(name -> name.startsWith("cell") || name.startsWith("warden")));
  }

  private static List<String> processesBelow(Path home) {
    return ProcessHandle.allProcesses()
        .map(process -> environment(process.pid()))
        .filter(environment -> environment.contains("MUSTER_OUTPUT=" + home))
        .toList();
  }

  private static String environment(long pid) {
    try {
      return new String(
          Files.readAllBytes(Path.of("/proc/" + pid + "/environ")),
          java.nio.charset.StandardCharsets.ISO_8859_1);
    } catch (IOException gone) {
      return "";
    }
  }

  private static StageSpec stage(String name, int tasks, String line) {
    return StageSpec.of(name, tasks, ONE, List.of("sh", "-c", line));
  }

  private Submission submit(StageSpec... stages) {
    return cell.submit(JobSpec.of("test", stages), heard::add);
  }

  private JobReport run(StageSpec... stages) throws InterruptedException {
    return end(submit(stages));
  }

  /** What can be foretold of the stages: not what they used. */
  private static List<StageReport> counts(JobReport report) {
    return report.stages().stream()
        .map(
            each ->
                new StageReport(
                    each.name(),
                    each.tasks(),
                    each.running(),
                    each.succeeded(),
                    each.failed(),
                    each.attempts()))
        .toList();
  }

  private static JobReport end(Submission submission) throws InterruptedException {
    return ((ClientEvent.JobEnded) submission.await(LIMIT).orElseThrow()).report();
  }

  @Test
  void outputsGoWhenTheirTimeIsOverAndLogsStay() throws Exception {
    var kept = run(stage("leave", 1, "echo left > $MUSTER_OUTPUT/n"));
    forgetsAtOnce();
    var report = run(stage("leave", 1, "echo said; echo left > $MUSTER_OUTPUT/n"));
    forgetsAtOnce();

    var outputs = cell.directory(report.job()).root().resolve("outputs");
    await().atMost(LIMIT).until(() -> !Files.exists(outputs));
    assertThat(cell.directory(report.job()).root().resolve("tasks/leave/0/stdout.1"))
        .hasContent("said");
    assertThat(cell.directory(kept.job()).output("leave", 0).resolve("n"))
        .as("its own cell said for how long")
        .exists();
  }

  /** Another cell at the same home, which keeps the outputs of its own jobs for no time. */
  private void forgetsAtOnce() throws Exception {
    cell.close();
    promises = new Promises(Collections.nCopies(NODES, CAPACITY));
    var terms = new RunOptions(RunOptions.AttemptLimits.STANDARD, "", Duration.ofNanos(1));
    var options =
        new EmbeddedCell.EmbeddedOptions(
            NODES,
            CAPACITY,
            home,
            OptionalLong.of(1),
            terms,
            Map.of(),
            SampledOptions.STANDARD,
            1,
            List.of(),
            HybridOptions.STANDARD);
    cell = ObservedActor.start(options, promises);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theOperatorSaysWhichTasksOfHybridJobsGetContainers(boolean all) throws Exception {
    cell.close();
    promises = new Promises(Collections.nCopies(NODES, CAPACITY));
    var tiers = all ? HybridOptions.ONLY_G : HybridOptions.ONLY_Q;
    var options =
        new EmbeddedCell.EmbeddedOptions(NODES, CAPACITY, home, OptionalLong.of(1)).with(tiers);
    cell = ObservedActor.start(options, promises);
    var work = stage("work", 5, "true").withEstimate(1_000_000_000L);
    var job = JobSpec.of("test", work).withPolicy(JobSpec.HYBRID);
    var report = end(cell.submit(job, heard::add));
    assertThat(report.state()).isEqualTo(JobState.SUCCEEDED);
    assertThat(report.stages().getFirst().kinds().opportunistic()).isEqualTo(all ? 0 : 5);
  }

  @Test
  void jobsOfAllPoliciesShareACellOfSeveralSchedulers() throws Exception {
    cell.close();
    promises = new Promises(Collections.nCopies(NODES, CAPACITY));
    var options =
        new EmbeddedCell.EmbeddedOptions(
            NODES,
            CAPACITY,
            home,
            OptionalLong.of(1),
            RunOptions.STANDARD,
            Map.of(),
            SampledOptions.STANDARD,
            3,
            List.of(),
            HybridOptions.STANDARD);
    cell = ObservedActor.start(options, promises);
    for (var policy : List.of("sampled", JobSpec.SHARED, JobSpec.PARTITIONED)) {
      var job = JobSpec.of("test", stage("work", 50, "true")).withPolicy(policy);
      var report = end(cell.submit(job, heard::add));
      assertThat(report.state()).isEqualTo(JobState.SUCCEEDED);
      assertThat(report.policy()).isEqualTo(policy);
    }
  }

  @Test
  void aStageSaysWhatItsTasksUsed() throws Exception {
    var report = run(stage("work", 2, "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done"));
    assertThat(report.stages().getFirst().usage().cpuNs()).isPositive();
  }

  @Test
  void outputsGoFromStageToStage() throws Exception {
    var report =
        run(
            stage("count", 6, "echo $MUSTER_TASK_INDEX > $MUSTER_OUTPUT/n"),
            stage("sum", 1, "cat $MUSTER_INPUT/count/*/n | paste -sd+ | tee $MUSTER_OUTPUT/sum")
                .withAfter("count"));
    assertThat(report.state()).isEqualTo(JobState.SUCCEEDED);
    assertThat(counts(report))
        .containsExactly(
            new StageReport("count", 6, 0, 6, 0, 6), new StageReport("sum", 1, 0, 1, 0, 1));
    var directory = cell.directory(report.job());
    assertThat(directory.output("sum", 0).resolve("sum")).hasContent("0+1+2+3+4+5");
    assertThat(directory.stdout("sum", 0).orElseThrow()).hasContent("0+1+2+3+4+5");
    promises.verifyAllEnded();
  }

  @Test
  void theListenerHearsOfAcceptanceAndOfTheEndLast() throws Exception {
    var report = run(stage("only", 3, "true"));
    assertThat(heard.getFirst()).isEqualTo(new ClientEvent.JobAccepted("request-1", report.job()));
    assertThat(heard.getLast()).isEqualTo(new ClientEvent.JobEnded(report));
  }

  @Test
  void aTaskThatFailsIsTriedAgain() throws Exception {
    var report = run(stage("flaky", 4, "test $MUSTER_ATTEMPT = 3").withRetries(2));
    assertThat(report.state()).isEqualTo(JobState.SUCCEEDED);
    assertThat(counts(report)).containsExactly(new StageReport("flaky", 4, 0, 4, 0, 12));
  }

  @Test
  void aJobThatFailsShowsTheLastWords() throws Exception {
    var report =
        run(
            stage("bad", 1, "echo no such luck >&2; exit 7").withRetries(1),
            stage("never", 1, "true").withAfter("bad"));
    assertThat(report.state()).isEqualTo(JobState.FAILED);
    var failure = report.failures().getFirst();
    assertThat(failure.attempt()).isEqualTo(2);
    assertThat(failure.result().exitCode()).isEqualTo(7);
    assertThat(failure.result().detail()).isEqualTo("no such luck");
  }

  @Test
  void aTaskThatTakesTooLongIsEnded() throws Exception {
    var report =
        run(stage("slow", 1, "trap 'exit 0' TERM; sleep 60 & wait").withTimeout(300_000_000));
    assertThat(report.state()).isEqualTo(JobState.FAILED);
    assertThat(report.failures().getFirst().result().outcome()).isEqualTo(Outcome.TIMED_OUT);
  }

  @Test
  void aJobThatFitsNowhereIsToldSo() throws Exception {
    var huge = StageSpec.of("huge", 1, new Resources(64_000, 1), List.of("true"));
    var report = run(huge);
    assertThat(report.state()).isEqualTo(JobState.INFEASIBLE);
    assertThat(report.reasons().getFirst()).contains("needs 64 cpu");
  }

  @Test
  void cancellingEndsTasksThatDoNotListen() throws Exception {
    var submission = submit(stage("deaf", 20, "trap '' TERM; while :; do sleep 1; done"));
    await().atMost(LIMIT).until(() -> processesBelow(home).size() >= 2 * 4);
    assertThat(submission.cancel()).isTrue();
    assertThat(end(submission).state()).isEqualTo(JobState.CANCELLED);
    await().atMost(LIMIT).untilAsserted(() -> assertThat(processesBelow(home)).isEmpty());
  }

  @Test
  void aStageIsResizedWhileItRuns() throws Exception {
    var submission =
        submit(
            stage("work", 2, "test $MUSTER_TASK_INDEX = 0 || exec sleep 600"),
            stage("count", 1, "ls $MUSTER_INPUT/work | wc -l > $MUSTER_OUTPUT/n")
                .withAfter("work"));
    await().atMost(LIMIT).until(() -> !processesBelow(home).isEmpty());
    assertThat(submission.resize("work", 0)).isTrue();
    await().atMost(LIMIT).until(() -> heard.getLast() instanceof ClientEvent.ResizeRejected);
    assertThat(submission.resize("work", 1)).isTrue();
    var report = end(submission);

    assertThat(report.state()).isEqualTo(JobState.SUCCEEDED);
    assertThat(report.stages()).extracting(StageReport::tasks).containsExactly(1, 1);
    assertThat(heard)
        .contains(
            new ClientEvent.ResizeRejected(
                submission.key(), report.job(), 1, "`tasks`: must be at least 1, is 0"),
            new ClientEvent.ResizeAccepted(submission.key(), report.job(), 2, "work", 1));
    promises.verifyAllEnded();
  }

  @Test
  void closingEndsARunningJobAndSaysSo() {
    var submission = submit(stage("long", 20, "(setsid sleep 100 &); sleep 100"));
    await().atMost(LIMIT).until(() -> processesBelow(home).size() >= 2 * 4);
    cell.close();
    assertThatThrownBy(() -> submission.await(LIMIT))
        .isInstanceOf(IllegalStateException.class)
        .hasRootCauseMessage("the cell was closed");
    assertThat(submission.cancel()).isFalse();
  }

  @Test
  void twoThousandShortTasksRunOnceEach() throws Exception {
    var report = run(StageSpec.of("short", 2_000, ONE, List.of("true")));
    assertThat(report.state()).isEqualTo(JobState.SUCCEEDED);
    assertThat(counts(report)).containsExactly(new StageReport("short", 2_000, 0, 2_000, 0, 2_000));
    promises.verifyAllEnded();
  }

  @Test
  void twoCellsShareAHome() throws Exception {
    try (var other = EmbeddedCell.start(options())) {
      var write = stage("write", 5, "echo $MUSTER_JOB > $MUSTER_OUTPUT/job");
      var mine = submit(write);
      var theirs = other.submit(JobSpec.of("test", write), _ -> {});
      assertThat(end(mine).job()).isEqualTo(1);
      assertThat(end(theirs).job()).isEqualTo(2);
      assertThat(cell.directory(1).output("write", 4).resolve("job")).hasContent("job-1");
      assertThat(other.directory(2).output("write", 4).resolve("job")).hasContent("job-2");

      var second = submit(write);
      assertThat(second.await(LIMIT))
          .contains(
              new ClientEvent.JobRejected(
                  "request-2",
                  "another cell of this home has job-2; start a new cell for more jobs"));
      assertThat(end(other.submit(JobSpec.of("test", write), _ -> {})).job()).isEqualTo(3);
    }
  }

  @Test
  void aListenerThatBreaksHarmsNobody() throws Exception {
    var broken =
        cell.submit(
            JobSpec.of("broken", stage("s", 2, "true")),
            event -> {
              throw new IllegalArgumentException("on purpose: " + event);
            });
    assertThat(end(broken).state()).isEqualTo(JobState.SUCCEEDED);
    assertThat(run(stage("s", 2, "true")).state()).isEqualTo(JobState.SUCCEEDED);
  }

  @Test
  void aListenerThatBlocksHoldsUpNewsAndNoTask() throws Exception {
    var gate = new CountDownLatch(1);
    var blocked = cell.submit(JobSpec.of("blocked", stage("s", 2, "true")), _ -> pass(gate));
    var other = submit(stage("s", 1, "echo done > $MUSTER_OUTPUT/done"));
    var output = cell.directory(2).output("s", 0).resolve("done");
    await().atMost(LIMIT).until(() -> Files.exists(output));
    gate.countDown();
    assertThat(end(blocked).state()).isEqualTo(JobState.SUCCEEDED);
    assertThat(end(other).state()).isEqualTo(JobState.SUCCEEDED);
  }

  @Test
  void whatAFullInboxDoesNotHearFailsAlone() throws Exception {
    var hold = new Hold();
    try (var deaf = EmbeddedCell.start(options(), ObservedActor.by(hold), _ -> {}, 1)) {
      var first = deaf.submit(JobSpec.of("first", stage("s", 1, "sleep 1000")), _ -> {});
      // Whoever brings a word may turn the loop, and is held up then.
      var bringer = Thread.ofVirtual().start(first::cancel);
      hold.reached.await();
      while (first.cancel()) {}
      assertThat(deaf.lostMessages()).isPositive();
      var second = deaf.submit(JobSpec.of("second", stage("s", 1, "true")), _ -> {});
      assertThatThrownBy(() -> second.await(LIMIT))
          .isInstanceOf(IllegalStateException.class)
          .hasRootCauseMessage("the cell does not listen");
      hold.gate.countDown();
      assertThat(end(first).state()).isEqualTo(JobState.CANCELLED);
      bringer.join();
    }
  }

  /** The loop of the cell stops at the first word of the kind, so that its inbox fills up. */
  private static final class Hold implements Observer {

    final CountDownLatch reached = new CountDownLatch(1);
    final CountDownLatch gate = new CountDownLatch(1);

    @Override
    public void delivered(Address<?> to, Event event) {
      if (event instanceof ClientEvent.AbandonJob) {
        reached.countDown();
        pass(gate);
      }
    }
  }

  private static void pass(CountDownLatch gate) {
    try {
      gate.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void thisMachineHasProcessorsAndMemory() {
    var capacity = EmbeddedCell.EmbeddedOptions.ofThisMachine(home).capacity();
    assertThat(capacity.cpuMillis()).isGreaterThanOrEqualTo(1_000);
    assertThat(capacity.memoryBytes()).isGreaterThan(100L << 20);
  }
}
