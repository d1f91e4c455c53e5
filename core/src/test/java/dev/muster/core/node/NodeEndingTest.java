package dev.muster.core.node;

import static dev.muster.core.fake.Jobs.S;
import static dev.muster.core.fake.Jobs.UNIT;
import static dev.muster.core.fake.Jobs.stage;
import static dev.muster.core.node.NodeStory.CAPACITY;
import static dev.muster.core.node.NodeStory.INDEX;
import static dev.muster.core.node.NodeStory.SCHEDULER;
import static dev.muster.core.node.NodeStory.TIMING;
import static dev.muster.core.node.NodeStory.asked;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Work;
import dev.muster.core.event.NodeEvent.LaunchTask;
import dev.muster.core.event.NodeEvent.RunExited;
import dev.muster.core.event.SchedulerEvent.ReservationsConfirmed;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.core.event.Wake;
import dev.muster.core.fake.Effect.End;
import dev.muster.core.fake.Effect.Send;
import dev.muster.core.fake.Effect.Start;
import dev.muster.core.fake.Effect.WakeAt;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.model.JobSpec;
import dev.muster.model.Outcome;
import dev.muster.model.RunResult;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How a node ends what nobody wants any more or what takes too long. */
final class NodeEndingTest {

  private static final RunResult TERMINATED = RunResult.failed(143, "");
  private static final long GRACE = TIMING.killGraceNs();

  /** The answer to a kill where nothing is left to end. */
  private static final Send GONE =
      new Send(SCHEDULER, new ReservationsConfirmed(INDEX, 5, List.of(), List.of(1L)));

  private final NodeStory story = new NodeStory();

  private RunResult exits(RunResult exit) {
    return story.tell(new RunExited(1, exit)).sent(TaskFinished.class).getFirst().result();
  }

  // Killed, in each state.

  @Test
  void killedWhileItWaitsItIsGone() {
    story.running(9, CAPACITY);
    story.reserve(1, UNIT);

    assertThat(story.kill(1).all()).containsExactly(GONE);
    assertThat(story.node.waiting()).isZero();
  }

  @Test
  void killedWhileItAsksItIsGoneAndItsAllocationIsReleased() {
    long ask = story.asking(1, CAPACITY);
    story.reserve(2, UNIT);
    var killed = story.kill(1);

    assertThat(asked(killed)).containsExactly(2L);
    assertThat(killed.all()).contains(GONE);
    assertThat(story.assign(1, ask).all()).as("the task that was under way").isEmpty();
  }

  @Test
  void killedWhileItRunsItIsEndedPolitelyThenByForce() {
    story.running(1, CAPACITY);
    story.reserve(2, UNIT);
    assertThat(story.kill(1).all())
        .containsExactly(new End(1, false), new WakeAt(GRACE, NodeTimer.RUN_DEADLINE));
    assertThat(story.kill(1).all()).as("once").isEmpty();
    assertThat(story.node.running()).as("it runs until it has ended").isEqualTo(1);
    assertThat(story.stepped.after(GRACE).tell(new Wake(NodeTimer.RUN_DEADLINE)).all())
        .containsExactly(new End(1, true), new WakeAt(2 * GRACE, NodeTimer.RUN_DEADLINE));

    var ended = story.tell(new RunExited(1, TERMINATED));
    assertThat(ended.sent(TaskFinished.class).getFirst().result())
        .isEqualTo(RunResult.of(Outcome.KILLED, 143, ""));
    assertThat(asked(ended)).containsExactly(2L);
  }

  @Test
  void killedAfterItEndedItsResultIsTheAnswer() {
    story.running(1, UNIT);
    story.exited(1);

    assertThat(story.kill(1).all()).isEmpty();
    assertThat(story.beatAfter(S).sent(TaskFinished.class)).hasSize(1);
  }

  @Test
  void killedWhereNobodyKnowsItItIsSaidToBeGone() {
    assertThat(story.kill(1).all()).containsExactly(GONE);
  }

  @Test
  void aSuccessThatWasFasterThanTheKillIsASuccess() {
    story.running(1, UNIT);
    story.kill(1);

    assertThat(exits(RunResult.SUCCESS)).isEqualTo(RunResult.SUCCESS);
  }

  // Timeouts.

  private RecordingEffects runningWithTimeout(long timeoutNs) {
    return startWithTimeout(1, timeoutNs);
  }

  private RecordingEffects startWithTimeout(long id, long timeoutNs) {
    var spec = JobSpec.of("job", stage("work", 1).withTimeout(timeoutNs));
    return story.tell(new LaunchTask(id, story.asking(id, UNIT), Work.of(id, spec, 0, 0, 1)));
  }

  @Test
  void whatTakesTooLongIsEndedPolitelyThenByForceWithTheReason() {
    assertThat(runningWithTimeout(90 * S).all())
        .hasSize(2)
        .hasAtLeastOneElementOfType(Start.class)
        .contains(new WakeAt(90 * S, NodeTimer.RUN_DEADLINE));
    assertThat(story.stepped.after(90 * S).tell(new Wake(NodeTimer.RUN_DEADLINE)).all())
        .containsExactly(new End(1, false), new WakeAt(90 * S + GRACE, NodeTimer.RUN_DEADLINE));
    assertThat(
            story.stepped.after(GRACE - 1).tell(new Wake(NodeTimer.RUN_DEADLINE)).only(End.class))
        .isEmpty();
    assertThat(story.stepped.after(1).tell(new Wake(NodeTimer.RUN_DEADLINE)).only(End.class))
        .containsExactly(new End(1, true));

    assertThat(exits(RunResult.failed(137, "last words")))
        .isEqualTo(
            RunResult.of(
                Outcome.TIMED_OUT, 137, "took longer than its timeout of 1m30s\nlast words"));
  }

  @Test
  void withoutLastWordsOnlyTheReasonIsTold() {
    runningWithTimeout(2 * S);
    story.stepped.after(2 * S).tell(new Wake(NodeTimer.RUN_DEADLINE));

    assertThat(exits(TERMINATED).detail()).isEqualTo("took longer than its timeout of 2s");
  }

  @Test
  void manyTimeoutsNeedOneTimer() {
    var spec = JobSpec.of("job", stage("work", 1).withTimeout(90 * S));
    int timers = 0;
    for (int id = 1; id <= 100; id++) {
      long ask = story.asking(id, UNIT);
      var started = story.tell(new LaunchTask(id, ask, Work.of(1, spec, 0, 0, id)));
      timers += started.only(WakeAt.class).size();
      story.stepped.after(1);
      story.exited(id);
    }

    assertThat(timers).isEqualTo(1);
  }

  @Test
  void aTimerOfARunThatHasEndedDoesNothing() {
    runningWithTimeout(2 * S);
    story.exited(1);

    assertThat(story.stepped.after(2 * S).tell(new Wake(NodeTimer.RUN_DEADLINE)).all()).isEmpty();
  }

  @Test
  void killedBeforeItsTimeoutItWasKilled() {
    runningWithTimeout(2 * S);
    story.stepped.after(S);
    story.kill(1);
    assertThat(story.stepped.after(S).tell(new Wake(NodeTimer.RUN_DEADLINE)).only(End.class))
        .as("its timeout is no grace that has run out")
        .isEmpty();

    assertThat(exits(TERMINATED).outcome()).isEqualTo(Outcome.KILLED);
  }

  @Test
  void killedAfterItsTimeoutItTimedOut() {
    runningWithTimeout(2 * S);
    story.stepped.after(2 * S).tell(new Wake(NodeTimer.RUN_DEADLINE));
    assertThat(story.kill(1).all()).isEmpty();

    assertThat(exits(TERMINATED).outcome()).isEqualTo(Outcome.TIMED_OUT);
  }

  @Test
  void withoutATimeoutNoTimerIsSet() {
    assertThat(runningWithTimeout(0).only(WakeAt.class)).isEmpty();
  }

  @Test
  void aTimerThatAnEarlierOneOvertookDoesNothing() {
    startWithTimeout(1, 10 * S);
    startWithTimeout(2, 5 * S);
    story.exited(2);
    story.stepped.after(5 * S);
    story.tell(new Wake(NodeTimer.RUN_DEADLINE));
    story.stepped.after(5 * S);
    assertThat(story.tell(new Wake(NodeTimer.RUN_DEADLINE)).all()).as("the timeout").isNotEmpty();

    assertThat(story.tell(new Wake(NodeTimer.RUN_DEADLINE)).all()).as("again").isEmpty();
  }
}
