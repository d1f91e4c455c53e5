package dev.muster.core.node;

import static dev.muster.core.fake.Jobs.S;
import static dev.muster.core.fake.Jobs.UNIT;
import static dev.muster.core.fake.Jobs.size;
import static dev.muster.core.node.NodeStory.CAPACITY;
import static dev.muster.core.node.NodeStory.SCHEDULER;
import static dev.muster.core.node.NodeStory.work;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.event.MasterEvent.NodeReport;
import dev.muster.core.event.MonitorEvent.LoadReported;
import dev.muster.core.event.NodeEvent.DrainNode;
import dev.muster.core.event.NodeEvent.HealthChanged;
import dev.muster.core.event.NodeEvent.MemoryShort;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.NodeEvent.PromoteTask;
import dev.muster.core.event.NodeEvent.ReportLoad;
import dev.muster.core.event.NodeEvent.RunExited;
import dev.muster.core.event.NodeEvent.SetOpportunisticLimits;
import dev.muster.core.event.ReturnReason;
import dev.muster.core.event.SchedulerEvent.ReservationReturned;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.core.event.Wake;
import dev.muster.core.fake.Effect.End;
import dev.muster.core.fake.Effect.Start;
import dev.muster.core.fake.Effect.WakeAt;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.node.queue.OpportunisticQueue.Pick;
import dev.muster.core.node.queue.QueueConfig;
import dev.muster.core.node.queue.QueueConfig.OpportunisticConfig;
import dev.muster.model.Demand;
import dev.muster.model.Load;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import dev.muster.model.Tier;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * How much opportunistic tasks may have on a node, which of them are shed, and what is reported.
 */
final class NodeOpportunisticTest {

  private NodeStory story = new NodeStory();

  private static Demand guaranteed(Resources need) {
    return Demand.of(need);
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
    return story.tell(new RunExited(id, RunResult.failed(137, "")));
  }

  @Test
  void theMasterHearsWhatTheyHave() {
    place(1, opportunistic(size(1, 2)));
    place(2, guaranteed(UNIT));
    var report = story.beatAfter(S).sent(NodeReport.class).getLast();
    assertThat(report.opportunistic()).isEqualTo(size(1, 2));
    assertThat(report.free()).isEqualTo(CAPACITY.minus(UNIT));
  }

  // Shares.

  @Test
  void theirShareOfCpuAndOfMemoryIsLimited() {
    story.tell(new SetOpportunisticLimits(0.5, Long.MAX_VALUE));

    assertThat(launched(place(1, opportunistic(size(3, 1))))).isEmpty();
    assertThat(launched(place(2, opportunistic(size(1, 3)).withJob(2, 0)))).isEmpty();
    assertThat(launched(place(3, opportunistic(size(2, 2)).withJob(3, 0)))).containsExactly(3L);
  }

  @Test
  void cpuAndMemoryAreLimitedApart() {
    story.tell(new SetOpportunisticLimits(0.75, 0.25, Long.MAX_VALUE, 0));

    assertThat(launched(place(1, opportunistic(size(1, 2))))).isEmpty();
    assertThat(launched(place(2, opportunistic(size(3, 1)).withJob(2, 0)))).containsExactly(2L);
    assertThat(launched(place(3, opportunistic(size(1, 0)).withJob(3, 0)))).isEmpty();
    assertThat(launched(story.tell(new SetOpportunisticLimits(1, 0.25, Long.MAX_VALUE, 0))))
        .containsExactly(3L);
    assertThat(launched(story.tell(new SetOpportunisticLimits(1, 0, Long.MAX_VALUE, 0))))
        .as("without a share of its own, memory has that of cpu")
        .isEmpty();
    assertThat(launched(story.exited(2))).containsExactly(1L);
  }

  @Test
  void aLowerLimitEndsNothingThatRuns() {
    place(1, opportunistic(size(3, 3)));
    var out = story.tell(new SetOpportunisticLimits(0.25, Long.MAX_VALUE));
    assertThat(out.all()).isEmpty();
    assertThat(launched(place(2, opportunistic(size(1, 0))))).as("beyond the limit").isEmpty();
    assertThat(killed(place(3, guaranteed(size(1, 1))))).as("there is room beside it").isEmpty();
    assertThat(killed(place(4, guaranteed(size(1, 1))))).containsExactly(1L);
    assertThat(launched(dies(1))).containsExactly(4L, 2L);
  }

  @Test
  void limitsThatAreNotRenewedLapse() {
    var lapse = new Wake(NodeTimer.LIMITS_LAPSE);
    place(9, guaranteed(UNIT));
    story.tell(new SetOpportunisticLimits(0.25, 0.25, 9 * S, 10 * S));
    place(1, opportunistic(size(2, 2)));
    story.stepped.after(6 * S);
    var renewed = story.tell(new SetOpportunisticLimits(0.25, 0.25, 9 * S, 10 * S));
    assertThat(renewed.only(WakeAt.class)).extracting(WakeAt::atNs).containsExactly(16 * S);
    assertThat(story.stepped.after(4 * S).tell(lapse).all()).as("of the first message").isEmpty();
    assertThat(launched(story.stepped.after(6 * S).tell(lapse))).containsExactly(1L);

    story.tell(new SetOpportunisticLimits(0.25, Long.MAX_VALUE));
    place(2, opportunistic(size(2, 2)));
    assertThat(story.stepped.after(9_999 * S).tell(lapse).all()).as("for good").isEmpty();
  }

  /** It may be what the last task of the same size used once it was promoted. */
  @Test
  void aForecastKeepsNoTaskFromAnIdleMachine() {
    place(1, guaranteed(UNIT));
    story.tell(new SetOpportunisticLimits(0.25, 0.25, Long.MAX_VALUE, 10 * S));
    assertThat(launched(place(2, opportunistic(size(3, 3))))).as("not idle").isEmpty();
    assertThat(launched(place(3, opportunistic(size(3, 3))))).isEmpty();

    assertThat(launched(story.exited(1))).as("one").containsExactly(2L);
    assertThat(launched(place(4, opportunistic(UNIT)))).as("nor is it now").isEmpty();
    assertThat(launched(story.exited(2))).containsAnyOf(3L, 4L).hasSize(1);
  }

  @Test
  void whatAnOperatorLimitsForGoodNoIdleMachineStarts() {
    story.tell(new SetOpportunisticLimits(0.25, Long.MAX_VALUE));
    assertThat(launched(place(1, opportunistic(size(3, 3))))).isEmpty();
  }

  /** Whatever a forecast says, it is no permission. */
  @Test
  void anIdleMachineStartsNothingBeyondWhatItIsConfiguredWith() {
    var half = new OpportunisticConfig(Pick.ARRIVAL, 0.5, false);
    story = new NodeStory(NodeConfig.standard().with(QueueConfig.STANDARD.with(half)));
    story.tell(new SetOpportunisticLimits(0.25, 0.25, Long.MAX_VALUE, 10 * S));
    assertThat(launched(place(1, opportunistic(size(3, 3))))).isEmpty();
    assertThat(launched(place(2, opportunistic(size(2, 2))))).containsExactly(2L);
  }

  @Test
  void theirShareIsLimited() {
    story.tell(new SetOpportunisticLimits(0.5, Long.MAX_VALUE));
    assertThat(launched(place(1, opportunistic(size(2, 2))))).containsExactly(1L);
    assertThat(launched(place(2, opportunistic(UNIT)))).isEmpty();

    assertThat(launched(story.tell(new SetOpportunisticLimits(0.75, Long.MAX_VALUE))))
        .containsExactly(2L);
  }

  // Shedding.

  /** A second until cpu is free, and a quarter for each task of a second that waits. */
  @Test
  void thoseThatWouldStartLastAreShedUntilTheDelayIsWithinItsLimit() {
    story.running(1, CAPACITY);
    for (long id = 2; id <= 5; id++) {
      place(id, opportunistic(UNIT));
    }
    place(6, guaranteed(UNIT));
    assertThat(story.node.load(0).delayNs()).isEqualTo(9 * S / 4);
    var out = story.tell(new SetOpportunisticLimits(1, 7 * S / 4));
    assertThat(returned(out)).containsExactly(5L, 4L);
    assertThat(reasons(out)).containsOnly(ReturnReason.SHED);

    assertThat(story.node.load(0).delayNs()).isEqualTo(7 * S / 4);
    assertThat(returned(place(7, opportunistic(UNIT)))).containsExactly(7L);
    assertThat(story.held(2L, 3L, 4L, 5L, 6L, 7L)).containsExactly(2L, 3L, 6L);
  }

  private static NodeStory with(OpportunisticConfig config) {
    return new NodeStory(NodeConfig.standard().with(QueueConfig.STANDARD.with(config)));
  }

  @Test
  void whereOldJobsGoFirstTheYoungestJobsAreShed() {
    var aged = with(new OpportunisticConfig(Pick.JOB_AGE, 1, false));
    aged.running(1, CAPACITY);
    for (long id = 2; id <= 4; id++) {
      var demand = opportunistic(UNIT).withJob(9 - id, 100 - id);
      aged.tell(new PlaceTask(SCHEDULER, id, demand, work(id)));
    }
    assertThat(returned(aged.tell(new SetOpportunisticLimits(1, 5 * S / 4))))
        .containsExactly(2L, 3L);
    var older = opportunistic(UNIT).withJob(1, 1);
    assertThat(returned(aged.tell(new PlaceTask(SCHEDULER, 5, older, work(5)))))
        .as("what came last is not what goes")
        .containsExactly(4L);
  }

  @Test
  void ofTasksThatAreDrawnTheLightestAreShed() {
    story.running(1, CAPACITY);
    place(2, opportunistic(UNIT).withDrawWeight(0.5));
    place(3, opportunistic(UNIT).withDrawWeight(4));
    place(4, opportunistic(UNIT));
    assertThat(returned(story.tell(new SetOpportunisticLimits(1, 5 * S / 4))))
        .containsExactly(2L, 4L);
  }

  @Test
  void guaranteedWorkThatComesHasOpportunisticTasksShed() {
    story.tell(new SetOpportunisticLimits(1, 5 * S));
    story.running(1, CAPACITY);
    place(2, opportunistic(UNIT));
    assertThat(reasons(place(3, guaranteed(CAPACITY).withEstimate(5 * S))))
        .containsExactly(ReturnReason.SHED);
    assertThat(story.held(3L)).containsExactly(3L);
  }

  @Test
  void whereNoneMayStartAllAreShedThatHaveALimit() {
    place(1, opportunistic(size(4, 1)));
    place(2, opportunistic(UNIT));
    assertThat(story.tell(new SetOpportunisticLimits(0, Long.MAX_VALUE)).all()).isEmpty();
    assertThat(story.node.load(0).delayNs()).isEqualTo(Load.NEVER);
    assertThat(returned(story.tell(new SetOpportunisticLimits(0, 3_600 * S)))).containsExactly(2L);
    assertThat(story.held(1L)).as("what runs goes on").containsExactly(1L);
  }

  @Test
  void nothingIsShedThatCanStart() {
    story.tell(new SetOpportunisticLimits(1, 0));

    assertThat(launched(place(1, opportunistic(UNIT)))).containsExactly(1L);
  }

  // How long since one ran.

  private long idleNs() {
    return story.node.load(story.stepped.nowNs()).idleNs();
  }

  private void pass(long ns) {
    story.stepped.after(ns);
  }

  @Test
  void anEmptyNodeIsNeverIdleForLong() {
    story.stepped.start();
    pass(3_600 * S);
    assertThat(idleNs()).isZero();
    assertThat(story.node.load(story.stepped.nowNs()).rankNs()).isZero();
  }

  @Test
  void theTimeWithoutOneCountsWhereNoneRunsAndNoneCouldStart() {
    pass(10 * S);
    story.stepped.start();
    place(1, guaranteed(CAPACITY));
    pass(2 * S);
    assertThat(idleNs()).as("since the beginning").isEqualTo(2 * S);
    story.exited(1);
    assertThat(idleNs()).as("one could start").isZero();
    place(2, opportunistic(CAPACITY));
    pass(3 * S);
    assertThat(idleNs()).as("one runs").isZero();
    story.exited(2);
    place(3, guaranteed(size(4, 1)));
    pass(5 * S);
    assertThat(idleNs()).as("since the last exited").isEqualTo(5 * S);
  }

  @Test
  void oneThatIsEvictedOrPromotedOrFrozenHasRun() {
    place(1, opportunistic(CAPACITY));
    pass(2 * S);
    place(2, guaranteed(CAPACITY));
    dies(1);
    pass(S);
    assertThat(idleNs()).as("evicted").isEqualTo(S);
    story.exited(2);

    place(3, opportunistic(CAPACITY));
    pass(2 * S);
    story.tell(new PromoteTask(SCHEDULER, 3, ""));
    pass(4 * S);
    assertThat(idleNs()).as("promoted").isEqualTo(4 * S);

    story = with(new OpportunisticConfig(Pick.JOB_AGE, 1, true));
    place(1, opportunistic(size(4, 1)));
    pass(2 * S);
    place(2, guaranteed(UNIT));
    pass(3 * S);
    assertThat(idleNs()).as("frozen").isEqualTo(3 * S);
    story.exited(2);
    assertThat(idleNs()).as("and goes on").isZero();
  }

  @Test
  void noneCouldStartWhereTheNodeTakesNoneOrAFractionOfACoreIsLeft() {
    story.stepped.start();
    pass(S);
    story.tell(new DrainNode(true));
    assertThat(idleNs()).isEqualTo(S);
    story.tell(new DrainNode(false));
    assertThat(idleNs()).isZero();
    story.tell(new MemoryShort(1));
    assertThat(idleNs()).isEqualTo(S);
    story.tell(new MemoryShort(0));
    story.tell(new HealthChanged("no disk"));
    assertThat(idleNs()).isEqualTo(S);
    story.tell(new HealthChanged(""));
    story.tell(new SetOpportunisticLimits(0.2, Long.MAX_VALUE));
    assertThat(idleNs()).as("less than a core").isEqualTo(S);
    story.tell(new SetOpportunisticLimits(0.25, Long.MAX_VALUE));
    assertThat(idleNs()).isZero();
    place(1, guaranteed(size(1, 1)).with(new Resources(3_001, 0)));
    assertThat(idleNs()).isEqualTo(S);
  }

  // Reports.

  @Test
  void whatGuaranteedTasksTookAtTheMostIsReported() {
    place(1, guaranteed(size(3, 1)));
    place(2, opportunistic(UNIT));
    story.exited(1);
    place(3, guaranteed(size(1, 2)));
    var first = story.tell(new ReportLoad(S, 9 * S)).sent(LoadReported.class).getFirst();
    assertThat(first.guaranteedCpu()).as("the first had it").isEqualTo(0.75);
    assertThat(first.guaranteedMemory()).isEqualTo(0.5);
    place(4, guaranteed(size(4, 1)));
    place(5, opportunistic(CAPACITY));
    pass(S);
    var second = story.tell(new Wake(NodeTimer.LOAD_REPORT)).sent(LoadReported.class).getFirst();
    assertThat(second.guaranteedCpu()).as("with what waits, and no more than there is").isOne();
    assertThat(second.guaranteedMemory()).isEqualTo(0.75);
    assertThat(second.load().opportunistic()).isEqualTo(1);
    story.kill(4);
    story.exited(3);
    pass(S);
    var third = story.tell(new Wake(NodeTimer.LOAD_REPORT)).sent(LoadReported.class).getFirst();
    assertThat(third.guaranteedCpu()).as("since the second").isEqualTo(0.25);
    pass(S);
    var fourth = story.tell(new Wake(NodeTimer.LOAD_REPORT)).sent(LoadReported.class).getFirst();
    assertThat(fourth.guaranteedCpu()).isZero();
  }

  @Test
  void aResultSaysHowLongItsTaskRan() {
    place(1, opportunistic(CAPACITY));
    pass(7 * S);
    place(2, guaranteed(CAPACITY));
    pass(S);
    assertThat(dies(1).sent(TaskFinished.class))
        .extracting(TaskFinished::ranNs)
        .containsExactly(8 * S);
  }
}
