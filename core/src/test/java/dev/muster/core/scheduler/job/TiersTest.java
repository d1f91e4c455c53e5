package dev.muster.core.scheduler.job;

import static dev.muster.core.fake.Jobs.MS;
import static dev.muster.core.fake.Jobs.stage;
import static dev.muster.core.scheduler.SchedulerCell.SELF;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Lifecycle;
import dev.muster.core.event.MasterEvent.JobFinished;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.NodeEvent.PromoteTask;
import dev.muster.core.event.NodeEvent.RefineEstimates;
import dev.muster.core.event.NodeEvent.Refined;
import dev.muster.core.event.PlacementEvent;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.AttemptStatus;
import dev.muster.core.event.SchedulerEvent.AttemptsListed;
import dev.muster.core.event.SchedulerEvent.AttemptsReported;
import dev.muster.core.event.SchedulerEvent.HeldAttempt;
import dev.muster.core.event.SchedulerEvent.JobsInherited;
import dev.muster.core.event.SchedulerEvent.ReservationsConfirmed;
import dev.muster.core.event.SchedulerEvent.StopJob;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.core.event.SchedulerEvent.TaskPromoted;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.scheduler.SchedulerCell;
import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.Placer;
import dev.muster.core.scheduler.place.StagePlacer;
import dev.muster.core.scheduler.place.StageTasks;
import dev.muster.model.Admission;
import dev.muster.model.AttemptPhase;
import dev.muster.model.Explanation;
import dev.muster.model.JobSpec;
import dev.muster.model.Load;
import dev.muster.model.Outcome;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import dev.muster.model.StageReport.AttemptKinds;
import dev.muster.model.TaskSet;
import dev.muster.model.Tier;
import dev.muster.model.Usage;
import dev.muster.model.WaitMatrix;
import dev.muster.model.queue.JobAllowance;
import dev.muster.model.queue.OpportunisticQuota;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Guaranteed attempts take tokens; opportunistic ones take an allowance, and may be promoted. */
public final class TiersTest {

  private static final RunResult EVICTED = RunResult.of(Outcome.EVICTED, 143, "");

  /** How many opportunistic attempts of a usual weight a token is good for. */
  private static final int ALLOWANCE = 2;

  private static final Load LOAD = new Load(7, 0, 0, WaitMatrix.NO_WAIT);

  private final TieredPlacer placer = new TieredPlacer();
  private final SchedulerCell cell = new SchedulerCell(1, _ -> List.of(placer));

  /** Has tasks guaranteed while tokens last, then opportunistic; and promotes what it can. */
  private static final class TieredPlacer implements Placer {

    private final List<Attempt> declined = new ArrayList<>();
    private final List<String> heard = new ArrayList<>();
    private @Nullable StageTasks stage;
    private boolean promotes = true;

    @Override
    public List<String> policies() {
      return List.of(JobSpec.ESTIMATED);
    }

    @Override
    public boolean estimates() {
      return true;
    }

    @Override
    public Admission admission() {
      return Admission.QUEUED;
    }

    @Override
    public boolean on(long nowNs, PlacementEvent event, Effects out) {
      return false;
    }

    @Override
    public void started(long nowNs, Attempt attempt, Effects out) {
      heard.add("started " + attempt.task() + " at " + attempt.startedNs());
    }

    @Override
    public void reported(long nowNs, int node, Load load, Attempt attempt, Effects out) {
      heard.add(attempt.phase() + " " + attempt.task() + " on " + node + " of " + load.queuedNs());
    }

    @Override
    public void declined(long nowNs, Attempt attempt, Effects out) {
      declined.add(attempt);
      promotes = false;
    }

    StageTasks stage() {
      return requireNonNull(stage);
    }

    @Override
    public StagePlacer open(StageTasks tasks) {
      stage = tasks;
      return new StagePlacer() {
        @Override
        public boolean adjust(long nowNs, Effects out) {
          promoteAll(tasks, out);
          for (int task = 0; task < tasks.spec().tasks(); task++) {
            var attempt = tasks.start(nowNs, task, 0, Tier.GUARANTEED);
            send(attempt == null ? tasks.start(nowNs, task, 0, Tier.OPPORTUNISTIC) : attempt, out);
          }
          return true;
        }

        @Override
        public Explanation explain(long nowNs, int task) {
          return Explanation.of(JobSpec.ESTIMATED, "", List.of());
        }
      };
    }

    private void promoteAll(StageTasks tasks, Effects out) {
      for (var attempt = tasks.attempts().first();
          attempt != null && promotes;
          attempt = tasks.attempts().after(attempt)) {
        tasks.promote(attempt, out);
      }
    }

    private static void send(@Nullable Attempt attempt, Effects out) {
      if (attempt != null) {
        var stage = attempt.stage();
        var demand = stage.demand(attempt.task()).with(attempt.tier());
        out.send(
            NodeEvent.at(attempt.node()),
            new PlaceTask(SELF, attempt.id(), demand, stage.work(attempt)));
      }
    }
  }

  private static JobSpec job(int tasks, int tokens) {
    return JobSpec.of("job", stage("work", tasks)).withPolicy(JobSpec.ESTIMATED).withTokens(tokens);
  }

  private List<PlaceTask> plan(int tasks, int tokens) {
    return cell.plan(1, job(tasks, tokens)).sent(PlaceTask.class);
  }

  private RecordingEffects end(PlaceTask place, RunResult result) {
    return cell.finished(0, place.reservation(), place.work(), result);
  }

  private RecordingEffects answer(PromoteTask asked, boolean granted) {
    return cell.scheduler.tell(new TaskPromoted(0, asked.reservation(), granted));
  }

  private static PromoteTask asked(RecordingEffects out) {
    return out.sent(PromoteTask.class).getFirst();
  }

  private void report(PlaceTask of, AttemptPhase phase, long ns, Usage usage) {
    var status = new AttemptStatus(of.reservation(), phase, ns, usage);
    cell.scheduler.tell(new AttemptsReported(0, 0, LOAD, List.of(status)));
  }

  /** Node 0 says that it has just started the task. */
  public static AttemptsReported running(PlaceTask place) {
    var status = new AttemptStatus(place.reservation(), AttemptPhase.RUNNING, 0, Usage.NONE);
    return new AttemptsReported(0, 0, LOAD, List.of(status));
  }

  public static List<Lifecycle<?>> tiers() {
    List<Lifecycle<?>> all = new ArrayList<>();
    for (boolean granted : List.of(true, false)) {
      var test = new TiersTest();
      test.answer(asked(test.end(test.plan(3, 1).getFirst(), RunResult.SUCCESS)), granted);
      all.addAll(test.cell.scheduler.lifecycles());
    }
    return all;
  }

  @Test
  void onlyGuaranteedAttemptsTakeTokens() {
    var placed = plan(4, 1);

    assertThat(placed)
        .extracting(place -> place.demand().tier())
        .containsExactly(Tier.GUARANTEED, Tier.OPPORTUNISTIC, Tier.OPPORTUNISTIC);
    assertThat(placer.stage().tokensLeft()).isZero();
    assertThat(placer.stage().runningOfJob()).isEqualTo(3);
  }

  @Test
  void theWeightsOfOpportunisticAttemptsStayWithinTheAllowanceOfTheirTokens() {
    plan(10, 2);

    assertThat(placer.stage().attempts().count()).isEqualTo(2 + 2 * 2);
    assertThat(placer.stage().opportunisticAllowance()).isZero();
  }

  @Test
  void aHeavierAttemptTakesMoreOfTheAllowance() {
    plan(2, 1);
    var opportunistic = requireNonNull(placer.stage().attempts().first());
    assertThat(opportunistic.tier()).isEqualTo(Tier.OPPORTUNISTIC);

    placer.stage().weigh(opportunistic, 1.75);

    assertThat(placer.stage().opportunisticAllowance()).isEqualTo(0.25);
    assertThat(opportunistic.drawWeight()).isEqualTo(1.75);
  }

  @Test
  void anAttemptThatIsPromotedIsGuaranteedOnceItsNodeSaysSo() {
    var placed = plan(3, 1);
    var asked = asked(end(placed.get(0), RunResult.SUCCESS));
    var attempt = requireNonNull(placer.stage().attempts().first());
    assertThat(attempt.id()).isEqualTo(asked.reservation());
    assertThat(attempt.tier()).as("not before").isEqualTo(Tier.OPPORTUNISTIC);
    assertThat(placer.stage().tokensLeft()).as("its token is taken at once").isZero();

    answer(asked, true);

    assertThat(attempt.tier()).isEqualTo(Tier.GUARANTEED);
    assertThat(placer.stage().opportunisticAllowance()).isEqualTo(1);
    answer(asked, true);
    assertThat(placer.stage().tokensLeft()).as("a duplicate").isZero();
    assertThat(placer.stage().opportunisticAllowance()).isEqualTo(1);
  }

  @Test
  void aPromotionWithoutAnAnswerIsRepeatedUntilThereIsOne() {
    var asked = asked(end(plan(3, 1).get(0), RunResult.SUCCESS));
    assertThat(cell.beatAfter(MS).sent(PromoteTask.class)).containsExactly(asked);
    assertThat(cell.beatAfter(MS).sent(PromoteTask.class)).containsExactly(asked);
    answer(asked, true);
    assertThat(cell.beatAfter(MS).sent(PromoteTask.class)).isEmpty();
  }

  @Test
  void aPromotionIsNotRepeatedOnceTheAttemptIsOver() {
    var placed = plan(2, 1);
    asked(end(placed.get(0), RunResult.SUCCESS));
    end(placed.get(1), RunResult.SUCCESS);
    assertThat(cell.beatAfter(MS).sent(PromoteTask.class)).isEmpty();
  }

  @Test
  void whatANodeDeclinesGivesItsTokensBackAndThePlacerHearsOfIt() {
    var placed = plan(3, 1);
    var asked = asked(end(placed.get(0), RunResult.SUCCESS));

    answer(asked, false);

    assertThat(placer.declined).extracting(Attempt::id).containsExactly(asked.reservation());
    assertThat(placer.declined.getFirst().tier()).isEqualTo(Tier.OPPORTUNISTIC);
    assertThat(placer.stage().tokensLeft()).isEqualTo(1);
    assertThat(cell.beatAfter(MS).sent(PromoteTask.class)).isEmpty();
  }

  @Test
  void aStaleAnswerThatDeclinesDoesNotHideThatTheNodeHasGranted() {
    var placed = plan(3, 1);
    var asked = asked(end(placed.get(0), RunResult.SUCCESS));
    answer(asked, false);

    answer(asked, true);

    assertThat(placer.declined.getFirst().tier()).isEqualTo(Tier.GUARANTEED);
    assertThat(placer.stage().tokensLeft()).isZero();
    assertThat(placer.stage().opportunisticAllowance()).isEqualTo(1);
  }

  @Test
  void anAttemptThatEndsGivesBackWhatItHad() {
    var placed = plan(3, 1);
    asked(end(placed.get(0), RunResult.SUCCESS));
    end(placed.get(2), RunResult.SUCCESS);
    assertThat(placer.stage().tokensLeft()).as("the token of the other is free").isZero();
    end(placed.get(1), RunResult.SUCCESS);
    assertThat(placer.stage().runningOfJob()).isZero();
    assertThat(placer.stage().tokensLeft()).isEqualTo(1);
    assertThat(placer.stage().opportunisticAllowance()).isEqualTo(2);
  }

  @Test
  void anEvictionCostsNoRetryAndTheTaskIsPlacedAgain() {
    var placed = plan(2, 1);
    var again = end(placed.get(1), EVICTED).sent(PlaceTask.class);
    assertThat(again).extracting(place -> place.work().attempt()).containsExactly(2);
    end(placed.get(0), RunResult.SUCCESS);
    assertThat(end(again.getFirst(), RunResult.SUCCESS).sent(JobFinished.class)).hasSize(1);
  }

  @Test
  void aJobThatIsStoppedWaitsForAttemptsOfBothTiers() {
    var placed = plan(2, 1);
    cell.scheduler.tell(new StopJob(1));
    var killed = RunResult.of(Outcome.KILLED, 143, "");
    assertThat(end(placed.get(0), killed).sent(JobFinished.class)).isEmpty();
    assertThat(end(placed.get(1), killed).sent(JobFinished.class)).hasSize(1);
  }

  @Test
  void whatNodesReportOfAnAttemptIsOnItBeforeThePlacerHearsOfIt() {
    var first = plan(1, 1).getFirst();
    var attempt = requireNonNull(placer.stage().attempts().first());
    assertThat(attempt.expectedStartNs()).as("nobody knows").isEqualTo(WaitMatrix.NEVER);
    cell.scheduler.after(100);

    report(first, AttemptPhase.QUEUED, 50, Usage.NONE);
    assertThat(attempt.expectedStartNs()).isEqualTo(150);
    assertThat(attempt.startedNs()).isEqualTo(Attempt.NOT_STARTED);

    cell.scheduler.after(60);
    report(first, AttemptPhase.RUNNING, 10, new Usage(5, 6, 7, 8));
    report(first, AttemptPhase.FROZEN, 12, new Usage(6, 6, 7, 8));
    report(first, AttemptPhase.QUEUED, 50, Usage.NONE);

    assertThat(attempt.startedNs()).isEqualTo(150);
    assertThat(attempt.usage()).isEqualTo(new Usage(6, 6, 7, 8));
    assertThat(attempt.phase()).as("the last report was overtaken").isEqualTo(AttemptPhase.FROZEN);
    assertThat(placer.heard)
        .containsExactly(
            "QUEUED 0 on 0 of 7",
            "started 0 at 150",
            "RUNNING 0 on 0 of 7",
            "FROZEN 0 on 0 of 7",
            "FROZEN 0 on 0 of 7");
  }

  @Test
  void aNodeHearsHowLongItsAttemptsTakeOnceThatIsKnownBetter() {
    var placed = plan(8, 8);
    for (var each = placer.stage().attempts().first(); each != null; ) {
      each.expect(1_500, 1_000);
      each = placer.stage().attempts().after(each);
    }
    finishAfter(placed.get(0), 1_200);
    assertThat(reported(placed.get(7))).as("not far from what was said").isEmpty();

    for (int task = 1; task < 4; task++) {
      finishAfter(placed.get(task), 3_000);
    }

    assertThat(reported(placed.get(7)))
        .containsExactly(
            new RefineEstimates(SELF, List.of(new Refined(placed.get(7).reservation(), 3_500))));
    assertThat(reported(placed.get(7))).as("once").isEmpty();
  }

  private void finishAfter(PlaceTask place, long ns) {
    report(place, AttemptPhase.RUNNING, 0, Usage.NONE);
    cell.scheduler.after(ns);
    end(place, RunResult.SUCCESS);
  }

  private List<RefineEstimates> reported(PlaceTask of) {
    var status = new AttemptStatus(of.reservation(), AttemptPhase.QUEUED, 5, Usage.NONE);
    return cell.scheduler
        .tell(new AttemptsReported(0, 0, LOAD, List.of(status)))
        .sent(RefineEstimates.class);
  }

  @Test
  void howLongAnAttemptWasQueuedAtItsNodeIsNotCountedAsItsTime() {
    var placed = plan(2, 2);
    cell.scheduler.after(10_000);
    end(placed.get(0), RunResult.SUCCESS);
    assertThat(placer.stage().computeNs(1)).as("when it began nobody said").isZero();
    finishAfter(placed.get(1), 70);
    assertThat(placer.stage().computeNs(1)).isEqualTo(70);
  }

  @Test
  void attemptsThatRunLongerThanExpectedSayThatOthersWillToo() {
    var placed = plan(3, 3);
    report(placed.get(0), AttemptPhase.RUNNING, 0, Usage.NONE);
    report(placed.get(1), AttemptPhase.RUNNING, 0, Usage.NONE);
    cell.scheduler.after(500);
    report(placed.get(0), AttemptPhase.RUNNING, 500, Usage.NONE);
    report(placed.get(1), AttemptPhase.RUNNING, 500, Usage.NONE);
    assertThat(placer.stage().computeNs(2)).isEqualTo(500);
  }

  @Test
  void aReportOfAnotherNodeOrOfWhatIsOverIsIgnored() {
    var first = plan(1, 1).getFirst();
    var status =
        new AttemptStatus(first.reservation(), AttemptPhase.RUNNING, 1, new Usage(5, 6, 7, 8));
    cell.scheduler.tell(new AttemptsReported(1, 0, LOAD, List.of(status)));
    end(first, RunResult.SUCCESS);
    report(first, AttemptPhase.RUNNING, 1, Usage.NONE);
    assertThat(placer.heard).isEmpty();
  }

  @Test
  void theReportOfAJobCountsTheKindsOfItsAttempts() {
    var placed = plan(3, 1);
    var again = end(placed.get(1), EVICTED).sent(PlaceTask.class).getFirst();
    answer(asked(end(placed.get(0), RunResult.SUCCESS)), true);
    requireNonNull(placer.stage().startTwin(0, 2, 0, Tier.OPPORTUNISTIC));
    end(again, RunResult.SUCCESS);
    end(placed.get(2), RunResult.SUCCESS);
    cell.scheduler.tell(new StopJob(1));
    var twin = requireNonNull(placer.stage().attempts().first());
    var killed = RunResult.of(Outcome.KILLED, 143, "");
    var over = cell.scheduler.tell(new TaskFinished(0, twin.id(), 1, 0, 2, killed));
    assertThat(over.sent(JobFinished.class).getFirst().report().stages().getFirst().kinds())
        .isEqualTo(new AttemptKinds(4, 1, 1, 1, 0, 0, 0));
  }

  @Test
  void whatEvictedAttemptsDidWasInVain() {
    var placed = plan(3, 1);
    var measured = EVICTED.withUsage(new Usage(4, 0, 0, 0));
    var again = endAfter(placed.get(1), 70, measured).sent(PlaceTask.class).getFirst();
    endAfter(placed.get(1), 70, measured); // a duplicate
    endAfter(again, 9, EVICTED);
    endAfter(placed.get(2), 500, RunResult.of(Outcome.KILLED, 143, ""));
    assertThat(placedStage().report().kinds())
        .extracting(AttemptKinds::evicted, AttemptKinds::wastedNs, AttemptKinds::wastedCpuNs)
        .containsExactly(2L, 79L, 4L);
  }

  private Stage placedStage() {
    return ((PlaceableTasks) placer.stage()).stage();
  }

  private RecordingEffects endAfter(PlaceTask place, long ranNs, RunResult result) {
    return cell.scheduler.tell(
        new TaskFinished(0, place.reservation(), 1, 0, place.work().index(), result, ranNs));
  }

  @Test
  void aQuotaCountsOpportunisticAttemptsThatWaitAndThoseThatRun() {
    var placed = plan(12, 3);
    assertThat(placed).hasSize(3 + ALLOWANCE * 3);
    var stage = placer.stage();
    assertThat(stage.opportunisticLeft())
        .as("no quota")
        .isEqualTo(Integer.MAX_VALUE - ALLOWANCE * 3);
    placedStage().manager().share().change(JobAllowance.ANY.with(new OpportunisticQuota(5, 1, 2)));
    assertThat(stage.opportunisticLeft()).as("nothing is taken back").isZero();

    assertThat(end(placed.get(3), EVICTED).sent(PlaceTask.class)).as("5 wait").isEmpty();
    assertThat(end(placed.get(4), EVICTED).sent(PlaceTask.class)).isEmpty();
    assertThat(end(placed.get(5), EVICTED).sent(PlaceTask.class)).as("one for each").isEmpty();
    assertThat(end(placed.get(6), EVICTED).sent(PlaceTask.class))
        .extracting(place -> place.demand().tier())
        .containsExactly(Tier.OPPORTUNISTIC);
  }

  @Test
  void attemptsThatANodeLostTogetherAllCountAsGoneBeforeAnyIsReplaced() {
    var placed = plan(12, 3);
    placer.promotes = false;
    var quota = new OpportunisticQuota(9, 2, 0);
    var share = JobAllowance.atMost(Resources.NONE).with(quota);
    placedStage().manager().share().change(share);
    var gone = List.of(3, 0, 1, 2).stream().map(at -> placed.get(at).reservation()).toList();

    var out = cell.scheduler.tell(new ReservationsConfirmed(0, 0, List.of(), gone));

    assertThat(out.sent(PlaceTask.class)).as("no guaranteed one is left: 2 for each").isEmpty();
    assertThat(placer.stage().runningOfJob()).isEqualTo(ALLOWANCE * 3 - 1);
  }

  @Test
  void anAttemptThatIsBeingPromotedCountsAsOpportunistic() {
    var placed = plan(4, 1);
    var stage = placer.stage();
    placedStage().manager().share().change(JobAllowance.ANY.with(new OpportunisticQuota(9, 2, 0)));
    assertThat(stage.opportunisticLeft()).as("2 of 2").isZero();
    var asked = asked(end(placed.get(0), RunResult.SUCCESS));
    assertThat(stage.opportunisticLeft()).as("2 beside none").isZero();
    answer(asked, true);
    assertThat(stage.opportunisticLeft()).as("1 beside 1").isOne();
  }

  @Test
  void attemptsThatAreTakenOverKeepTheirTiers() {
    var spec = job(3, 1);
    var heir = SchedulerCell.ofEpoch(2, _ -> List.of(placer));
    heir.scheduler.tell(new JobsInherited(2, 1, List.of(1L)));
    heir.scheduler.tell(SchedulerCell.view(1, 1));
    heir.scheduler.tell(
        new AssignJob(1, spec, SchedulerCell.CLIENT, 0, 2, true, TaskSet.NONE, 0, List.of()));
    heir.scheduler.tell(
        new AttemptsListed(
            0,
            2,
            List.of(
                new HeldAttempt(98, 1, 0, 0, 1, false), new HeldAttempt(99, 1, 0, 1, 1, true))));

    assertThat(placer.stage().tokensLeft()).as("one is guaranteed").isZero();
    assertThat(placer.stage().opportunisticAllowance()).as("and the third was started").isZero();
    var out = heir.scheduler.tell(new TaskFinished(0, 98, 1, 0, 0, RunResult.SUCCESS));
    assertThat(out.sent(PromoteTask.class)).hasSize(1);
  }

  @Test
  void aTwinBorrowsTokensOrNeedsAnAllowanceOfItsOwn() {
    plan(2, 1);
    var stage = placer.stage();
    assertThat(stage.startTwin(0, 0, 0, Tier.GUARANTEED)).isNotNull();
    assertThat(stage.tokensLeft()).isEqualTo(-1);
    assertThat(stage.startTwin(0, 0, 0, Tier.OPPORTUNISTIC)).isNotNull();
    assertThat(stage.startTwin(0, 0, 0, Tier.OPPORTUNISTIC)).as("nor allowance").isNull();
  }

  @Test
  void aGuaranteedTwinOfAnOpportunisticAttemptNeedsTokens() {
    plan(2, 1);
    var stage = placer.stage();
    assertThat(stage.startTwin(0, 1, 0, Tier.GUARANTEED)).as("no token covers the task").isNull();
  }
}
