package dev.muster.core.scheduler.estimate;

import static dev.muster.core.fake.Jobs.GIB;
import static dev.muster.core.fake.Jobs.stage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Effects;
import dev.muster.core.event.MasterEvent.JobFinished;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.EnqueueReservation;
import dev.muster.core.event.NodeEvent.NoTask;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.NodeEvent.WithdrawReservation;
import dev.muster.core.event.Notice.TaskExplained;
import dev.muster.core.event.PlacementEvent;
import dev.muster.core.event.SchedulerEvent.ExplainTask;
import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.core.event.SchedulerEvent.MachineList;
import dev.muster.core.event.SchedulerEvent.MachinesChanged;
import dev.muster.core.fake.Jobs;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.scheduler.SchedulerCell;
import dev.muster.core.scheduler.job.TiersTest;
import dev.muster.core.scheduler.place.Placer;
import dev.muster.core.scheduler.place.StagePlacer;
import dev.muster.core.scheduler.place.StageTasks;
import dev.muster.model.Admission;
import dev.muster.model.Explanation;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.Outcome;
import dev.muster.model.RunResult;
import dev.muster.model.Tier;
import dev.muster.model.Usage;
import dev.muster.model.Where;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A task that ran out of memory is tried again with more, as far as its job allows. */
final class StageMemoryTest {

  private static final RunResult TOO_LITTLE = RunResult.of(Outcome.OUT_OF_MEMORY, 137, "");
  private static final long MANY = 1L << 50;

  // How much.

  @Test
  void aTaskGetsHalfAsMuchAgainUpToWhatItsJobAllows() {
    var memory = new StageMemory(1_000, 2_000, true);
    assertThat(memory.raise(7, 1_000, MANY)).isTrue();
    assertThat(memory.of(7)).isEqualTo(1_500);
    assertThat(memory.of(8)).as("others as before").isEqualTo(1_000);
    assertThat(memory.raise(7, 1_500, MANY)).isTrue();
    assertThat(memory.of(7)).isEqualTo(2_000);
    assertThat(memory.raise(7, 2_000, MANY)).as("all that it may have").isFalse();
    assertThat(memory.raised()).isEqualTo(2);
  }

  @Test
  void noTaskGetsMoreThanANodeHas() {
    var memory = new StageMemory(1_000, 2_000, true);
    assertThat(memory.raise(7, 1_000, 1_200)).isTrue();
    assertThat(memory.of(7)).isEqualTo(1_200);
    assertThat(memory.raise(7, 1_200, 1_200)).isFalse();
  }

  @Test
  void whatWasRaisedIsTakenBackWhereNoNodeHasAsMuchAnyMore() {
    var memory = new StageMemory(1_000, 9_000, true);
    assertThat(memory.givesMore()).isFalse();
    memory.raise(1, 4_000, MANY);
    memory.learn(3_000);
    memory.fit(5_000);
    assertThat(memory.of(1)).isEqualTo(5_000);
    assertThat(memory.of(2)).as("what was learnt").isEqualTo(3_000);
    memory.fit(2_000);
    assertThat(memory.of(1)).isEqualTo(2_000);
    assertThat(memory.of(2)).isEqualTo(2_000);
    assertThat(memory.givesMore()).isTrue();
    memory.fit(500);
    assertThat(memory.of(1)).as("never less than asked for").isEqualTo(1_000);
    assertThat(memory.of(2)).isEqualTo(1_000);
    assertThat(memory.raise(1, 500, 500)).as("it could have more").isTrue();
    assertThat(memory.raise(1, 1_000, 1_000)).isFalse();
  }

  @Test
  void anAttemptThatWasStartedBeforeTheLatestRaiseChangesNothing() {
    var memory = new StageMemory(1_000, 9_000, false);
    assertThat(memory.raise(1, 1_000, MANY)).isTrue();
    assertThat(memory.raise(2, 1_000, MANY)).isTrue();
    assertThat(memory.ofAll()).isEqualTo(1_500);
    assertThat(memory.raised()).isEqualTo(1);
  }

  @Test
  void afterAFewTasksAllGetAsMuch() {
    var memory = new StageMemory(1_000, 9_000, true);
    for (int task = 0; task < StageMemory.FEW; task++) {
      assertThat(memory.ofAll()).isEqualTo(1_000);
      memory.raise(task, 1_000, MANY);
    }
    assertThat(memory.of(99)).isEqualTo(1_500);
  }

  @Test
  void whatTasksUsedIsLearntAsFarAsTheJobAllows() {
    var memory = new StageMemory(1_000, 2_000, true);
    memory.learn(900);
    assertThat(memory.of(0)).as("never less than asked for").isEqualTo(1_000);
    memory.learn(1_700);
    assertThat(memory.of(0)).isEqualTo(1_700);
    memory.learn(5_000);
    assertThat(memory.of(0)).isEqualTo(2_000);
  }

  // Under policies that bind late: nodes have 4 GiB.

  private static JobSpec job(long maxGib) {
    return JobSpec.of("job", stage("work", 2).withMaxMemory(maxGib * GIB));
  }

  private static long memory(EnqueueReservation of) {
    return of.demand().resources().memoryBytes();
  }

  @Test
  void reservationsForLessAreWithdrawnAndTheRetryCostsNothing() {
    var cell = new SchedulerCell(4);
    var ids = cell.reserved(1, job(3));
    var first = cell.assigned(ids.get(0));

    var after = cell.finished(ids.get(0), first, TOO_LITTLE);

    assertThat(after.sent(JobFinished.class)).as("it has no retries, and needs none").isEmpty();
    assertThat(after.sent(WithdrawReservation.class)).hasSize(3);
    assertThat(after.sent(EnqueueReservation.class))
        .isNotEmpty()
        .allMatch(each -> memory(each) == 3 * GIB / 2);
    assertThat(cell.wanted(cell.nodeOf(ids.get(1)), ids.get(1)).sent(NoTask.class)).hasSize(1);

    var again = SchedulerCell.reservations(after).getFirst();
    var work = cell.assigned(again);
    assertThat(work.spec().resources().memoryBytes()).isEqualTo(3 * GIB / 2);
    assertThat(work.attempt()).isEqualTo(2);
  }

  @Test
  void whereTheLargestNodeHasLeftTasksGetWhatTheOthersHave() {
    var cell = new SchedulerCell(4);
    cell.scheduler.tell(
        new MachineList(
            9, List.of(new Machine(0, Jobs.size(4, 3)), new Machine(1, Jobs.size(4, 2)))));
    var large = stage("work", 1).withResources(Jobs.size(1, 2)).withMaxMemory(3 * GIB);
    var ids = cell.reserved(1, JobSpec.of("job", large.withRetries(1)));
    var raised = cell.finished(ids.get(0), cell.assigned(ids.get(0)), TOO_LITTLE);
    assertThat(raised.sent(EnqueueReservation.class))
        .isNotEmpty()
        .allMatch(each -> memory(each) == 3 * GIB);

    var left = cell.scheduler.tell(new MachinesChanged(9, 10, List.of(), List.of(0)));

    assertThat(left.sent(EnqueueReservation.class))
        .isNotEmpty()
        .allMatch(each -> memory(each) == 2 * GIB);
  }

  @Test
  void aTaskThatHasAllThatItMayHaveFails() {
    var cell = new SchedulerCell(4);
    var ids = cell.reserved(1, JobSpec.of("job", stage("work", 1).withMaxMemory(5 * GIB / 4)));
    var again = cell.finished(ids.get(0), cell.assigned(ids.get(0)), TOO_LITTLE);
    var next = SchedulerCell.reservations(again).getFirst();
    var over = cell.finished(next, cell.assigned(next), TOO_LITTLE);

    var report = over.sent(JobFinished.class).getFirst().report();
    assertThat(report.state()).isEqualTo(JobState.FAILED);
    assertThat(report.stages().getFirst().kinds().enlarged()).isEqualTo(1);
  }

  @Test
  void withoutMemoryMaxATaskFailsAsBefore() {
    var cell = new SchedulerCell(4);
    var ids = cell.reserved(1, JobSpec.of("job", stage("work", 1)));
    assertThat(cell.finished(ids.get(0), cell.assigned(ids.get(0)), TOO_LITTLE))
        .satisfies(out -> assertThat(out.sent(JobFinished.class)).hasSize(1));
  }

  @Test
  void aTaskThatWaitsSaysThatItGetsMore() {
    var cell = new SchedulerCell(4);
    var ids = cell.reserved(1, job(3));
    cell.finished(ids.get(0), cell.assigned(ids.get(0)), TOO_LITTLE);
    var why = cell.scheduler.tell(new ExplainTask(1, 0, 0)).published();
    assertThat(((TaskExplained) why.getFirst()).why().summary())
        .endsWith("; gets 1.5 GiB: 1 GiB were too little");
  }

  // Under policies that know which task they place.

  /** Starts every task that waits on node 0. */
  private record EarlyPlacer() implements Placer {

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
    public StagePlacer open(StageTasks tasks) {
      return new StagePlacer() {
        @Override
        public boolean adjust(long nowNs, Effects out) {
          for (int task = 0; task < tasks.spec().tasks(); task++) {
            var demand = tasks.demand(task);
            var attempt = tasks.start(nowNs, task, 0, Tier.GUARANTEED);
            if (attempt != null) {
              out.send(
                  NodeEvent.at(0),
                  new PlaceTask(SchedulerCell.SELF, attempt.id(), demand, tasks.work(attempt)));
            }
          }
          return true;
        }

        @Override
        public Explanation explain(long nowNs, int task) {
          return Explanation.of(JobSpec.ESTIMATED, "", List.of());
        }
      };
    }
  }

  @Test
  void onlyTheTaskThatHadTooLittleGetsMore() {
    var cell = new SchedulerCell(1, _ -> List.of(new EarlyPlacer()));
    var spec =
        JobSpec.of("job", stage("work", 3).withMaxMemory(3 * GIB).withRetries(1))
            .withPolicy(JobSpec.ESTIMATED);
    var placed = cell.plan(1, spec).sent(PlaceTask.class);

    var more = end(cell, placed.get(0), TOO_LITTLE).sent(PlaceTask.class);
    assertThat(more).hasSize(1);
    assertThat(more.getFirst().demand().resources().memoryBytes()).isEqualTo(3 * GIB / 2);
    assertThat(more.getFirst().work().spec().resources().memoryBytes()).isEqualTo(3 * GIB / 2);

    var usual = end(cell, placed.get(1), RunResult.failed(1, "")).sent(PlaceTask.class);
    assertThat(usual.getFirst().demand().resources().memoryBytes()).isEqualTo(GIB);
  }

  @Test
  void tasksThatUseMoreThanTheyAskForMakeTheLaterOnesStartWithThat() {
    var cell = new SchedulerCell(1, _ -> List.of(new EarlyPlacer()));
    var spec =
        JobSpec.of("job", stage("work", 3).withMaxMemory(3 * GIB).withRetries(1))
            .withPolicy(JobSpec.ESTIMATED);
    var placed = cell.plan(1, spec).sent(PlaceTask.class);
    cell.scheduler.after(5);
    cell.scheduler.tell(TiersTest.running(placed.get(0)));
    end(cell, placed.get(0), RunResult.SUCCESS.withUsage(new Usage(1, 2 * GIB, 0, 0)));

    var later = end(cell, placed.get(1), RunResult.failed(1, "")).sent(PlaceTask.class);
    assertThat(later.getFirst().demand().resources().memoryBytes()).isEqualTo(2 * GIB);
  }

  @Test
  void aTaskThatMustRunOnPreferredNodesGetsNoMoreThanTheseHave() {
    var cell = new SchedulerCell(1, _ -> List.of(new EarlyPlacer()));
    cell.scheduler.tell(
        new MachineList(
            9, List.of(new Machine(0, Jobs.size(4, 4)), new Machine(1, Jobs.size(4, 64)))));
    var firm = Where.ANYWHERE.withPrefer(List.of(List.of(0)), Where.FIRM);
    var stage = stage("work", 1).withResources(Jobs.size(1, 3)).withWhere(firm);
    var spec = JobSpec.of("job", stage.withMaxMemory(60 * GIB)).withPolicy(JobSpec.ESTIMATED);
    var placed = cell.plan(1, spec).sent(PlaceTask.class);

    var more = end(cell, placed.getFirst(), TOO_LITTLE).sent(PlaceTask.class);

    assertThat(more.getFirst().demand().resources().memoryBytes()).isEqualTo(4 * GIB);
  }

  private static RecordingEffects end(SchedulerCell cell, PlaceTask place, RunResult result) {
    return cell.finished(0, place.reservation(), place.work(), result);
  }
}
