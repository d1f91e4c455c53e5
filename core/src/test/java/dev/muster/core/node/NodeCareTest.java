package dev.muster.core.node;

import static dev.muster.core.fake.Jobs.GIB;
import static dev.muster.core.fake.Jobs.S;
import static dev.muster.core.fake.Jobs.UNIT;
import static dev.muster.core.fake.Jobs.size;
import static dev.muster.core.node.NodeStory.CAPACITY;
import static dev.muster.core.node.NodeStory.SCHEDULER;
import static dev.muster.core.node.NodeStory.TIMING;
import static dev.muster.core.node.NodeStory.work;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Pace;
import dev.muster.core.actor.Work;
import dev.muster.core.event.MasterEvent.NodeReport;
import dev.muster.core.event.NodeEvent.AdoptRun;
import dev.muster.core.event.NodeEvent.DrainNode;
import dev.muster.core.event.NodeEvent.EnqueueReservation;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.NodeEvent.PromoteTask;
import dev.muster.core.event.NodeEvent.ResizeMachine;
import dev.muster.core.event.NodeEvent.RunExited;
import dev.muster.core.event.NodeEvent.ScheduleMaintenance;
import dev.muster.core.event.NodeEvent.SetOpportunisticLimits;
import dev.muster.core.event.ReturnReason;
import dev.muster.core.event.SchedulerEvent.ReservationReturned;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.core.event.SchedulerEvent.TaskPromoted;
import dev.muster.core.event.Wake;
import dev.muster.core.fake.Effect.End;
import dev.muster.core.fake.Effect.Fetch;
import dev.muster.core.fake.Effect.Forget;
import dev.muster.core.fake.Effect.Paced;
import dev.muster.core.fake.Effect.Start;
import dev.muster.core.fake.Effect.WakeAt;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.node.queue.OpportunisticQueue.Pick;
import dev.muster.core.node.queue.QueueConfig;
import dev.muster.core.node.queue.QueueConfig.OpportunisticConfig;
import dev.muster.model.Demand;
import dev.muster.model.FileRef;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import dev.muster.model.StageSpec;
import dev.muster.model.Tier;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a node owes its machine, and what happens to the whole of it. */
final class NodeCareTest {

  private static final Wake WINDOW = new Wake(NodeTimer.MAINTENANCE);

  private NodeStory story = new NodeStory();

  private static Demand guaranteed(Resources need) {
    return Demand.of(need).withEstimate(S);
  }

  private static Demand opportunistic(Resources need) {
    return guaranteed(need).with(Tier.OPPORTUNISTIC);
  }

  private RecordingEffects place(long id, Demand demand) {
    return story.tell(new PlaceTask(SCHEDULER, id, demand, work(id)));
  }

  private static List<Long> started(RecordingEffects effects) {
    return effects.only(Start.class).stream().map(Start::run).toList();
  }

  private static List<ReturnReason> returned(RecordingEffects effects) {
    return effects.sent(ReservationReturned.class).stream()
        .map(ReservationReturned::reason)
        .toList();
  }

  // Runs of an earlier epoch.

  private RecordingEffects adopt(long id, Demand demand, long ageNs) {
    return story.tell(new AdoptRun(new Launch(id, SCHEDULER.index(), demand, work(id)), ageNs));
  }

  @Test
  void anAdoptedRunHasItsAllocationAndReportsToItsScheduler() {
    assertThat(adopt(7, guaranteed(size(3, 3)), 5 * S).only(Start.class))
        .as("it runs already")
        .isEmpty();
    assertThat(story.node.available()).isEqualTo(UNIT);
    assertThat(adopt(7, guaranteed(size(3, 3)), 5 * S).all()).as("once is enough").isEmpty();
    story.reserve(8, size(2, 2));
    assertThat(story.node.waiting()).isEqualTo(1);

    var ended = story.exited(7);
    assertThat(ended.sent(TaskFinished.class))
        .extracting(TaskFinished::reservation, TaskFinished::result)
        .containsExactly(tuple(7L, RunResult.SUCCESS));
    assertThat(story.node.waiting()).isZero();
  }

  @Test
  void nothingOpportunisticStartsWhereANamedResourceIsOvercommitted() {
    story.tell(new ResizeMachine(CAPACITY.with("gpu", 1)));
    adopt(1, guaranteed(UNIT.with("gpu", 1)), S);
    adopt(2, guaranteed(UNIT.with("gpu", 1)), S);
    var late = new EnqueueReservation(SCHEDULER, 3, opportunistic(UNIT));
    assertThat(story.tell(late).all()).isEmpty();
    assertThat(place(4, opportunistic(UNIT)).all()).isEmpty();

    assertThat(started(story.exited(1))).containsExactly(4L);
  }

  @Test
  void theTimeOfAnAdoptedRunCountsFromItsStart() {
    story.stepped.after(100 * S);
    var stage = StageSpec.of("s", 1, UNIT, List.of("true")).withTimeout(10 * S);
    var work = Work.of(1, JobSpec.of("job", stage), 0, 0, 1);
    var out = story.tell(new AdoptRun(new Launch(1, 2, guaranteed(UNIT), work), 4 * S));
    assertThat(out.only(WakeAt.class)).extracting(WakeAt::atNs).containsExactly(106 * S);
  }

  @Test
  void theMachineForgetsWhatIsOnRecordAndOnlyOnce() {
    story.running(1, UNIT);
    assertThat(story.exited(1).only(Forget.class)).isEmpty();
    assertThat(story.acknowledge(1).only(Forget.class)).containsExactly(new Forget(1));
    assertThat(story.acknowledge(1).only(Forget.class)).isEmpty();
  }

  // Files.

  @Test
  void filesComeWhileATaskWaitsAndNotForOneThatStarts() {
    var stage =
        StageSpec.of("s", 1, UNIT, List.of("true"))
            .withContents(List.of(new FileRef("data", "a hash", 1, false)));
    var work = Work.of(1, JobSpec.of("job", stage), 0, 0, 1);
    assertThat(
            story.tell(new PlaceTask(SCHEDULER, 1, guaranteed(CAPACITY), work)).only(Fetch.class))
        .isEmpty();
    assertThat(
            story.tell(new PlaceTask(SCHEDULER, 2, guaranteed(CAPACITY), work)).only(Fetch.class))
        .containsExactly(new Fetch(work, Tier.GUARANTEED));
    var opportunistic = guaranteed(CAPACITY).with(Tier.OPPORTUNISTIC);
    assertThat(story.tell(new PlaceTask(SCHEDULER, 9, opportunistic, work)).only(Fetch.class))
        .as("others go first")
        .containsExactly(new Fetch(work, Tier.OPPORTUNISTIC));
    assertThat(place(3, guaranteed(UNIT)).only(Fetch.class)).as("it has no files").isEmpty();
  }

  // Messages that come twice.

  @Test
  void aTaskThatCameByItselfRunsOnceHoweverOftenItComes() {
    assertThat(started(place(1, guaranteed(UNIT)))).containsExactly(1L);
    assertThat(place(1, guaranteed(UNIT)).all()).isEmpty();
    story.exited(1);
    assertThat(place(1, guaranteed(UNIT)).all()).isEmpty();
    story.acknowledge(1);
    assertThat(place(1, guaranteed(UNIT)).all()).as("forgotten, and yet known").isEmpty();
  }

  @Test
  void oneThatWasReturnedIsNotTakenByAnEcho() {
    story.tell(new DrainNode(true));
    assertThat(returned(place(1, guaranteed(UNIT)))).containsExactly(ReturnReason.DRAINING);
    story.tell(new DrainNode(false));
    assertThat(place(1, guaranteed(UNIT)).all()).isEmpty();
  }

  @Test
  void aReservationThatWasReturnedIsNotTakenWhenItsMessageComesAgain() {
    story.tell(new DrainNode(true));
    assertThat(returned(story.reserve(1, UNIT))).containsExactly(ReturnReason.DRAINING);
    story.tell(new DrainNode(false));
    assertThat(story.reserve(1, UNIT).all()).isEmpty();
    assertThat(story.reserve(2, UNIT).all()).isNotEmpty();
  }

  @Test
  void manyAreRememberedAndNotAll() {
    for (long id = 1; id <= 3 * AdmissionCheck.REMEMBERED_IDS; id++) {
      place(id, guaranteed(UNIT));
      story.exited(id);
      story.acknowledge(id);
    }
    assertThat(place(2 * AdmissionCheck.REMEMBERED_IDS + 1, guaranteed(UNIT)).all()).isEmpty();
    assertThat(started(place(1, guaranteed(UNIT)))).as("long ago").containsExactly(1L);
  }

  @Test
  void aKillThatOvertakesItsTaskKeepsItFromRunning() {
    story.kill(1);
    assertThat(place(1, guaranteed(UNIT)).all()).isEmpty();
  }

  // Grants.

  @Test
  void whatItsGrantDoesNotCoverIsReturned() {
    story =
        new NodeStory(
            NodeConfig.standard()
                .withGrants(demand -> demand.isOpportunistic() || demand.grant().equals("token")));
    assertThat(returned(place(1, guaranteed(UNIT)))).containsExactly(ReturnReason.NO_GRANT);
    assertThat(started(place(2, guaranteed(UNIT).withGrant("token")))).containsExactly(2L);
    assertThat(started(place(3, opportunistic(UNIT)))).containsExactly(3L);

    var refused = story.tell(new PromoteTask(SCHEDULER, 3, "forged"));
    assertThat(refused.sent(TaskPromoted.class))
        .extracting(TaskPromoted::granted)
        .containsExactly(false);
    var upgraded = story.tell(new PromoteTask(SCHEDULER, 3, "token"));
    assertThat(upgraded.sent(TaskPromoted.class))
        .extracting(TaskPromoted::granted)
        .containsExactly(true);
    assertThat(upgraded.only(Paced.class)).containsExactly(new Paced(3, Pace.FULL));
  }

  // Maintenance.

  @Test
  void beforeTheMachineGoesAwayOnlyWhatEndsInTimeStarts() {
    story = new NodeStory(NodeConfig.standard());
    var out = story.tell(new ScheduleMaintenance(10 * S, 60 * S));
    assertThat(out.only(WakeAt.class)).extracting(WakeAt::atNs).containsExactly(10 * S, 70 * S);
    assertThat(started(place(1, guaranteed(UNIT).withEstimate(11 * S)))).isEmpty();
    assertThat(started(place(2, guaranteed(UNIT).withEstimate(10 * S)))).containsExactly(2L);
    assertThat(started(place(3, opportunistic(UNIT).withEstimate(11 * S)))).isEmpty();
    assertThat(started(place(4, opportunistic(UNIT).withJob(4, 0)))).containsExactly(4L);
    assertThat(story.node.load(0).waits().waitNs(CAPACITY, UNIT))
        .as("one that says nothing of its length starts when the machine is back")
        .isEqualTo(70 * S);

    var away = story.stepped.after(10 * S).tell(WINDOW);
    assertThat(returned(away)).containsOnly(ReturnReason.DRAINING).hasSize(2);
    assertThat(away.only(End.class)).as("what may be evicted is").containsExactly(new End(4, true));
    assertThat(story.node.running()).as("what is guaranteed ends by itself").isEqualTo(2);
    assertThat(away.sent(NodeReport.class)).extracting(NodeReport::draining).containsExactly(true);
    assertThat(returned(place(5, guaranteed(UNIT)))).containsExactly(ReturnReason.DRAINING);

    story.stepped.after(60 * S).tell(WINDOW);
    assertThat(started(place(6, guaranteed(UNIT).withEstimate(100 * S)))).containsExactly(6L);
  }

  @Test
  void whatEndsJustWhenTheMachineGoesAwayStarts() {
    story.tell(new ScheduleMaintenance(10 * S, 60 * S));

    assertThat(started(place(1, guaranteed(UNIT).withEstimate(10 * S)))).containsExactly(1L);
    assertThat(started(place(2, opportunistic(UNIT).withEstimate(10 * S)))).containsExactly(2L);
  }

  @Test
  void whatHasAnAllocationAndHasNotStartedGoesBackWhenTheMachineGoes() {
    story.asking(1, UNIT);
    story.tell(new ScheduleMaintenance(S, 60 * S));
    assertThat(returned(story.stepped.after(S).tell(WINDOW)))
        .containsExactly(ReturnReason.DRAINING);
    assertThat(story.node.available()).isEqualTo(CAPACITY);
  }

  @Test
  void beingPromotedTwiceIsNoWorseThanOnce() {
    place(1, guaranteed(CAPACITY));
    place(2, opportunistic(UNIT));
    story.tell(new PromoteTask(SCHEDULER, 2, ""));
    place(3, guaranteed(UNIT));
    story.tell(new PromoteTask(SCHEDULER, 2, ""));
    assertThat(started(story.exited(1))).startsWith(2L);
  }

  @Test
  void aWindowThatIsCalledOffHoldsNobodyBack() {
    story.tell(new ScheduleMaintenance(S, 60 * S));
    assertThat(started(place(1, guaranteed(UNIT).withEstimate(2 * S)))).isEmpty();
    assertThat(started(story.tell(new ScheduleMaintenance(-1, 0)))).containsExactly(1L);
    assertThat(returned(story.stepped.after(S).tell(WINDOW))).isEmpty();
  }

  @Test
  void theEndOfAWindowDoesNotUndoWhatAnOperatorSaid() {
    story.tell(new DrainNode(true));
    story.tell(new ScheduleMaintenance(S, S));
    story.stepped.after(S).tell(WINDOW);
    story.stepped.after(S).tell(WINDOW);
    assertThat(returned(place(1, guaranteed(UNIT)))).containsExactly(ReturnReason.DRAINING);
  }

  // Standing still.

  private void freezing() {
    story =
        new NodeStory(
            NodeConfig.standard()
                .with(
                    QueueConfig.STANDARD.with(
                        new OpportunisticConfig(Pick.WEIGHTED_RANDOM, 1, true))));
  }

  @Test
  void whereOnlyCpuIsShortARunStandsStillAndGoesOn() {
    freezing();
    place(1, opportunistic(size(4, 1)));
    var out = place(2, guaranteed(size(2, 1)));
    assertThat(out.only(Paced.class)).containsExactly(new Paced(1, Pace.FROZEN));
    assertThat(out.only(End.class)).isEmpty();
    assertThat(started(out)).as("its cpu is free at once").containsExactly(2L);
    assertThat(started(place(3, opportunistic(UNIT))))
        .as("nobody new takes what it waits for")
        .isEmpty();

    var thawed = story.exited(2);
    assertThat(thawed.only(Paced.class)).containsExactly(new Paced(1, Pace.LOW));
    assertThat(started(thawed)).isEmpty();
    assertThat(started(story.exited(1))).containsExactly(3L);
  }

  @Test
  void aRunThatWasFrozenBeforeItWasKilledHasNoLongerGrace() {
    freezing();
    place(1, opportunistic(size(4, 1)));
    place(2, guaranteed(size(2, 1)));
    story.stepped.after(10 * S);
    story.kill(1);
    story.stepped.after(S);
    story.exited(2);

    story.stepped.after(NodeStory.TIMING.killGraceNs() - S);
    var out = story.tell(new Wake(NodeTimer.RUN_DEADLINE));
    assertThat(out.only(End.class)).containsExactly(new End(1, true));
  }

  @Test
  void theOldestGoesOnFirst() {
    freezing();
    place(2, opportunistic(size(2, 1)));
    story.stepped.after(S);
    place(1, opportunistic(size(2, 1)));
    place(3, guaranteed(size(2, 1)));
    place(4, guaranteed(size(2, 1)));

    assertThat(story.exited(3).only(Paced.class)).containsExactly(new Paced(2, Pace.LOW));
    assertThat(story.exited(4).only(Paced.class)).containsExactly(new Paced(1, Pace.LOW));
  }

  @Test
  void aRunStaysFrozenWhileItsCpuIsReservedThoughNotInUse() {
    freezing();
    place(1, opportunistic(size(4, 1)));

    assertThat(story.reserve(2, size(2, 1)).only(Paced.class))
        .containsExactly(new Paced(1, Pace.FROZEN));
  }

  @Test
  void aRunStaysFrozenWhileItsCpuIsInUseThoughNotReserved() {
    freezing();
    place(1, opportunistic(size(2, 1)));
    place(2, opportunistic(size(2, 3)));
    place(3, guaranteed(size(2, 0)));
    var evicting = place(4, guaranteed(size(0, 3)));
    assertThat(evicting.only(End.class)).containsExactly(new End(2, true));
    assertThat(evicting.only(Paced.class)).isEmpty();

    var exited = story.tell(new RunExited(2, RunResult.failed(137, "")));
    assertThat(exited.only(Paced.class)).containsExactly(new Paced(1, Pace.LOW));
  }

  @Test
  void whereMemoryIsShortItIsEndedEvenIfItStandsStill() {
    freezing();
    place(1, opportunistic(size(4, 3)));
    place(2, guaranteed(UNIT));
    var out = place(3, guaranteed(size(1, 3)));
    assertThat(out.only(End.class)).containsExactly(new End(1, true));
    assertThat(started(out)).isEmpty();
    assertThat(started(story.tell(new RunExited(1, RunResult.failed(137, "")))))
        .containsExactly(3L);
    assertThat(story.node.available()).isEqualTo(new Resources(2_000, 0));
  }

  @Test
  void nobodyStandsStillForEver() {
    freezing();
    place(1, opportunistic(size(4, 1)));
    place(2, guaranteed(CAPACITY.minus(new Resources(0, GIB))).withEstimate(1_000 * S));
    assertThat(story.beatAfter(Eviction.MAX_FROZEN_NS - 1).only(End.class)).isEmpty();
    assertThat(story.beatAfter(1).only(End.class)).containsExactly(new End(1, true));
    assertThat(story.beatAfter(TIMING.beatNs()).only(End.class)).as("once").isEmpty();
  }

  @Test
  void theTimeInWhichARunStandsStillDoesNotCount() {
    freezing();
    var stage = StageSpec.of("s", 1, UNIT, List.of("true")).withTimeout(10 * S);
    var work = Work.of(1, JobSpec.of("job", stage), 0, 0, 1);
    story.tell(new PlaceTask(SCHEDULER, 1, opportunistic(size(4, 1)), work));
    story.stepped.after(4 * S);
    place(2, guaranteed(size(4, 1)));
    assertThat(story.stepped.after(20 * S).tell(new Wake(NodeTimer.RUN_DEADLINE)).only(End.class))
        .isEmpty();
    assertThat(story.exited(2).only(WakeAt.class)).extracting(WakeAt::atNs).contains(30 * S);
    assertThat(story.stepped.after(6 * S).tell(new Wake(NodeTimer.RUN_DEADLINE)).only(End.class))
        .containsExactly(new End(1, false));
  }

  @Test
  void oneThatIsEndingGivesItsResourcesAndDoesNotStandStill() {
    freezing();
    place(1, opportunistic(size(4, 1)));
    story.kill(1);
    var out = place(2, guaranteed(UNIT));
    assertThat(out.only(Paced.class)).isEmpty();
    assertThat(out.only(End.class)).containsExactly(new End(1, true));
  }

  @Test
  void whatStandsStillCannotBePromoted() {
    freezing();
    place(1, opportunistic(size(4, 1)));
    place(2, guaranteed(UNIT));
    var answer = story.tell(new PromoteTask(SCHEDULER, 1, ""));
    assertThat(answer.sent(TaskPromoted.class))
        .extracting(TaskPromoted::granted)
        .containsExactly(false);
  }

  @Test
  void whatStandsStillCannotBePromotedEvenWhereCapacityAllows() {
    freezing();
    place(1, opportunistic(size(4, 1)));
    place(2, guaranteed(UNIT));
    story.tell(new SetOpportunisticLimits(0.5, Long.MAX_VALUE));
    assertThat(story.exited(2).only(Paced.class)).as("beyond its share").isEmpty();

    var answer = story.tell(new PromoteTask(SCHEDULER, 1, ""));
    assertThat(answer.sent(TaskPromoted.class))
        .extracting(TaskPromoted::granted)
        .containsExactly(false);
  }

  // Numbers.

  @Test
  void opportunisticTasksNeverKeepOthersOutByTheirNumber() {
    var tiny = new Resources(0, 0);
    for (long id = 1; id <= Dispatcher.MAX_OPPORTUNISTIC_ALLOCATIONS + 1; id++) {
      place(id, opportunistic(tiny));
    }
    assertThat(story.node.running()).isEqualTo(Dispatcher.MAX_OPPORTUNISTIC_ALLOCATIONS);
    assertThat(started(place(99_999, guaranteed(UNIT)))).containsExactly(99_999L);
  }
}
