package dev.muster.core.scheduler.place.hybrid;

import static dev.muster.core.fake.Jobs.S;
import static dev.muster.core.fake.Jobs.stage;
import static dev.muster.core.scheduler.place.hybrid.HybridCell.hybrid;
import static dev.muster.core.scheduler.place.hybrid.HybridCell.on;
import static dev.muster.core.scheduler.place.hybrid.HybridCell.request;
import static dev.muster.core.scheduler.place.hybrid.HybridCell.sent;
import static dev.muster.core.scheduler.place.hybrid.HybridCell.withdrawn;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.muster.core.cell.Container;
import dev.muster.core.event.MasterEvent.RequestContainers;
import dev.muster.core.event.MonitorEvent.GetLoads;
import dev.muster.core.event.NodeEvent.PromoteTask;
import dev.muster.core.event.SchedulerEvent.StopJob;
import dev.muster.core.event.SchedulerEvent.TaskPromoted;
import dev.muster.core.event.Wake;
import dev.muster.core.fake.Effect;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.scheduler.SchedulerCell;
import dev.muster.core.scheduler.place.hybrid.HybridCell.Sent;
import dev.muster.core.scheduler.place.hybrid.HybridOptions.Objectives;
import dev.muster.core.scheduler.place.hybrid.HybridOptions.TopNodes;
import dev.muster.model.Admission;
import dev.muster.model.JobKind;
import dev.muster.model.JobSpec;
import dev.muster.model.Outcome;
import dev.muster.model.Require;
import dev.muster.model.RunResult;
import dev.muster.model.StageSpec;
import dev.muster.model.Tier;
import dev.muster.model.WeakestTier;
import dev.muster.model.Where;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Which tasks are opportunistic, where they go, and what becomes of them. */
final class HybridPolicyTest {

  private static final int TASKS = 400;

  private static int opportunistic(HybridOptions options, JobSpec job) {
    return sent(new HybridCell(10, options).plan(1, job)).size();
  }

  private static StageSpec lasting(long ns) {
    return stage("a", TASKS).withEstimate(ns);
  }

  static Stream<Arguments> settings() {
    return Stream.of(
        Arguments.of(HybridOptions.ONLY_G, S, 0, 0),
        Arguments.of(HybridOptions.ONLY_Q, S, TASKS, TASKS),
        Arguments.of(HybridOptions.ONLY_Q, 3_600 * S, TASKS, TASKS),
        Arguments.of(HybridOptions.ONLY_Q, 0, 0, 0),
        Arguments.of(HybridOptions.HALF_Q, S, 160, 240),
        Arguments.of(HybridOptions.SHORT_5_Q, 4 * S, TASKS, TASKS),
        Arguments.of(HybridOptions.SHORT_5_Q, 5 * S, 0, 0),
        Arguments.of(HybridOptions.SHORT_10_70_Q, 9 * S, 250, 310),
        Arguments.of(HybridOptions.SHORT_10_70_Q, 10 * S, 0, 0));
  }

  @ParameterizedTest
  @MethodSource("settings")
  void tasksThatAreShortAreOpportunisticInSoManyCases(
      HybridOptions options, long estimateNs, int least, int most) {
    var job = hybrid(lasting(estimateNs));
    assertThat(opportunistic(options, job)).isBetween(least, most);
    assertThat(opportunistic(options, job.withPolicy(JobSpec.CENTRAL))).isZero();
  }

  @Test
  void theOthersGetContainers() {
    var cell = new HybridCell(10, HybridOptions.HALF_Q);
    var planned = cell.plan(1, hybrid(TASKS));
    assertThat(request(planned).claims()).hasSize(TASKS - sent(planned).size());
  }

  @Test
  void opportunisticTasksAreQueuedAndWatched() {
    var sent = sent(new HybridCell(4, HybridOptions.ONLY_Q).plan(1, hybrid(2)));
    assertThat(sent).hasSize(2);
    assertThat(sent)
        .extracting(each -> each.place().demand())
        .allMatch(demand -> demand.tier() == Tier.OPPORTUNISTIC)
        .allMatch(demand -> demand.admission() == Admission.QUEUED)
        .allMatch(demand -> demand.watched() && demand.estimateNs() == S);
  }

  @Test
  void gangsServicesAndLateStagesAreGuaranteedWhereThatIsWanted() {
    var options = HybridOptions.ONLY_Q;
    assertThat(opportunistic(options, hybrid(lasting(S).asGang()))).isZero();

    var services = options.with(Objectives.NONE.withServices());
    var service = hybrid(lasting(S)).with(JobKind.SERVICE);
    assertThat(opportunistic(options, service)).isEqualTo(TASKS);
    assertThat(opportunistic(services, service)).isZero();
    assertThat(opportunistic(services, hybrid(lasting(S)))).isEqualTo(TASKS);
  }

  @Test
  void aStageMayAcceptGuaranteedTasksOnly() {
    var options = HybridOptions.ONLY_Q;
    var stage = lasting(S);
    assertThat(opportunistic(options, hybrid(stage.withTier(WeakestTier.GUARANTEED)))).isZero();
    assertThat(opportunistic(options, hybrid(stage.withTier(WeakestTier.OPPORTUNISTIC))))
        .isEqualTo(TASKS);
    var unknown = hybrid(lasting(0).withTier(WeakestTier.OPPORTUNISTIC));
    assertThat(opportunistic(options, unknown)).as("may take long").isZero();
  }

  @Test
  void lateStagesAreGuaranteed() {
    var cell = new HybridCell(4, HybridOptions.ONLY_Q.with(Objectives.NONE.withLateFrom(0.6)));
    var early = stage("a", 1).withEstimate(S);
    var middle = stage("b", 1).withEstimate(S).withAfter("a");
    var late = stage("c", 1).withEstimate(S).withAfter("b");
    var first = sent(cell.plan(1, hybrid(late, early, middle)));
    assertThat(first).hasSize(1);
    var second = sent(cell.finish(first.getFirst()));
    assertThat(second).as("half way").hasSize(1);
    var last = cell.finish(second.getFirst());
    assertThat(sent(last)).isEmpty();
    assertThat(request(last).claims()).hasSize(1);
  }

  @Test
  void theLastTasksOfAJobAreGuaranteed() {
    var cell = new HybridCell(4, HybridOptions.ONLY_Q.with(Objectives.NONE.withProgressFrom(0.5)));
    var job = hybrid(stage("a", 2).withEstimate(S), stage("b", 2).withEstimate(S).withAfter("a"));
    var first = sent(cell.plan(1, job));
    assertThat(first).hasSize(2);
    cell.finish(first.get(0));
    var half = cell.finish(first.get(1));
    assertThat(sent(half)).isEmpty();
    assertThat(request(half).claims()).hasSize(2);
  }

  @Test
  void lengthsAreLearntFromTasksThatEnd() {
    var cell = new HybridCell(4, HybridOptions.ONLY_Q);
    var unknown = stage("a", 1_200);
    var wanted = request(cell.plan(1, hybrid(unknown)));
    var first = sent(cell.grant(1, on(0, wanted.claims().subList(0, 1)))).getFirst();
    cell.cell.scheduler.after(2 * S);
    var learnt = cell.finish(first);
    assertThat(sent(learnt)).as("all that no container has come for").hasSize(1_199);
    var rest = cell.cell.beatAfter(S);
    assertThat(request(rest).claims()).isEmpty();
    assertThat(withdrawn(rest)).hasSizeGreaterThan(998);
  }

  // Where they go.

  private static List<Integer> nodes(RecordingEffects out) {
    return sent(out).stream().map(Sent::node).toList();
  }

  @Test
  void theyGoToOneOfTheBestNodesAtRandom() {
    var cell = new HybridCell(30, HybridOptions.ONLY_Q);
    var first = cell.plan(1, hybrid(1));
    assertThat(first.sent(GetLoads.class)).singleElement().returns(true, GetLoads::ranked);
    long[] ranks = new long[30];
    for (int node = 0; node < ranks.length; node++) {
      ranks[node] = 1_000L + node;
    }
    ranks[7] = 0;
    ranks[8] = 10;
    ranks[9] = 20;
    cell.cell.scheduler.after(1);
    cell.ranked(ranks);
    List<Integer> chosen = new ArrayList<>();
    for (int job = 2; job < 8; job++) {
      chosen.addAll(nodes(cell.plan(job, hybrid(1))));
    }
    assertThat(chosen).hasSize(6).containsOnly(7, 8, 9);
    assertThat(chosen).as("not all to one").contains(7, 8);
  }

  @Test
  void whatWasSentCountsUntilTheNodeReportsAgain() {
    var cell = new HybridCell(20, HybridOptions.ONLY_Q.withTopNodes(1));
    cell.plan(1, hybrid(1));
    long[] ranks = new long[20];
    Arrays.fill(ranks, 100);
    ranks[3] = 0;
    ranks[4] = 2;
    cell.cell.scheduler.after(1);
    cell.ranked(ranks);
    var chosen = nodes(cell.plan(2, hybrid(5)));
    assertThat(chosen.subList(0, 2)).containsExactly(3, 3);
    assertThat(chosen.subList(2, 4))
        .as("two seconds of work make node 3 as busy as node 4")
        .containsExactlyInAnyOrder(3, 4);
    cell.cell.scheduler.after(1);
    cell.ranked(ranks);
    assertThat(nodes(cell.plan(3, hybrid(2)))).containsExactly(3, 3);
  }

  @Test
  void byRankAloneWhatWasSentDoesNotCount() {
    var options = HybridOptions.ONLY_Q.with(TopNodes.plain(1));
    var cell = new HybridCell(20, options);
    cell.plan(1, hybrid(1));
    long[] ranks = new long[20];
    Arrays.fill(ranks, 100);
    ranks[3] = 0;
    cell.cell.scheduler.after(1);
    cell.ranked(ranks);
    assertThat(nodes(cell.plan(2, hybrid(400)))).hasSize(400).containsOnly(3);
  }

  @Test
  void inASmallCellTheBestAreAPartOfItUnlessSaidOtherwise() {
    assertThat(TopNodes.STANDARD.of(10_000)).isEqualTo(64);
    assertThat(TopNodes.STANDARD.of(300)).isEqualTo(30);
    assertThat(TopNodes.STANDARD.of(3)).isEqualTo(2);
    assertThat(TopNodes.plain(50).of(256)).isEqualTo(50);
    assertThatThrownBy(() -> new TopNodes(0, 1, true)).hasMessageContaining("count");
    assertThatThrownBy(() -> new TopNodes(1, 0, true)).hasMessageContaining("part");
  }

  /** Else all schedulers would send all they have to the nodes with the lowest numbers. */
  @Test
  void ofNodesWithTheSameRankEachSchedulerHasOthersFirst() {
    var chosen = new TreeSet<Integer>();
    for (int seed = 1; seed <= 20; seed++) {
      var cell = new HybridCell(256, HybridOptions.ONLY_Q.with(TopNodes.plain(1)), seed);
      cell.plan(1, hybrid(1));
      cell.cell.scheduler.after(1);
      cell.ranked(new long[256]);
      chosen.addAll(nodes(cell.plan(2, hybrid(3))));
    }
    assertThat(chosen).hasSizeGreaterThan(15);
  }

  @Test
  void whatIsOldIsNotPlacedByBeforeTheMonitorHasAnswered() {
    var cell = new HybridCell(20, HybridOptions.ONLY_Q.with(TopNodes.plain(1)));
    cell.plan(1, hybrid(1));
    cell.cell.scheduler.after(1);
    long[] ranks = new long[20];
    Arrays.fill(ranks, 100);
    ranks[3] = 0;
    cell.ranked(ranks);
    cell.cell.scheduler.after(2 * S);
    assertThat(nodes(cell.plan(2, hybrid(1)))).as("not old yet").containsExactly(3);
    cell.cell.scheduler.after(1);
    assertThat(nodes(cell.plan(3, hybrid(2)))).as("old").isEmpty();
    ranks[3] = 100;
    ranks[4] = 0;
    assertThat(nodes(cell.ranked(ranks))).containsExactly(4, 4);
  }

  @Test
  void whereTheMonitorIsSilentWhatIsOldMustDoAfterAnInterval() {
    var cell = new HybridCell(20, HybridOptions.ONLY_Q.with(TopNodes.plain(1)));
    cell.plan(1, hybrid(1));
    cell.cell.scheduler.after(1);
    long[] ranks = new long[20];
    Arrays.fill(ranks, 100);
    ranks[3] = 0;
    cell.ranked(ranks);
    cell.cell.scheduler.after(3 * S);
    assertThat(nodes(cell.plan(2, hybrid(1)))).isEmpty();
    assertThat(nodes(cell.cell.beatAfter(S / 2))).isEmpty();
    assertThat(nodes(cell.cell.beatAfter(S / 2))).containsExactly(3);
  }

  @Test
  void aNodeThatReturnsATaskGetsNothingBeforeItReports() {
    var cell = new HybridCell(20, HybridOptions.ONLY_Q.withTopNodes(1));
    cell.plan(1, hybrid(1));
    long[] ranks = new long[20];
    Arrays.fill(ranks, 100);
    ranks[3] = 0;
    ranks[4] = 50;
    cell.cell.scheduler.after(1);
    cell.ranked(ranks);
    var first = sent(cell.plan(2, hybrid(1))).getFirst();
    assertThat(first.node()).isEqualTo(3);
    cell.returned(first);
    var again = sent(cell.cell.beatAfter(S));
    assertThat(again).as("still opportunistic").hasSize(1);
    assertThat(again.getFirst().node()).isEqualTo(4);
    assertThat(nodes(cell.plan(3, hybrid(1)))).containsExactly(4);
    cell.ranked(ranks);
    assertThat(nodes(cell.plan(4, hybrid(1)))).containsExactly(3);
  }

  @Test
  void ranksAreAskedForAgainWhileStagesAreOpen() {
    var cell = new HybridCell(4, HybridOptions.ONLY_Q);
    long everyNs = SchedulerCell.TIMING.reports().loadEveryNs();
    var planned = cell.plan(1, hybrid(1));
    assertThat(planned.only(Effect.WakeAt.class))
        .extracting(Effect.WakeAt::atNs, wake -> wake.timer().toString())
        .contains(tuple(everyNs, "RANKS"));
    var ranks = cell.cell.scheduler.timer("RANKS");
    for (int time = 1; time <= 3; time++) {
      var again = cell.cell.scheduler.after(everyNs).tell(new Wake(ranks));
      assertThat(again.sent(GetLoads.class)).hasSize(1);
      assertThat(again.only(Effect.WakeAt.class))
          .contains(new Effect.WakeAt((time + 1) * everyNs, ranks));
    }
    cell.finish(sent(planned).getFirst());
    var closed = cell.cell.scheduler.after(everyNs).tell(new Wake(ranks));
    assertThat(closed.sent(GetLoads.class)).isEmpty();
    assertThat(closed.only(Effect.WakeAt.class)).isEmpty();
  }

  @Test
  void whatIsRequiredHoldsThoughOtherNodesRankBetter() {
    var cell = new HybridCell(20, HybridOptions.ONLY_Q.with(TopNodes.plain(1)));
    cell.plan(1, hybrid(1));
    long[] ranks = new long[20];
    Arrays.fill(ranks, 1, 20, 100);
    ranks[12] = 50;
    cell.cell.scheduler.after(1);
    cell.ranked(ranks);
    var required = Require.of(Require.NODE, "node-11", "node-12");
    var where = Where.ANYWHERE.withRequire(required);
    assertThat(nodes(cell.plan(2, hybrid(stage("a", 3).withEstimate(S).withWhere(where)))))
        .containsExactly(12, 12, 12);
    assertThat(nodes(cell.plan(3, hybrid(1)))).as("the best of all").containsExactly(0);
  }

  @Test
  void ofNodesThatATaskPrefersTheBestAreChosenAndUnknownOnesLast() {
    var cell = new HybridCell(20, HybridOptions.ONLY_Q);
    cell.plan(1, hybrid(1));
    cell.cell.scheduler.after(1);
    cell.ranked(0, 300, 200, 100); // nothing is known of the others
    var where = Where.ANYWHERE.withPrefer(Collections.nCopies(4, List.of(9, 1, 3, 8, 2)), S);
    List<Integer> chosen = new ArrayList<>();
    for (int job = 2; job < 8; job++) {
      chosen.addAll(nodes(cell.plan(job, hybrid(stage("a", 4).withEstimate(S).withWhere(where)))));
    }
    assertThat(chosen).hasSize(24).containsOnly(2, 3).contains(2, 3);
  }

  @Test
  void aTaskThatWasEvictedIsDrawnAnew() {
    var options = HybridOptions.HALF_Q;
    int guaranteed = 0;
    for (int job = 1; job <= 40; job++) {
      var cell = new HybridCell(4, options);
      for (int number = 1; number < job; number++) {
        cell.plan(number, hybrid(1)); // other draws
      }
      var sent = sent(cell.plan(job, hybrid(stage("a", 1).withEstimate(S).withRetries(1))));
      if (!sent.isEmpty()) {
        var evicted = cell.finish(sent.getFirst(), RunResult.of(Outcome.EVICTED, 137, ""));
        guaranteed += sent(evicted).isEmpty() ? 1 : 0;
      }
    }
    assertThat(guaranteed).isBetween(4, 20);
  }

  @Test
  void tasksStayOnNodesThatTheyPrefer() {
    var cell = new HybridCell(20, HybridOptions.ONLY_Q);
    var firm = Where.ANYWHERE.withPrefer(List.of(List.of(5, 6)), Where.FIRM);
    assertThat(nodes(cell.plan(1, hybrid(stage("a", 1).withEstimate(S).withWhere(firm)))))
        .isSubsetOf(5, 6);
    var absent = Where.ANYWHERE.withPrefer(List.of(List.of(77)), 3 * S);
    var patient = stage("a", 1).withEstimate(S).withWhere(absent);
    assertThat(nodes(cell.plan(2, hybrid(patient)))).isEmpty();
    assertThat(sent(cell.cell.beatAfter(S))).isEmpty();
    assertThat(sent(cell.cell.beatAfter(2 * S))).hasSize(1);
  }

  @Test
  void opportunisticTasksAreInProportionToTokens() {
    var cell = new HybridCell(4, HybridOptions.ONLY_Q);
    var sent = sent(cell.plan(1, hybrid(20).withTokens(3)));
    assertThat(sent).as("twice as many as there are tokens").hasSize(6);
    assertThat(sent(cell.finish(sent.getFirst()))).hasSize(1);
  }

  // Promotion.

  private static final HybridOptions PROMOTING = HybridOptions.ONLY_Q.withPromotionAfter(2 * S);

  /** An attempt that has run for long, and the request of a container for it. */
  private static Sent promotable(HybridCell cell) {
    var sent = sent(cell.plan(1, hybrid(1))).getFirst();
    cell.started(sent);
    assertThat(cell.cell.beatAfter(S).sent(RequestContainers.class)).isEmpty();
    var asked = request(cell.cell.beatAfter(S));
    assertThat(asked.claims()).isEmpty();
    assertThat(asked.running()).containsExactly(new Container(sent.id(), sent.node()));
    return sent;
  }

  @Test
  void anAttemptThatHasRunForLongIsPromotedOnceItHasAContainer() {
    var cell = new HybridCell(4, PROMOTING);
    var sent = promotable(cell);
    var granted = cell.grant(1, new Container(sent.id(), sent.node()));
    assertThat(granted.sent(PromoteTask.class))
        .singleElement()
        .returns(sent.id(), PromoteTask::reservation);
    cell.cell.scheduler.tell(new TaskPromoted(sent.node(), sent.id(), true));
    assertThat(cell.cell.beatAfter(S).sent(PromoteTask.class)).isEmpty();

    var finished = cell.finish(sent);
    assertThat(withdrawn(finished)).as("its node does not know of it").containsExactly(sent.id());
  }

  @Test
  void aNodeThatDeclinesIsAskedAgainAndTheContainerIsKept() {
    var cell = new HybridCell(4, PROMOTING);
    var sent = promotable(cell);
    cell.grant(1, new Container(sent.id(), sent.node()));
    var declined = cell.cell.scheduler.tell(new TaskPromoted(sent.node(), sent.id(), false));
    assertThat(withdrawn(declined)).isEmpty();
    assertThat(cell.cell.beatAfter(S).sent(PromoteTask.class)).hasSize(1);
  }

  @Test
  void anAttemptThatEndsBeforeItsContainerComesGivesItUp() {
    var cell = new HybridCell(4, PROMOTING);
    var sent = promotable(cell);
    cell.finish(sent, RunResult.of(Outcome.EVICTED, 137, ""));
    assertThat(withdrawn(cell.cell.beatAfter(S))).containsExactly(sent.id());
    var late = cell.grant(1, new Container(sent.id(), sent.node()));
    assertThat(late.sent(PromoteTask.class)).isEmpty();
  }

  @Test
  void aStageThatClosesGivesUpTheContainersOfAttemptsThatRun() {
    var cell = new HybridCell(4, PROMOTING);
    var sent = promotable(cell);
    var stopped = cell.cell.scheduler.tell(new StopJob(1));
    assertThat(request(stopped).running()).isEmpty();
    assertThat(withdrawn(cell.cell.beatAfter(S))).containsExactly(sent.id());
    cell.gone(1, sent.id());
    assertThat(withdrawn(cell.cell.beatAfter(S))).isEmpty();
  }

  @Test
  void withoutTokensNothingIsPromoted() {
    var cell = new HybridCell(4, PROMOTING.with(Objectives.NONE));
    var job = hybrid(3).withTokens(1);
    var sent = sent(cell.plan(1, job));
    assertThat(sent).hasSize(2);
    sent.forEach(cell::started);
    cell.cell.scheduler.after(2 * S);
    assertThat(request(cell.cell.beatAfter(S)).running()).hasSize(1);
  }

  @Test
  void whatIsReturnedUnstartedStaysOpportunistic() {
    var cell = new HybridCell(10, HybridOptions.HALF_Q);
    var back = sent(cell.plan(1, hybrid(100))).subList(0, 20);
    back.forEach(cell::returned);
    cell.cell.scheduler.after(S);
    cell.ranked(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    assertThat(sent(cell.cell.beatAfter(S)))
        .extracting(Sent::task)
        .containsAll(back.stream().map(Sent::task).toList());
  }
}
