package dev.muster.core.scheduler;

import static dev.muster.core.fake.Jobs.MS;
import static dev.muster.core.fake.Jobs.stage;
import static dev.muster.core.scheduler.SchedulerCell.CLIENT;
import static dev.muster.core.scheduler.SchedulerCell.left;
import static dev.muster.core.scheduler.SchedulerCell.reservations;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Work;
import dev.muster.core.event.MasterEvent.JobFinished;
import dev.muster.core.event.MasterEvent.TasksSucceeded;
import dev.muster.core.event.NodeEvent.AcknowledgeResult;
import dev.muster.core.event.NodeEvent.LaunchTask;
import dev.muster.core.event.NodeEvent.NoTask;
import dev.muster.core.event.NodeEvent.WithdrawReservation;
import dev.muster.core.event.Notice.OutputLost;
import dev.muster.core.event.Notice.TaskExplained;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.AttemptsListed;
import dev.muster.core.event.SchedulerEvent.ExplainTask;
import dev.muster.core.event.SchedulerEvent.HeldAttempt;
import dev.muster.core.event.SchedulerEvent.HoldStage;
import dev.muster.core.event.SchedulerEvent.JobsInherited;
import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.core.event.SchedulerEvent.MachinesChanged;
import dev.muster.core.event.SchedulerEvent.StageSizeRecorded;
import dev.muster.core.event.SchedulerEvent.TasksRecorded;
import dev.muster.core.fake.Jobs;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.scheduler.task.TaskTries;
import dev.muster.model.Edge;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.OutputPlaces.OutputPlace;
import dev.muster.model.OutputPlaces.StagePlaces;
import dev.muster.model.RunResult;
import dev.muster.model.RunResult.LostInputs;
import dev.muster.model.StageReport;
import dev.muster.model.TaskId;
import java.util.ArrayDeque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Outputs are lost with their nodes or disks, in a cell of four nodes. */
final class LostOutputsTest {

  private static final int NODES = 4;
  private static final RunResult OUTPUT = RunResult.SUCCESS.withOutput(1);

  /** All tasks of b need all of a. */
  private static final JobSpec SHUFFLE =
      JobSpec.of("job", stage("a", 2).withRetries(1), stage("b", 2).withAfter("a"));

  private static final JobSpec CHAIN =
      JobSpec.of("job", stage("a", 1), stage("b", 1).withAfter("a"), stage("c", 1).withAfter("b"));

  private final SchedulerCell cell = new SchedulerCell(NODES);
  private final ArrayDeque<Long> reserved = new ArrayDeque<>();
  private long version = 1;
  private long lastId;

  private RecordingEffects heard(RecordingEffects out) {
    out.sent(WithdrawReservation.class).forEach(one -> reserved.remove(one.reservation()));
    reserved.addAll(reservations(out));
    return out;
  }

  private RecordingEffects plan(JobSpec spec) {
    return heard(cell.plan(1, spec));
  }

  /** A node asks for the first reservation that has a task for it; another, if it has none. */
  private Work start(int node) {
    while (true) {
      lastId = next(node);
      reserved.remove(lastId);
      var answer = heard(cell.wanted(cell.nodeOf(lastId), lastId));
      if (answer.sent(NoTask.class).isEmpty()) {
        return answer.sent(LaunchTask.class).getFirst().work();
      }
    }
  }

  private long next(int node) {
    return reserved.stream()
        .filter(id -> cell.nodeOf(id) == node)
        .findFirst()
        .orElseGet(reserved::element);
  }

  private RecordingEffects end(long id, Work work, RunResult result) {
    return heard(cell.finished(id, work, result));
  }

  private Work run(int node, RunResult result) {
    var work = start(node);
    end(lastId, work, result);
    return work;
  }

  private RecordingEffects leave(int node) {
    return heard(cell.scheduler.tell(left(++version, NODES, node)));
  }

  private static List<OutputLost> lost(RecordingEffects out) {
    return out.published().stream()
        .filter(OutputLost.class::isInstance)
        .map(OutputLost.class::cast)
        .toList();
  }

  private TasksSucceeded batch() {
    return cell.beatAfter(MS).sent(TasksSucceeded.class).getFirst();
  }

  private String why(int stage, int task) {
    var out = cell.scheduler.tell(new ExplainTask(1, stage, task));
    return ((TaskExplained) out.published().getFirst()).why().summary();
  }

  private static RunResult misses(String stage, Integer... tasks) {
    return RunResult.inputMissing("gone", new LostInputs(stage, List.of(tasks)));
  }

  @Test
  void whatIsLostWithANodeIsMadeAgainWhileItsReadersWait() {
    plan(SHUFFLE);
    run(0, OUTPUT);
    run(1, OUTPUT);
    heard(cell.recorded(1));
    assertThat(reserved).as("for the readers").isNotEmpty();

    var out = leave(0);

    assertThat(lost(out)).containsExactly(new OutputLost(1, 0, 0, true));
    assertThat(out.sent(WithdrawReservation.class))
        .as("those of the readers at nodes that live")
        .hasSize(3);
    assertThat(out.sent(TasksSucceeded.class).getFirst().reopened())
        .containsExactly(new TaskId(0, 0));
    assertThat(why(1, 1)).isEqualTo("the output of a[0] was lost with node-0 and is made again");

    var again = run(2, OUTPUT);
    assertThat(again.toString()).isEqualTo("job-1/a[0]#2");
    assertThat(start(3).spec().name()).isEqualTo("b");
  }

  @Test
  void theRecordHasWhereOutputsAreAndWhichTasksRunAgain() {
    plan(SHUFFLE);
    run(0, OUTPUT);
    run(1, RunResult.SUCCESS);
    var first = batch();
    assertThat(first.outputs()).containsExactly(new OutputPlace(new TaskId(0, 0), 0));
    cell.scheduler.tell(new TasksRecorded(1, first.batch()));
    leave(0);
    var reopening = batch();
    assertThat(reopening.reopened()).containsExactly(new TaskId(0, 0));
    run(2, OUTPUT);
    assertThat(batch()).as("one at a time").isEqualTo(reopening);
    cell.scheduler.tell(new TasksRecorded(1, reopening.batch()));
    assertThat(batch().outputs()).containsExactly(new OutputPlace(new TaskId(0, 0), 2));
  }

  @Test
  void reportsAreRightAndNothingCostsARetry() {
    plan(SHUFFLE);
    run(0, OUTPUT);
    run(1, OUTPUT);
    leave(0);
    run(2, RunResult.failed(1, "no"));
    run(2, OUTPUT);
    run(2, OUTPUT);
    var last = start(3);
    var report = end(lastId, last, OUTPUT).sent(JobFinished.class).getFirst().report();

    assertThat(report.state()).isEqualTo(JobState.SUCCEEDED);
    assertThat(report.stages())
        .containsExactly(new StageReport("a", 2, 0, 2, 0, 4), new StageReport("b", 2, 0, 2, 0, 2));
  }

  @Test
  void anOutputThatNobodyNeedsIsMadeAgainOnlyForOneThatIs() {
    plan(CHAIN);
    run(0, OUTPUT);
    run(1, OUTPUT);
    assertThat(lost(leave(0))).containsExactly(new OutputLost(1, 0, 0, false));
    assertThat(start(2).spec().name()).isEqualTo("c");
    var reader = lastId;

    assertThat(lost(leave(1))).as("b, and a for b").hasSize(2).allMatch(OutputLost::again);

    assertThat(run(2, OUTPUT).spec().name()).isEqualTo("a");
    assertThat(run(2, OUTPUT).spec().name()).isEqualTo("b");
    var c = Work.of(1, CHAIN, 2, 0, 1);
    assertThat(end(reader, c, RunResult.SUCCESS).sent(JobFinished.class))
        .as("it had its inputs")
        .hasSize(1);
  }

  @Test
  void onlyTheReaderOfTheLostTaskWaits() {
    plan(JobSpec.of("job", stage("a", 2), stage("b", 2).withEdges(List.of(Edge.oneToOne("a")))));
    run(0, OUTPUT);
    run(1, OUTPUT);
    leave(1);

    assertThat(why(1, 1)).isEqualTo("the output of a[1] was lost with node-1 and is made again");
    assertThat(why(1, 0)).startsWith("waits for the first free of");
    var started = List.of(run(0, OUTPUT).toString(), run(0, OUTPUT).toString());
    assertThat(started).containsExactlyInAnyOrder("job-1/a[1]#2", "job-1/b[0]#1");
    assertThat(run(0, OUTPUT).toString()).isEqualTo("job-1/b[1]#1");
  }

  @Test
  void outputsOfTheLastStageAreNeededUntilTheJobEnds() {
    plan(Jobs.job(2));
    run(0, OUTPUT);
    assertThat(lost(leave(0))).containsExactly(new OutputLost(1, 0, 0, true));
    run(1, OUTPUT);
    var last = start(2);
    assertThat(end(lastId, last, OUTPUT).sent(JobFinished.class)).hasSize(1);
    assertThat(lost(leave(1))).as("the job has ended").isEmpty();
  }

  @Test
  void whatOutlivesItsNodeIsNotLost() {
    plan(SHUFFLE);
    run(0, OUTPUT.withSharedOutput());
    run(0, RunResult.SUCCESS);

    assertThat(lost(leave(0))).isEmpty();
    assertThat(start(1).spec().name()).isEqualTo("b");
  }

  @Test
  void aReaderThatMissesAnInputWaitsUntilTheInputIsMadeAgain() {
    plan(SHUFFLE);
    run(0, OUTPUT);
    run(1, OUTPUT);
    var early = start(2);
    var earlyId = lastId;
    var late = start(3);
    var lateId = lastId;
    cell.scheduler.after(MS);

    assertThat(lost(end(earlyId, early, misses("a", 1))))
        .containsExactly(new OutputLost(1, 0, 1, true));
    cell.scheduler.after(MS);
    assertThat(run(1, OUTPUT).toString()).isEqualTo("job-1/a[1]#2");
    assertThat(lost(end(lateId, late, misses("a", 1)))).as("that was the old one").isEmpty();
    var again = start(0);
    assertThat(again.toString()).startsWith("job-1/b[").endsWith("#2");
    cell.scheduler.after(MS);
    assertThat(lost(end(lastId, again, misses("a", 1)))).as("lost once more").hasSize(1);
  }

  @Test
  void aReaderWhoseInputDoesNotAnswerJustTriesAgain() {
    plan(SHUFFLE);
    run(0, OUTPUT);
    run(1, OUTPUT);
    var reader = start(2);

    var out = end(lastId, reader, RunResult.inputMissing("silent", LostInputs.NONE));

    assertThat(lost(out)).isEmpty();
    assertThat(start(3).spec().name()).isEqualTo("b");
  }

  @Test
  void aNodeCannotNameWhatItsAttemptDoesNotRead() {
    plan(SHUFFLE);
    run(0, OUTPUT);
    run(1, OUTPUT);
    for (var wrong : List.of(misses("b", 0), misses("c", 0), misses("a", 2), misses("a", -1))) {
      var reader = start(2);
      assertThat(lost(end(lastId, reader, wrong))).isEmpty();
    }
  }

  @Test
  void anEarlierSuccessOfAReopenedTaskDoesNotCount() {
    plan(SHUFFLE);
    var first = start(0);
    long id = lastId;
    end(id, first, OUTPUT);
    run(1, OUTPUT);
    heard(cell.recorded(1));
    leave(0);

    assertThat(end(id, first, OUTPUT).sent(AcknowledgeResult.class)).isEmpty();
    assertThat(run(2, OUTPUT).toString()).isEqualTo("job-1/a[0]#2");
    cell.scheduler.tell(new TasksRecorded(1, batch().batch()));
    cell.scheduler.tell(new TasksRecorded(1, batch().batch()));
    assertThat(end(id, first, OUTPUT).sent(AcknowledgeResult.class))
        .as("its task is on record again")
        .containsExactly(new AcknowledgeResult(id, false));
  }

  @Test
  void aResultThatIsRepeatedDoesNotCountOnceItsOutputIsLost() {
    plan(SHUFFLE);
    run(0, OUTPUT);
    var first = start(1);
    long id = lastId;
    end(id, first, OUTPUT);
    var reader = start(2);
    end(lastId, reader, misses("a", first.index()));

    assertThat(end(id, first, OUTPUT).published()).as("nothing is stored").isEmpty();
    assertThat(start(3).toString()).isEqualTo("job-1/a[" + first.index() + "]#2");
  }

  @Test
  void theOutputOfANodeThatWasGivenUpCountsOnceTheNodeIsBack() {
    plan(JobSpec.of("job", stage("a", 1)));
    var work = start(0);
    long id = lastId;
    heard(cell.died(0));
    var late = end(id, work, OUTPUT);
    assertThat(late.sent(AcknowledgeResult.class)).as("the node keeps the result").isEmpty();
    assertThat(late.sent(JobFinished.class)).isEmpty();

    cell.scheduler.tell(
        new MachinesChanged(2, 3, List.of(new Machine(0, Jobs.size(4, 4))), List.of()));
    assertThat(end(id, work, OUTPUT).sent(JobFinished.class)).hasSize(1);
  }

  @Test
  void aSuccessWithoutOutputCountsWhereverItsNodeIs() {
    plan(JobSpec.of("job", stage("a", 1)));
    var work = start(0);
    long id = lastId;
    heard(cell.died(0));

    assertThat(end(id, work, RunResult.SUCCESS).sent(JobFinished.class)).hasSize(1);
  }

  @Test
  void anOutputThatOutlivesItsNodeCountsWhereverTheNodeIs() {
    plan(JobSpec.of("job", stage("a", 1)));
    var work = start(0);
    long id = lastId;
    heard(cell.died(0));

    assertThat(end(id, work, OUTPUT.withSharedOutput()).sent(JobFinished.class)).hasSize(1);
  }

  @Test
  void theNextEpochKnowsWhatWasLostWhileNobodyLooked() {
    var heir = SchedulerCell.ofEpoch(2);
    heir.scheduler.tell(new JobsInherited(2, 2, List.of(1L)));
    heir.scheduler.tell(left(1, NODES, 1));
    heir.scheduler.tell(
        new AssignJob(
            1,
            SHUFFLE,
            CLIENT,
            0,
            2,
            true,
            Jobs.done(0, 0, 1),
            0,
            List.of(new StagePlaces(0, List.of(0, 1)))));

    var out = heir.scheduler.tell(left(2, NODES, 0));

    assertThat(lost(out))
        .as("by a view that has node 1")
        .containsExactly(new OutputLost(1, 0, 0, true));
    heir.scheduler.tell(new AttemptsListed(1, 2, List.of(new HeldAttempt(77, 1, 0, 0, 2))));
    heir.scheduler.tell(new AttemptsListed(2, 2, List.of()));
    assertThat(reservations(heir.scheduler.tell(new AttemptsListed(3, 2, List.of()))))
        .as("it is being made again")
        .isEmpty();
  }

  @Test
  void aJobThatIsTakenOverDoneDoesNotEndWithoutItsOutputs() {
    var heir = SchedulerCell.ofEpoch(2);
    heir.scheduler.tell(new JobsInherited(2, 1, List.of(1L)));
    heir.scheduler.tell(
        new AssignJob(
            1,
            Jobs.job(2),
            CLIENT,
            0,
            2,
            true,
            Jobs.done(0, 0, 1),
            0,
            List.of(new StagePlaces(0, List.of(0, 1)))));
    heir.scheduler.tell(SchedulerCell.view(1, 2));
    heir.scheduler.tell(new AttemptsListed(1, 2, List.of()));

    var out = heir.died(0);

    assertThat(lost(out)).containsExactly(new OutputLost(1, 0, 0, true));
    assertThat(out.sent(JobFinished.class)).isEmpty();
    assertThat(reservations(out)).as("to make the output again").isNotEmpty();
  }

  private void resize(int revision, int tasks) {
    cell.scheduler.tell(new HoldStage(1, 1, revision, 0, tasks));
    heard(cell.scheduler.tell(new StageSizeRecorded(1, revision, tasks)));
  }

  @Test
  void whatWasLostOfAWithdrawnTaskIsMadeAgainIfTheTaskReturns() {
    plan(JobSpec.of("job", stage("a", 3), stage("b", 1).withAfter("a")));
    var first = start(2);
    long firstId = lastId;
    run(1, OUTPUT);
    resize(1, 1);
    assertThat(lost(leave(1))).containsExactly(new OutputLost(1, 0, 1, false));
    resize(2, 2);
    end(firstId, first, OUTPUT);

    assertThat(start(3).toString()).isEqualTo("job-1/a[1]#2");
  }

  @Test
  void anOutputThatIsLostTimeAndAgainFailsTheJob() {
    plan(JobSpec.of("job", stage("a", 1), stage("b", 1).withAfter("a")));
    run(1, OUTPUT);
    for (int losses = 0; losses < TaskTries.MAX_LOSSES; losses++) {
      cell.scheduler.after(MS);
      run(2, misses("a", 0));
      cell.scheduler.after(MS);
      assertThat(run(1, OUTPUT).spec().name()).isEqualTo("a");
    }
    cell.scheduler.after(MS);
    var reader = start(2);

    var report = end(lastId, reader, misses("a", 0)).sent(JobFinished.class).getFirst().report();

    assertThat(report.state()).isEqualTo(JobState.FAILED);
    assertThat(report.failures())
        .allMatch(each -> each.result().detail().startsWith("lost its node, inputs or output"));
  }
}
