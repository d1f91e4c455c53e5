package dev.muster.core.scheduler.job;

import static dev.muster.core.fake.Jobs.stage;
import static dev.muster.core.scheduler.SchedulerCell.SELF;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.core.actor.Effects;
import dev.muster.core.event.MasterEvent.JobFinished;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.KillTask;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.Notice.OutputStored;
import dev.muster.core.event.PlacementEvent;
import dev.muster.core.event.ReturnReason;
import dev.muster.core.event.SchedulerEvent.ReservationReturned;
import dev.muster.core.event.SchedulerEvent.StopJob;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.scheduler.SchedulerCell;
import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.AttemptState;
import dev.muster.core.scheduler.place.Placer;
import dev.muster.core.scheduler.place.StagePlacer;
import dev.muster.core.scheduler.place.StageTasks;
import dev.muster.model.Admission;
import dev.muster.model.Explanation;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.Outcome;
import dev.muster.model.RunResult;
import dev.muster.model.StageReport;
import dev.muster.model.StageReport.AttemptKinds;
import dev.muster.model.StageReport.Placed;
import dev.muster.model.Tier;
import dev.muster.model.Usage;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every task has two attempts at once: one on node 0 and its twin on node 1. */
final class StageTwinsTest {

  private static final RunResult FAILED = RunResult.failed(1, "no");
  private static final RunResult KILLED = RunResult.of(Outcome.KILLED, 143, "");

  private final SchedulerCell cell = new SchedulerCell(2, _ -> List.of(new TwinPlacer()));

  private record TwinPlacer() implements Placer {

    @Override
    public List<String> policies() {
      return List.of("twins");
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
    public StagePlacer open(StageTasks stage) {
      return new StagePlacer() {
        @Override
        public boolean adjust(long nowNs, Effects out) {
          while (stage.wanted() > 0) {
            var one = requireNonNull(stage.startNext(nowNs, 0, AttemptState.PLACED, 0));
            send(one, out);
            send(requireNonNull(stage.startTwin(nowNs, one.task(), 1, Tier.GUARANTEED)), out);
          }
          return true;
        }

        private void send(Attempt attempt, Effects out) {
          out.send(
              NodeEvent.at(attempt.node()),
              new PlaceTask(SELF, attempt.id(), stage.demand(), stage.work(attempt)));
        }

        @Override
        public Explanation explain(long nowNs, int task) {
          return Explanation.of("twins", "", List.of());
        }
      };
    }
  }

  private List<PlaceTask> plan(int retries) {
    return cell.plan(1, JobSpec.of("job", stage("work", 1).withRetries(retries)))
        .sent(PlaceTask.class);
  }

  private RecordingEffects end(int node, PlaceTask place, RunResult result) {
    return cell.finished(node, place.reservation(), place.work(), result);
  }

  private static StageReport report(RecordingEffects out) {
    return out.sent(JobFinished.class).getFirst().report().stages().getFirst();
  }

  /** Half of the attempts are twins. */
  private static StageReport work(int succeeded, int failed, int attempts) {
    var kinds = new AttemptKinds(0, 0, 0, attempts / 2, 0, 0, 0);
    return new StageReport(
        "work", 1, 0, succeeded, failed, attempts, Usage.NONE, Placed.NONE, kinds);
  }

  @Test
  void bothAreOfTheSameTaskUnderNumbersOfTheirOwn() {
    var two = plan(0);
    assertThat(two).hasSize(2).extracting(place -> place.work().index()).containsOnly(0);
    assertThat(two).extracting(place -> place.work().attempt()).containsExactly(1, 2);
    assertThat(two.get(0).reservation()).isNotEqualTo(two.get(1).reservation());
  }

  @Test
  void whereOneFailsTheOtherRunsOnAndMaySucceed() {
    var two = plan(0);
    var failed = end(0, two.get(0), FAILED);
    assertThat(failed.sent(JobFinished.class)).isEmpty();
    assertThat(failed.sent(PlaceTask.class)).as("the task still runs").isEmpty();
    assertThat(failed.sent(KillTask.class)).isEmpty();

    var done = end(1, two.get(1), RunResult.SUCCESS);
    assertThat(report(done)).isEqualTo(work(1, 0, 2));
  }

  @Test
  void theFirstSuccessWinsAndTheOtherIsKilled() {
    var two = plan(0);
    var won = end(1, two.get(1), RunResult.SUCCESS);
    assertThat(won.sentTo(NodeEvent.at(0)))
        .contains(new KillTask(SELF, 0, two.get(0).reservation()));
    assertThat(won.sentTo(NodeEvent.at(1))).as("the winner is not").isEmpty();
    assertThat(won.sent(JobFinished.class)).as("the other still runs").isEmpty();

    var over = end(0, two.get(0), KILLED);
    assertThat(over.sent(JobFinished.class).getFirst().report().state())
        .isEqualTo(JobState.SUCCEEDED);
    assertThat(report(over)).isEqualTo(work(1, 0, 2));
  }

  @Test
  void twoThatBothSucceedAreOneSuccess() {
    var two = plan(0);
    end(0, two.get(0), RunResult.SUCCESS);
    assertThat(report(end(1, two.get(1), RunResult.SUCCESS))).isEqualTo(work(1, 0, 2));
  }

  @Test
  void theOutputIsThatOfTheFirstSuccess() {
    var two = plan(0);
    var output = RunResult.SUCCESS.withOutput(7);
    assertThat(end(1, two.get(1), output).published())
        .containsExactly(new OutputStored(1, 0, 0, 1, 7));
    assertThat(end(0, two.get(0), output).published())
        .as("logs only")
        .containsExactly(new OutputStored(1, 0, 0, 0, 0));
  }

  @Test
  void aTwinCostsNoRetry() {
    var two = plan(1);
    end(0, two.get(0), FAILED);
    var again = end(1, two.get(1), FAILED);
    var next = again.sent(PlaceTask.class);
    assertThat(next).as("the one retry is still there").hasSize(2);
    assertThat(next).extracting(place -> place.work().attempt()).containsExactly(3, 4);

    end(1, next.get(1), FAILED);
    var over = end(0, next.get(0), FAILED);
    assertThat(over.sent(PlaceTask.class)).as("and now it is used").isEmpty();
    assertThat(report(over)).isEqualTo(work(0, 1, 4));
  }

  @Test
  void whereBothAreLostTheTaskWaitsAgain() {
    var two = plan(0);
    cell.scheduler.after(1);
    assertThat(cell.unknown(0, 1, two.get(0).reservation()).sent(PlaceTask.class))
        .as("its twin runs")
        .isEmpty();
    var again = cell.unknown(1, 1, two.get(1).reservation()).sent(PlaceTask.class);

    assertThat(again).extracting(place -> place.work().attempt()).containsExactly(3, 4);
    end(1, again.get(1), RunResult.SUCCESS);
    assertThat(report(end(0, again.get(0), KILLED))).isEqualTo(work(1, 0, 4));
  }

  @Test
  void whereBothComeBackTheTaskWaitsAgain() {
    var two = plan(0);
    cell.scheduler.tell(
        new ReservationReturned(1, two.get(1).reservation(), ReturnReason.UNAVAILABLE, ""));
    assertThat(cell.beatAfter(1).sent(PlaceTask.class)).as("its twin runs").isEmpty();
    cell.scheduler.tell(
        new ReservationReturned(0, two.get(0).reservation(), ReturnReason.UNAVAILABLE, ""));
    assertThat(cell.beatAfter(1).sent(PlaceTask.class)).hasSize(2);
  }

  @Test
  void aJobThatIsStoppedEndsBothAndWaitsForBoth() {
    var two = plan(0);
    assertThat(cell.scheduler.tell(new StopJob(1)).sent(KillTask.class)).hasSize(2);
    assertThat(end(1, two.get(1), KILLED).sent(JobFinished.class)).isEmpty();
    assertThat(end(0, two.get(0), KILLED).sent(JobFinished.class)).hasSize(1);
  }

  @Test
  void onlyATaskThatRunsHasATwin() {
    var stage = ManagedJob.of(JobSpec.of("job", stage("work", 1))).tasks(0);
    assertThatThrownBy(() -> stage.startTwin(0, 0, 1, Tier.GUARANTEED))
        .isInstanceOf(AssertionError.class);
  }
}
