package dev.muster.core.node;

import static dev.muster.core.fake.Jobs.S;
import static dev.muster.core.fake.Jobs.UNIT;
import static dev.muster.core.fake.Jobs.size;
import static dev.muster.core.node.NodeStory.CAPACITY;
import static dev.muster.core.node.NodeStory.INDEX;
import static dev.muster.core.node.NodeStory.SCHEDULER;
import static dev.muster.core.node.NodeStory.asked;
import static dev.muster.core.node.NodeStory.work;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.event.NodeEvent.DrainNode;
import dev.muster.core.event.NodeEvent.EnqueueReservation;
import dev.muster.core.event.NodeEvent.KillTask;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.NodeEvent.ProbeNode;
import dev.muster.core.event.NodeEvent.PromoteTask;
import dev.muster.core.event.NodeEvent.ResizeMachine;
import dev.muster.core.event.NodeEvent.RunExited;
import dev.muster.core.event.ReturnReason;
import dev.muster.core.event.SchedulerEvent.GetTask;
import dev.muster.core.event.SchedulerEvent.NodeProbed;
import dev.muster.core.event.SchedulerEvent.ReservationReturned;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.core.event.SchedulerEvent.TaskPromoted;
import dev.muster.core.event.Wake;
import dev.muster.core.fake.Effect.End;
import dev.muster.core.fake.Effect.Start;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.node.queue.QueueConfig;
import dev.muster.model.Admission;
import dev.muster.model.Demand;
import dev.muster.model.Outcome;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import dev.muster.model.Tier;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Guaranteed and opportunistic, reserved and queued, early and late on one node. */
final class NodeTiersTest {

  private static final RunResult KILLED = RunResult.failed(137, "");

  private final NodeStory story = new NodeStory();

  private static Demand guaranteed(Resources need) {
    return Demand.of(need);
  }

  private static Demand reserved(Resources need) {
    return Demand.of(need).with(Admission.RESERVED);
  }

  private static Demand opportunistic(Resources need) {
    return Demand.of(need).with(Tier.OPPORTUNISTIC).withEstimate(S);
  }

  private RecordingEffects place(long id, Demand demand) {
    return story.tell(new PlaceTask(SCHEDULER, id, demand, work(id)));
  }

  private static List<Long> launched(RecordingEffects effects) {
    return effects.only(Start.class).stream().map(Start::run).toList();
  }

  private static List<Long> killed(RecordingEffects effects) {
    return effects.only(End.class).stream().filter(End::force).map(End::run).toList();
  }

  private static List<ReturnReason> reasons(RecordingEffects effects) {
    return effects.sent(ReservationReturned.class).stream()
        .map(ReservationReturned::reason)
        .toList();
  }

  private static List<Long> returned(RecordingEffects effects) {
    return effects.sent(ReservationReturned.class).stream()
        .map(ReservationReturned::reservation)
        .toList();
  }

  private RecordingEffects dies(long id) {
    return story.tell(new RunExited(id, KILLED));
  }

  // Reserved.

  @Test
  void reservedStartsOnArrivalPastThoseThatWait() {
    story.running(1, size(3, 3));
    story.reserve(2, size(2, 2));

    assertThat(launched(place(3, reserved(UNIT)))).containsExactly(3L);
  }

  @Test
  void reservedEvictsWhoeverLosesLeastAndStartsWhenTheyAreGone() {
    place(1, opportunistic(size(2, 2)));
    story.stepped.after(S);
    place(2, opportunistic(UNIT));
    story.stepped.after(S);
    place(3, opportunistic(UNIT));
    var out = place(4, reserved(UNIT));
    assertThat(killed(out)).containsExactly(3L);
    assertThat(launched(out)).as("its resources are in use yet").isEmpty();

    var gone = dies(3);
    assertThat(launched(gone)).containsExactly(4L);
    assertThat(gone.sent(TaskFinished.class))
        .extracting(finished -> finished.result().outcome())
        .containsExactly(Outcome.EVICTED);
  }

  @Test
  void amongEqualsTheLowestIdIsEvictedFirst() {
    for (long id : List.of(54L, 52L, 53L, 51L)) {
      place(id, opportunistic(UNIT));
    }

    for (long id = 51; id <= 54; id++) {
      assertThat(killed(place(id - 50, reserved(UNIT)))).containsExactly(id);
    }
  }

  @Test
  void noOpportunisticTaskOvertakesAGuaranteedOneThatWaitsForAnExit() {
    place(1, opportunistic(size(2, 2)));
    place(2, opportunistic(size(2, 2)));
    assertThat(killed(place(3, guaranteed(size(3, 3))))).containsExactly(1L, 2L);
    assertThat(launched(place(4, opportunistic(UNIT)))).isEmpty();

    assertThat(launched(dies(1))).as("4 would fit now, 3 does not").isEmpty();
    assertThat(launched(dies(2))).containsExactly(3L, 4L);
  }

  @Test
  void thoseThatWaitForAnExitStartInTheOrderOfTheirArrival() {
    place(1, opportunistic(CAPACITY));
    for (long id = 2; id <= 5; id++) {
      place(id, guaranteed(UNIT));
    }

    assertThat(launched(dies(1))).containsExactly(2L, 3L, 4L, 5L);
  }

  @Test
  void noMoreAreEvictedThanNeeded() {
    place(1, opportunistic(size(3, 3)));
    story.stepped.after(S);
    place(2, opportunistic(UNIT));

    assertThat(killed(place(3, reserved(size(3, 3)))))
        .as("the small one loses less, but does not help")
        .containsExactly(1L);
  }

  @Test
  void reservedWithoutResourcesIsReturnedWithTheNumbersAndCounted() {
    story.running(1, size(3, 3));
    place(2, opportunistic(UNIT));
    var out = place(3, reserved(size(2, 2)));

    assertThat(out.sent(ReservationReturned.class))
        .containsExactly(
            new ReservationReturned(
                INDEX, 3, ReturnReason.UNAVAILABLE, "needs " + size(2, 2) + " of " + size(1, 1)));
    assertThat(killed(out)).as("evicting could not have helped").isEmpty();
    assertThat(story.node.brokenPromises()).isEqualTo(1);
  }

  // Opportunistic.

  @Test
  void opportunisticRunsOnlyWhereNoGuaranteedOneCan() {
    story.running(1, CAPACITY);
    place(2, opportunistic(UNIT));
    place(3, guaranteed(size(3, 3)));

    assertThat(launched(story.exited(1))).containsExactly(3L, 2L);
  }

  @Test
  void whatAGuaranteedOneCannotUseYetIsNotIdle() {
    story.running(1, size(3, 3));
    place(2, guaranteed(size(2, 2)));
    assertThat(launched(place(3, opportunistic(UNIT)))).containsExactly(3L);

    var out = story.exited(1);
    assertThat(launched(out)).as("fits beside it").containsExactly(2L);
    assertThat(killed(out)).isEmpty();
  }

  @Test
  void oneThatIsEndingAnywayGivesWayAtOnce() {
    place(1, opportunistic(CAPACITY));
    story.kill(1);
    assertThat(killed(place(2, guaranteed(CAPACITY)))).containsExactly(1L);

    var gone = dies(1);
    assertThat(launched(gone)).containsExactly(2L);
    assertThat(gone.sent(TaskFinished.class))
        .extracting(finished -> finished.result().outcome())
        .containsExactly(Outcome.KILLED);
  }

  @Test
  void oneThatIsEndingAnywayLosesNoWorkHoweverLongItRan() {
    place(1, opportunistic(size(2, 2)));
    story.stepped.after(10 * S);
    place(2, opportunistic(size(2, 2)));
    story.stepped.after(S);
    story.kill(1);

    assertThat(killed(place(3, guaranteed(UNIT)))).containsExactly(1L);
  }

  @Test
  void evictedAndStillThereItIsKilledAgain() {
    place(1, opportunistic(CAPACITY));
    place(2, guaranteed(CAPACITY));
    story.stepped.after(NodeStory.TIMING.killGraceNs());

    assertThat(killed(story.tell(new Wake(NodeTimer.RUN_DEADLINE)))).containsExactly(1L);
  }

  @Test
  void oneThatAsksForItsTaskGivesWayAndIsReturned() {
    var late = new EnqueueReservation(SCHEDULER, 1, opportunistic(CAPACITY));
    var ask = story.tell(late).sent(GetTask.class).getFirst();
    var out = place(2, guaranteed(UNIT));

    assertThat(reasons(out)).containsExactly(ReturnReason.EVICTED);
    assertThat(launched(out)).containsExactly(2L);
    assertThat(story.assign(1, ask.request()).all()).as("too late").isEmpty();
    assertThat(story.held(1L)).isEmpty();
  }

  @Test
  void ofThoseThatAskTheYoungestGivesWay() {
    story.tell(new EnqueueReservation(SCHEDULER, 1, opportunistic(size(2, 2))));
    story.tell(new EnqueueReservation(SCHEDULER, 2, opportunistic(size(2, 2))));

    assertThat(returned(place(3, guaranteed(UNIT)))).containsExactly(2L);
    assertThat(story.held(1L, 2L)).containsExactly(1L);
  }

  // Promotion.

  private boolean promote(long id) {
    var out = story.tell(new PromoteTask(SCHEDULER, id, ""));
    return out.sent(TaskPromoted.class).getFirst().granted();
  }

  @Test
  void promotedWhileItRunsItIsNotEvicted() {
    place(1, opportunistic(size(3, 3)));
    assertThat(promote(1)).isTrue();

    assertThat(reasons(place(2, reserved(CAPACITY)))).containsExactly(ReturnReason.UNAVAILABLE);
    assertThat(promote(1)).as("again").isTrue();
  }

  /** A duplicate of the question must not be declined: the scheduler would reuse the tokens. */
  @Test
  void promotedItStaysSoUntilItsProcessHasExited() {
    place(1, opportunistic(size(3, 3)));
    assertThat(promote(1)).isTrue();
    story.tell(new KillTask(SCHEDULER, 0, 1));
    assertThat(promote(1)).as("ending").isTrue();

    place(2, opportunistic(UNIT));
    story.tell(new KillTask(SCHEDULER, 0, 2));
    assertThat(promote(2)).as("ending before it was promoted").isFalse();
  }

  @Test
  void promotedTasksNoLongerCountAsOpportunistic() {
    var tiny = opportunistic(Resources.NONE);
    story.tell(new EnqueueReservation(SCHEDULER, 1, tiny));
    for (long id = 2; id <= Dispatcher.MAX_OPPORTUNISTIC_ALLOCATIONS; id++) {
      place(id, tiny);
    }
    assertThat(launched(place(10_001, tiny))).as("one more than may be").isEmpty();
    var asking = story.tell(new PromoteTask(SCHEDULER, 1, ""));
    assertThat(launched(asking)).containsExactly(10_001L);
    assertThat(launched(place(10_002, tiny))).isEmpty();
    var running = story.tell(new PromoteTask(SCHEDULER, 2, ""));
    assertThat(launched(running)).containsExactly(10_002L);
    dies(2);

    assertThat(launched(place(10_003, tiny))).as("and do not when they exit").isEmpty();
  }

  @Test
  void promotedWhileItAsksItKeepsItsAllocation() {
    story.tell(new EnqueueReservation(SCHEDULER, 1, opportunistic(CAPACITY)));
    assertThat(promote(1)).isTrue();

    assertThat(reasons(place(2, reserved(UNIT)))).containsExactly(ReturnReason.UNAVAILABLE);
  }

  @Test
  void promotedWhileItWaitsItGoesBeforeOtherOpportunisticOnes() {
    story.running(1, CAPACITY);
    place(2, opportunistic(CAPACITY).withJob(1, 0));
    place(3, opportunistic(CAPACITY).withJob(2, 0));
    assertThat(promote(3)).isTrue();

    assertThat(launched(story.exited(1))).containsExactly(3L);
  }

  @Test
  void nobodyIsPromotedForWhomAMachineThatShrankHasNoRoom() {
    place(1, guaranteed(size(2, 2)));
    place(2, opportunistic(size(2, 2)));
    story.tell(new ResizeMachine(size(3, 3)));

    assertThat(promote(2)).isFalse();
  }

  @Test
  void nobodyIsPromotedForWhomOthersThatWaitLeaveNoRoom() {
    story.tell(new EnqueueReservation(SCHEDULER, 1, guaranteed(size(2, 2))));
    story.tell(new EnqueueReservation(SCHEDULER, 2, opportunistic(size(2, 2))));
    story.tell(new ResizeMachine(size(3, 3)));

    assertThat(promote(2)).isFalse();
  }

  @Test
  void nobodyIsPromotedWhoIsEndingOrUnknown() {
    place(1, opportunistic(CAPACITY));
    place(2, guaranteed(UNIT));

    assertThat(promote(1)).as("evicted").isFalse();
    assertThat(promote(9)).as("unknown").isFalse();
  }

  // Limits, and what happens to the whole node.

  private static NodeStory with(NodeConfig config) {
    return new NodeStory(config);
  }

  @Test
  void moreWorkThanMayWaitIsReturned() {
    var limited = with(NodeConfig.standard().with(QueueConfig.STANDARD.withLimits(10, 3 * S)));
    limited.running(1, CAPACITY);
    var two = new PlaceTask(SCHEDULER, 2, guaranteed(UNIT).withEstimate(2 * S), work(2));
    var three = new PlaceTask(SCHEDULER, 3, guaranteed(UNIT).withEstimate(2 * S), work(3));
    var four = new PlaceTask(SCHEDULER, 4, guaranteed(UNIT).withEstimate(S), work(4));

    assertThat(reasons(limited.tell(two))).isEmpty();
    assertThat(reasons(limited.tell(three))).containsExactly(ReturnReason.LIMIT);
    assertThat(reasons(limited.tell(four))).isEmpty();
  }

  @Test
  void moreAllocationsThanMayBeWaitHoweverSmall() {
    var tiny = guaranteed(Resources.NONE);
    for (long id = 1; id <= Dispatcher.MAX_ALLOCATIONS; id++) {
      place(id, tiny);
    }
    long next = Dispatcher.MAX_ALLOCATIONS + 1;
    assertThat(launched(place(next, tiny))).isEmpty();
    assertThat(reasons(place(next + 1, reserved(Resources.NONE))))
        .containsExactly(ReturnReason.LIMIT);
    assertThat(story.node.brokenPromises()).isEqualTo(1);

    assertThat(launched(story.exited(1))).containsExactly(next);
  }

  @Test
  void aProbeCountsAllThatWaitAskAndRun() {
    story.running(1, size(2, 2));
    story.asking(2, UNIT);
    story.reserve(3, size(2, 2));

    assertThat(story.tell(new ProbeNode(SCHEDULER, 7, 8)).sent(NodeProbed.class))
        .containsExactly(new NodeProbed(INDEX, 7, 8, 3));
  }

  @Test
  void howeverLongATaskAnIdleNodeTakesIt() {
    var limited = with(NodeConfig.standard().with(QueueConfig.STANDARD.withLimits(10, 3 * S)));
    var place = new PlaceTask(SCHEDULER, 1, guaranteed(UNIT).withEstimate(9 * S), work(1));

    assertThat(launched(limited.tell(place))).containsExactly(1L);
  }

  @Test
  void drainingFinishesWhatRunsAndReturnsWhatWaits() {
    story.running(1, size(3, 3));
    story.reserve(2, size(2, 2));
    story.reserve(3, size(2, 2));
    var out = story.tell(new DrainNode(true));
    assertThat(returned(out)).containsExactly(2L, 3L);
    assertThat(reasons(out)).containsOnly(ReturnReason.DRAINING);
    assertThat(reasons(story.reserve(4, UNIT))).containsExactly(ReturnReason.DRAINING);
    assertThat(story.exited(1).sent(TaskFinished.class)).hasSize(1);
    story.tell(new DrainNode(false));

    assertThat(asked(story.reserve(5, UNIT))).containsExactly(5L);
  }

  @Test
  void drainingLetsWhatAsksForItsTaskStart() {
    long ask = story.asking(1, UNIT);

    assertThat(returned(story.tell(new DrainNode(true)))).isEmpty();
    assertThat(launched(story.assign(1, ask))).containsExactly(1L);
  }

  @Test
  void grownItHasCapacityForMore() {
    story.running(1, CAPACITY);
    story.reserve(2, CAPACITY);

    assertThat(asked(story.tell(new ResizeMachine(size(8, 8))))).containsExactly(2L);
  }

  @Test
  void shrunkItEvictsAndReturnsWhatNeverFitsAgain() {
    story.running(1, size(2, 2));
    place(2, opportunistic(UNIT));
    story.reserve(3, size(3, 3));
    story.reserve(4, size(2, 2));
    var out = story.tell(new ResizeMachine(size(2, 2)));

    assertThat(killed(out)).containsExactly(2L);
    assertThat(returned(out)).containsExactly(3L);
    assertThat(reasons(out)).containsExactly(ReturnReason.TOO_LARGE);
    assertThat(asked(story.exited(1))).containsExactly(4L);
  }

  @Test
  void shrunkItReturnsWhatHasAnAllocationThatIsNoMore() {
    story.asking(1, size(3, 3));

    assertThat(returned(story.tell(new ResizeMachine(size(2, 2))))).containsExactly(1L);
    assertThat(story.node.available()).isEqualTo(size(2, 2));
  }

  // Asking ahead.

  @Test
  void theNextAsksAheadAndStartsWithoutARoundTrip() {
    var eager = with(NodeConfig.standard().withSampling(new QueueConfig.Sampling(1, 0)));
    eager.running(1, CAPACITY);
    var ahead = eager.reserve(2, CAPACITY).sent(GetTask.class).getFirst();
    assertThat(asked(eager.reserve(3, CAPACITY))).as("one ahead, no more").isEmpty();
    assertThat(launched(eager.assign(2, ahead.request()))).as("its resources are in use").isEmpty();
    var out = eager.exited(1);

    assertThat(launched(out)).containsExactly(2L);
    assertThat(asked(out)).containsExactly(3L);
  }

  @Test
  void askingAheadInVainItLeavesTheQueue() {
    var eager = with(NodeConfig.standard().withSampling(new QueueConfig.Sampling(1, 0)));
    eager.running(1, CAPACITY);
    eager.reserve(2, CAPACITY);
    for (int asks = 1; asks < NodeStory.TIMING.maxGetTasks(); asks++) {
      assertThat(asked(eager.beatAfter(NodeStory.TIMING.repeatAfterNs()))).containsExactly(2L);
    }
    eager.beatAfter(NodeStory.TIMING.repeatAfterNs());

    assertThat(eager.held(1L, 2L)).containsExactly(1L);
    assertThat(eager.node.waiting()).isZero();
  }
}
