package dev.muster.core.scheduler;

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
import dev.muster.core.event.PlacementEvent;
import dev.muster.core.event.SchedulerEvent.StopJob;
import dev.muster.core.event.SchedulerEvent.TaskPromoted;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.Placer;
import dev.muster.core.scheduler.place.StagePlacer;
import dev.muster.core.scheduler.place.StageTasks;
import dev.muster.model.Admission;
import dev.muster.model.Explanation;
import dev.muster.model.JobSpec;
import dev.muster.model.Outcome;
import dev.muster.model.RunResult;
import dev.muster.model.Tier;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Guaranteed attempts take tokens; opportunistic ones take an allowance, and may be promoted. */
final class TiersTest {

  private static final RunResult EVICTED = RunResult.of(Outcome.EVICTED, 143, "");

  private final TieredPlacer placer = new TieredPlacer();
  private final SchedulerCell cell = new SchedulerCell(1, _ -> List.of(placer));

  /** Has tasks guaranteed while tokens last, then opportunistic; and promotes what it can. */
  private static final class TieredPlacer implements Placer {

    private final List<Attempt> declined = new ArrayList<>();
    private @Nullable StageTasks stage;
    private boolean promotes = true;

    @Override
    public List<String> policies() {
      return List.of(JobSpec.ESTIMATED);
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

  static List<Lifecycle<?>> tiers() {
    var test = new TiersTest();
    test.anAttemptThatIsPromotedIsGuaranteedOnceItsNodeSaysSo();
    var other = new TiersTest();
    other.whatANodeDeclinesGivesItsTokensBackAndThePlacerHearsOfIt();
    List<Lifecycle<?>> all = new ArrayList<>(test.cell.scheduler.lifecycles());
    all.addAll(other.cell.scheduler.lifecycles());
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
    var opportunistic = placer.stage().attempts().first();
    assertThat(opportunistic).isNotNull();
    assertThat(opportunistic.tier()).isEqualTo(Tier.OPPORTUNISTIC);

    placer.stage().weigh(opportunistic, 1.75);

    assertThat(placer.stage().opportunisticAllowance()).isEqualTo(0.25);
    assertThat(opportunistic.drawWeight()).isEqualTo(1.75);
  }

  @Test
  void anAttemptThatIsPromotedIsGuaranteedOnceItsNodeSaysSo() {
    var placed = plan(3, 1);
    var asked = asked(end(placed.get(0), RunResult.SUCCESS));
    var attempt = placer.stage().attempts().first();
    assertThat(attempt).isNotNull();
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
  void aTwinNeedsTokensOrAnAllowanceOfItsOwn() {
    plan(2, 1);
    var stage = placer.stage();
    assertThat(stage.startTwin(0, 0, 0, Tier.GUARANTEED)).as("no token is left").isNull();
    assertThat(stage.startTwin(0, 0, 0, Tier.OPPORTUNISTIC)).isNotNull();
    assertThat(stage.startTwin(0, 0, 0, Tier.OPPORTUNISTIC)).as("nor allowance").isNull();
  }
}
