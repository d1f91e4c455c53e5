package dev.muster.core.scheduler.place.hybrid;

import static dev.muster.core.fake.Jobs.S;
import static dev.muster.core.fake.Jobs.stage;
import static dev.muster.core.scheduler.place.hybrid.HybridCell.hybrid;
import static dev.muster.core.scheduler.place.hybrid.HybridCell.on;
import static dev.muster.core.scheduler.place.hybrid.HybridCell.request;
import static dev.muster.core.scheduler.place.hybrid.HybridCell.sent;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.event.MasterEvent.RequestContainers;
import dev.muster.core.event.Notice.TaskExplained;
import dev.muster.core.event.SchedulerEvent.ExplainTask;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.scheduler.place.hybrid.HybridCell.Sent;
import dev.muster.core.scheduler.place.hybrid.HybridOptions.Adaptation;
import dev.muster.model.JobSpec;
import dev.muster.model.Outcome;
import dev.muster.model.RunResult;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a scheduler changes by what it measures of its own attempts. */
final class AdaptationTest {

  private static final HybridOptions JUDGING =
      HybridOptions.ONLY_Q.with(Adaptation.NONE.withDistrust());
  private static final HybridOptions STEERING =
      HybridOptions.SHORT_10_70_Q.with(Adaptation.NONE.withSteering());

  private long job;
  private HybridCell cell = new HybridCell(10, JUDGING);

  private static RecordingEffects finish(HybridCell cell, Sent sent, RunResult result, long ranNs) {
    var work = sent.place().work();
    return cell.cell.scheduler.tell(
        new TaskFinished(
            sent.node(), sent.id(), work.job(), work.stage(), work.index(), result, ranNs));
  }

  private static String why(HybridCell cell, long job, int task) {
    var out = cell.cell.scheduler.tell(new ExplainTask(job, 0, task));
    return ((TaskExplained) out.published().getLast()).why().summary();
  }

  // Estimates.

  /** Of tasks that are stated to take a second, and of which nothing is learnt for other jobs. */
  private JobSpec fresh(int tasks) {
    return hybrid(stage("s" + job, tasks).withEstimate(S));
  }

  private JobSpec of(String user, int tasks) {
    return fresh(tasks).withUser(user);
  }

  /** A job of one task that is stated to take a second, and is sent at once or in a container. */
  private void run(String user, long ranNs) {
    var planned = cell.plan(++job, of(user, 1));
    var sent = sent(planned);
    if (sent.isEmpty()) {
      sent = sent(cell.grant(job, on(0, request(planned).claims())));
    }
    finish(cell, sent.getFirst(), RunResult.SUCCESS, ranNs);
  }

  private void run(int jobs, String user, long ranNs) {
    for (int count = 0; count < jobs; count++) {
      run(user, ranNs);
    }
  }

  private int opportunistic(String user) {
    return sent(cell.plan(++job, of(user, 4))).size();
  }

  @Test
  void tasksOfWhoeverStatesTooLittleAreGuaranteed() {
    run(StatedEstimates.MIN_VOTES - 1, "eve", 5 * S);
    assertThat(opportunistic("eve")).as("too few to judge").isEqualTo(4);
    run("eve", 5 * S);
    assertThat(opportunistic("eve")).isZero();
    assertThat(why(cell, job, 0))
        .contains("waits for a container")
        .endsWith("; all of its owner are guaranteed, for they take 5.0 times as long as stated");
    assertThat(opportunistic("adam")).isEqualTo(4);
    assertThat(why(cell, job, 0)).doesNotContain("as stated");

    run(StatedEstimates.WINDOW, "eve", S);
    assertThat(opportunistic("eve")).as("right again").isEqualTo(4);
  }

  @Test
  void whatWasDrawnBeforeIsDrawnAnew() {
    run(StatedEstimates.MIN_VOTES - 1, "eve", 5 * S);
    var few = cell.plan(++job, of("eve", 8).withTokens(2));
    long large = job;
    assertThat(sent(few)).hasSize(4);
    run("eve", 5 * S);
    var rest = finish(cell, sent(few).getFirst(), RunResult.SUCCESS, 5 * S);
    assertThat(sent(rest)).isEmpty();
    assertThat(request(rest)).returns(large, each -> each.job());
    assertThat(request(rest).claims()).hasSize(2);
  }

  @Test
  void aTaskThatComesBackIsNotSentAgainForSuchAnOwner() {
    run(StatedEstimates.MIN_VOTES - 1, "eve", 5 * S);
    var one = sent(cell.plan(++job, of("eve", 1))).getFirst();
    run("eve", 5 * S);
    cell.returned(one);
    assertThat(sent(cell.cell.beatAfter(S))).isEmpty();
  }

  @Test
  void oneStageIsOneVoteAndFailuresAreNone() {
    for (var sent : sent(cell.plan(++job, of("eve", 100)))) {
      finish(cell, sent, RunResult.SUCCESS, 5 * S);
    }
    assertThat(opportunistic("eve")).isEqualTo(4);
    for (int count = 0; count < 2 * StatedEstimates.MIN_VOTES; count++) {
      var sent = sent(cell.plan(++job, of("bob", 1)));
      finish(cell, sent.getFirst(), RunResult.of(Outcome.FAILED, 1, ""), 5 * S);
      assertThat(opportunistic("bob")).isEqualTo(4);
    }
  }

  @Test
  void theEstimateInTheJobFileCountsThoughItIsRefined() {
    for (int count = 0; count < StatedEstimates.MIN_VOTES; count++) {
      for (var sent : sent(cell.plan(++job, of("eve", 9)))) {
        cell.started(sent);
        cell.cell.scheduler.after(5 * S);
        finish(cell, sent, RunResult.SUCCESS, 5 * S);
      }
    }
    var again = hybrid(stage("another", 4).withEstimate(S)).withUser("eve");
    assertThat(sent(cell.plan(++job, again))).as("of a stage nothing is learnt of").isEmpty();
  }

  @Test
  void jobsWithoutAUserAreJudgedByTheirQueue() {
    run(StatedEstimates.MIN_VOTES, "", 5 * S);
    assertThat(opportunistic("")).isZero();
    assertThat(sent(cell.plan(++job, of("", 4).withQueue("other")))).hasSize(4);
    assertThat(opportunistic("queue root")).as("a user of that name").isEqualTo(4);
  }

  @Test
  void withoutTheSwitchNobodyIsJudged() {
    cell = new HybridCell(10, HybridOptions.ONLY_Q);
    run(2 * StatedEstimates.WINDOW, "eve", 50 * S);
    assertThat(opportunistic("eve")).isEqualTo(4);
  }

  // t_d and p_q.

  /**
   * A job each second for a while: its containers come after so long, its opportunistic tasks start
   * after so long.
   */
  private void load(int seconds, int containerSeconds, int queueSeconds) {
    load(seconds, containerSeconds, queueSeconds, true);
  }

  /** The same; where nodes do not report it, only the end of an opportunistic task tells of it. */
  private void load(int seconds, int containerSeconds, int queueSeconds, boolean reportsStart) {
    List<List<Long>> wanted = new ArrayList<>();
    List<List<Sent>> queued = new ArrayList<>();
    long first = job + 1;
    for (int second = 0; second < seconds; second++) {
      var planned = cell.plan(++job, fresh(20));
      wanted.add(claims(planned));
      queued.add(sent(planned));
      cell.cell.beatAfter(S);
      int granted = second + 1 - containerSeconds;
      if (granted >= 0) {
        for (var each : sent(cell.grant(first + granted, on(0, wanted.get(granted))))) {
          finish(cell, each, RunResult.SUCCESS, S);
        }
      }
      int begins = second + 1 - queueSeconds;
      if (begins >= 0) {
        for (var each : queued.get(begins)) {
          if (reportsStart) {
            cell.started(each);
          }
          finish(cell, each, RunResult.SUCCESS, S);
        }
      }
    }
  }

  private static List<Long> claims(RecordingEffects planned) {
    return planned.sent(RequestContainers.class).isEmpty() ? List.of() : request(planned).claims();
  }

  /** What a task is told that waits for a container. */
  private String rule() {
    var planned = cell.plan(++job, fresh(200));
    var queued = sent(planned).stream().map(Sent::task).toList();
    int waits = 0;
    while (queued.contains(waits)) {
      waits++;
    }
    return why(cell, job, waits);
  }

  @Test
  void moreTasksAreOpportunisticWhileThatIsQuicker() {
    cell = new HybridCell(10, STEERING);
    load(24, 9, 1);
    var why = rule();
    assertThat(why)
        .containsPattern("; [89][0-9]% of tasks below 10s are opportunistic")
        .containsPattern("delays of [0-9.]+s guaranteed and (1s|1\\.1s|0\\.9s) opportunistic")
        .endsWith("make that more");
  }

  @Test
  void fewerAreWhileContainersComeSooner() {
    cell = new HybridCell(10, STEERING);
    load(24, 1, 9);
    assertThat(rule())
        .containsPattern("; [1-5][0-9]% of tasks below 10s are opportunistic")
        .endsWith("make that fewer");
  }

  /** Tasks may be shorter than the time between two reports of their node. */
  @Test
  void tasksThatEndBeforeTheirNodeSaysThatTheyRunHaveStarted() {
    cell = new HybridCell(10, STEERING);
    load(24, 9, 1, false);
    assertThat(rule())
        .containsPattern("delays of [0-9.]+s guaranteed and (0s|0\\.1s) opportunistic")
        .endsWith("make that more");
  }

  @Test
  void withoutTheSwitchNothingMoves() {
    cell = new HybridCell(10, HybridOptions.SHORT_10_70_Q);
    load(24, 9, 1);
    assertThat(rule()).endsWith("; 70% of tasks below 10s are opportunistic");
  }

  @Test
  void onlyGIsWhereItMayBeginToo() {
    cell = new HybridCell(10, HybridOptions.ONLY_G.with(Adaptation.NONE.withSteering()));
    assertThat(sent(cell.plan(1, hybrid(400)))).hasSizeBetween(5, 40);
  }
}
