package dev.muster.core.scheduler;

import static dev.muster.core.fake.Jobs.MS;
import static dev.muster.core.fake.Jobs.stage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Lifecycle;
import dev.muster.core.event.MasterEvent.JobFinished;
import dev.muster.core.event.NodeEvent.EnqueueReservation;
import dev.muster.core.event.NodeEvent.LaunchTask;
import dev.muster.core.event.NodeEvent.NoTask;
import dev.muster.core.event.NodeEvent.WithdrawReservation;
import dev.muster.core.event.Notice.TaskExplained;
import dev.muster.core.event.SchedulerEvent.ExplainTask;
import dev.muster.core.fake.Effect.Publish;
import dev.muster.core.fake.Effect.Send;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.scheduler.task.TaskExclusions;
import dev.muster.model.Explanation.Candidate;
import dev.muster.model.Explanation.Candidate.CandidateOutcome;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.RunResult;
import dev.muster.model.Where;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What a scheduler makes of nodes on which tasks fail. */
final class FaultyNodesTest {

  private static final RunResult FAILED = RunResult.failed(1, "no such library");
  private static final RunResult NOT_STARTED = RunResult.notStarted("No space left on device");
  private static final long S = 1_000 * MS;

  private SchedulerCell cell = new SchedulerCell(4);

  /** The reservations that wait at each node, as far as the test has seen them go out. */
  private final TreeMap<Integer, List<Long>> waiting = new TreeMap<>();

  private List<Long> at(int node) {
    return waiting.computeIfAbsent(node, _ -> new ArrayList<>());
  }

  private RecordingEffects note(RecordingEffects effects) {
    for (var send : effects.only(Send.class)) {
      if (send.event() instanceof EnqueueReservation enqueue) {
        at(send.to().index()).add(enqueue.reservation());
      }
      if (send.event() instanceof WithdrawReservation withdrawn) {
        at(send.to().index()).remove(withdrawn.reservation());
      }
    }
    return effects;
  }

  private void submit(int tasks, int retries) {
    note(cell.plan(1, JobSpec.of("job", stage("work", tasks).withRetries(retries))));
  }

  private long reservationAt(int node) {
    return at(node).removeFirst();
  }

  /** The node asks for a task with its first reservation, and the attempt ends so. */
  private RecordingEffects run(int node, RunResult result) {
    long reservation = reservationAt(node);
    var given = note(cell.wanted(node, reservation));
    var work = given.sent(LaunchTask.class).getFirst().work();
    return note(cell.finished(node, reservation, work, result));
  }

  /** Whether the node gets no task for its first reservation. */
  private boolean isRefused(int node) {
    return !note(cell.wanted(node, reservationAt(node))).sent(NoTask.class).isEmpty();
  }

  private List<Integer> reservedAt(RecordingEffects effects) {
    return effects.only(Send.class).stream()
        .filter(send -> send.event() instanceof EnqueueReservation)
        .map(send -> send.to().index())
        .toList();
  }

  private List<Candidate> explained(int task) {
    var effects = cell.scheduler.tell(new ExplainTask(1, 0, task));
    return effects.only(Publish.class).stream()
        .map(Publish::event)
        .map(TaskExplained.class::cast)
        .toList()
        .getFirst()
        .why()
        .candidates();
  }

  /** On each of so many nodes as many different tasks fail as make a streak. */
  private void failTogether(int nodes) {
    List<Runnable> ends = new ArrayList<>();
    for (int node = 0; node < nodes; node++) {
      for (int i = 0; i < NodeBlame.STREAK; i++) {
        int at = node;
        long reservation = reservationAt(node);
        var work = cell.assigned(node, reservation);
        ends.add(() -> note(cell.finished(at, reservation, work, FAILED)));
      }
    }
    for (int i = 0; i < ends.size(); i++) {
      ends.get(i * (NodeBlame.STREAK * (nodes - 1) + 1) % ends.size()).run(); // in no order
    }
  }

  // One task.

  @Test
  void aTaskThatDidNotStartIsTriedElsewhereAtNoCost() {
    submit(1, 0);
    var again = run(0, NOT_STARTED);

    assertThat(again.sent(JobFinished.class)).isEmpty();
    assertThat(reservedAt(again)).doesNotContain(0);
    var ended = run(reservedAt(again).getFirst(), RunResult.SUCCESS);
    assertThat(at(0)).isEmpty();
    assertThat(ended.sent(JobFinished.class))
        .extracting(end -> end.report().state())
        .containsExactly(JobState.SUCCEEDED);
  }

  @Test
  void aTaskThatNoNodeCanStartIsGivenUpAndSaysWhere() {
    submit(1, 0);
    RecordingEffects last = run(0, NOT_STARTED);
    for (int more = 0; more < TaskExclusions.MAX_NOT_STARTED; more++) {
      assertThat(last.sent(JobFinished.class)).isEmpty();
      last = run(reservedAt(last).getFirst(), NOT_STARTED);
    }
    var report = last.sent(JobFinished.class).getFirst().report();
    assertThat(report.state()).isEqualTo(JobState.FAILED);
    assertThat(report.failures().getFirst().result().detail())
        .startsWith("its nodes could not start it 21 times")
        .contains("on node-0: No space left on device", "on node-1: No space left on device");
  }

  @Test
  void aTaskIsNotTriedAgainWhereItFailed() {
    submit(1, 1);
    var again = run(0, FAILED);

    assertThat(reservedAt(again)).hasSize(2).doesNotContain(0);
    assertThat(explained(0))
        .contains(Candidate.ruledOut(0, "is not tried again: FAILED no such library", 0))
        .filteredOn(one -> one.outcome() == CandidateOutcome.RULED_OUT)
        .hasSize(1);
  }

  @Test
  void aNodeThatAsksForATaskThatFailedThereGetsAnotherOrNone() {
    submit(2, 1);
    run(0, FAILED);
    assertThat(at(0)).as("one that went out before").isNotEmpty();

    var other = note(cell.wanted(0, reservationAt(0)));
    assertThat(other.sent(LaunchTask.class))
        .extracting(one -> one.work().index())
        .containsExactly(1);
    for (int node = 1; node < 4; node++) {
      if (!at(node).isEmpty()) {
        assertThat(cell.assigned(node, reservationAt(node)).index()).isZero();
        return;
      }
    }
  }

  @Test
  void whereNoOtherNodeWillDoTheTaskIsTriedThereAgain() {
    cell = new SchedulerCell(1);
    submit(1, 1);
    run(0, FAILED);

    assertThat(run(0, RunResult.SUCCESS).sent(JobFinished.class)).hasSize(1);
  }

  @Test
  void afterAMinuteTheNodeWillDoAgain() {
    cell = new SchedulerCell(2);
    submit(1, 2);
    run(0, FAILED);
    assertThat(at(0)).as("two of two reservations are at the other node").isEmpty();
    assertThat(at(1)).hasSize(2);
    cell.scheduler.after(TaskExclusions.EXCLUDED_NS);

    run(1, FAILED);
    assertThat(at(0)).isNotEmpty();
    assertThat(isRefused(0)).isFalse();
  }

  /** Whatever waits at node 0 asks before all others, and fails there. */
  @Test
  void aBlackHoleCostsNoTaskMoreThanOneTry() {
    submit(12, 1);
    var ended = new RecordingEffects();
    while (ended.sent(JobFinished.class).isEmpty()) {
      var asking = waiting.values().stream().filter(each -> !each.isEmpty()).findFirst();
      int node = asking.map(each -> cell.nodeOf(each.getFirst())).orElseThrow();
      long reservation = reservationAt(node);
      var given = note(cell.wanted(node, reservation)).sent(LaunchTask.class);
      if (!given.isEmpty()) {
        var result = node == 0 ? FAILED : RunResult.SUCCESS;
        ended = note(cell.finished(node, reservation, given.getFirst().work(), result));
      }
    }
    var report = ended.sent(JobFinished.class).getFirst().report();
    assertThat(report.state()).isEqualTo(JobState.SUCCEEDED);
    assertThat(report.stages().getFirst().attempts()).isLessThanOrEqualTo(24);
  }

  // One node.

  /** Three succeed on others, three fail on node 0. */
  private void blame() {
    submit(40, 5);
    for (int node = 1; node < 4; node++) {
      run(node, RunResult.SUCCESS);
    }
    run(0, FAILED);
    run(0, FAILED);
    run(0, FAILED);
  }

  @Test
  void aNodeWhoseTasksFailUnlikeOthersIsAvoided() {
    blame();

    assertThat(isRefused(0)).isTrue();
    assertThat(isRefused(1)).isFalse();
    assertThat(explained(39))
        .contains(
            Candidate.ruledOut(
                0,
                "is avoided: tasks fail there and not elsewhere, the last one with: no such library",
                0));
  }

  @Test
  void aBlamedNodeIsTriedWithOneTaskAndClearedByASuccess() {
    passTrial();
  }

  private void passTrial() {
    blame();
    cell.scheduler.after(10 * S);
    long trial = reservationAt(0);
    var work = cell.assigned(0, trial);
    assertThat(isRefused(0)).as("one is enough").isTrue();

    note(cell.finished(0, trial, work, RunResult.SUCCESS));
    assertThat(isRefused(0)).isFalse();
    assertThat(isRefused(0)).isFalse();
  }

  @Test
  void aTrialThatFailsMakesThePauseLonger() {
    failTrial();
  }

  private void failTrial() {
    blame();
    cell.scheduler.after(10 * S);
    run(0, FAILED);
    cell.scheduler.after(20 * S - 1);
    assertThat(isRefused(0)).isTrue();
    cell.scheduler.after(1);
    assertThat(isRefused(0)).isFalse();
  }

  @Test
  void aTrialThatIsLostIsFollowedByAnother() {
    blame();
    cell.scheduler.after(10 * S);
    assertThat(isRefused(0)).isFalse();
    cell.scheduler.after(30 * S - 1);
    assertThat(isRefused(0)).isTrue();
    cell.scheduler.after(1);
    assertThat(isRefused(0)).isFalse();
  }

  @Test
  void aLateSuccessClearsANodeThatIsAvoided() {
    succeedLate();
  }

  private void succeedLate() {
    submit(40, 5);
    long early = reservationAt(0);
    var work = cell.assigned(0, early);
    for (int node = 1; node < 4; node++) {
      run(node, RunResult.SUCCESS);
    }
    for (int i = 0; i < NodeBlame.STREAK; i++) {
      run(0, FAILED);
    }
    assertThat(isRefused(0)).isTrue();
    note(cell.finished(0, early, work, RunResult.SUCCESS));

    assertThat(isRefused(0)).isFalse();
  }

  @Test
  void failuresBeforeASuccessAreNotCounted() {
    submit(40, 5);
    for (int node = 1; node < 4; node++) {
      run(node, RunResult.SUCCESS);
    }
    for (int i = 1; i < NodeBlame.STREAK; i++) {
      run(0, FAILED);
    }
    run(0, RunResult.SUCCESS);
    run(0, FAILED);

    assertThat(isRefused(0)).isFalse();
  }

  @Test
  void aStageThatFailsEverywhereBlamesNobody() {
    submit(40, 5);
    failTogether(4);
    for (int node = 0; node < 4; node++) {
      assertThat(isRefused(node)).isFalse();
    }
  }

  @Test
  void aStageThatFailsEverywhereAfterAGoodOneBlamesNobody() {
    cell = new SchedulerCell(16);
    submit(80, 0);
    for (int round = 0; round < 4; round++) {
      for (int node = 0; node < 16; node++) {
        run(node, RunResult.SUCCESS);
      }
    }
    waiting.clear();
    note(cell.plan(2, JobSpec.of("bad", stage("work", 80).withRetries(5))));
    failTogether(16);
    for (int node = 0; node < 16; node++) {
      assertThat(isRefused(node)).isFalse();
    }
  }

  @Test
  void oneTaskThatFailsAgainAndAgainIsNoReason() {
    note(cell.plan(2, JobSpec.of("good", stage("work", 20))));
    for (int node = 1; node < 4; node++) {
      run(node, RunResult.SUCCESS);
    }
    waiting.clear();
    var onlyThere = Where.ANYWHERE.withPrefer(List.of(List.of(0)), Where.FIRM);
    note(cell.plan(1, JobSpec.of("bad", stage("work", 1).withRetries(9).withWhere(onlyThere))));
    for (int i = 0; i < 2 * NodeBlame.STREAK; i++) {
      run(0, FAILED);
    }
    assertThat(explained(0))
        .extracting(Candidate::reason)
        .noneMatch(why -> why.contains("avoided"));
  }

  @Test
  void noMoreThanAQuarterOfTheNodesIsAvoided() {
    cell = new SchedulerCell(8);
    submit(200, 9);
    for (int round = 0; round < 4; round++) {
      for (int node = 3; node < 8; node++) {
        run(node, RunResult.SUCCESS);
      }
    }
    for (int node = 0; node < 3; node++) {
      for (int i = 0; i < NodeBlame.STREAK; i++) {
        run(node, FAILED);
      }
    }
    assertThat(isRefused(0)).isTrue();
    assertThat(isRefused(1)).isTrue();
    assertThat(isRefused(2)).as("a third of eight").isFalse();
  }

  /** For {@link LifecyclesTest}: all that may become of a blamed node. */
  static List<Lifecycle<?>> blamedNodes() {
    var story = new FaultyNodesTest();
    story.failTrial();
    var other = new FaultyNodesTest();
    other.passTrial();
    var late = new FaultyNodesTest();
    late.succeedLate();
    List<Lifecycle<?>> all = new ArrayList<>(story.cell.scheduler.lifecycles());
    all.addAll(other.cell.scheduler.lifecycles());
    all.addAll(late.cell.scheduler.lifecycles());
    return all;
  }
}
