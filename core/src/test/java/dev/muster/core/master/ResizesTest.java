package dev.muster.core.master;

import static dev.muster.core.fake.Jobs.size;
import static dev.muster.core.fake.Jobs.stage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Timing;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.ClientEvent.JobAccepted;
import dev.muster.core.event.ClientEvent.JobEnded;
import dev.muster.core.event.ClientEvent.JobForgotten;
import dev.muster.core.event.ClientEvent.ResizeAccepted;
import dev.muster.core.event.ClientEvent.ResizeRejected;
import dev.muster.core.event.MasterEntry.StageResized;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MasterEvent.CancelJob;
import dev.muster.core.event.MasterEvent.HoldRejected;
import dev.muster.core.event.MasterEvent.JobFinished;
import dev.muster.core.event.MasterEvent.JobTaken;
import dev.muster.core.event.MasterEvent.NodeReport;
import dev.muster.core.event.MasterEvent.ResizeStage;
import dev.muster.core.event.MasterEvent.StageHeld;
import dev.muster.core.event.MasterEvent.SubmitJob;
import dev.muster.core.event.MasterEvent.TakeOverJobs;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.HoldStage;
import dev.muster.core.event.SchedulerEvent.JobEndRecorded;
import dev.muster.core.event.SchedulerEvent.StageSizeRecorded;
import dev.muster.core.event.Wake;
import dev.muster.core.fake.Committed;
import dev.muster.core.fake.Effect.Append;
import dev.muster.core.fake.Effect.Send;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.fake.Stepped;
import dev.muster.core.master.Master.MasterTimer;
import dev.muster.core.master.MasterConfig.OpenJobLimits;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.StageSpec;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Job 1 has stage {@code a} of 5 tasks and {@code b} of one after it. */
final class ResizesTest {

  private static final Address<ClientEvent> CLIENT = ClientEvent.at(3);
  private static final Address<SchedulerEvent> SCHEDULER = SchedulerEvent.at(0);
  private static final JobSpec JOB = JobSpec.of("job", stage("a", 5), stage("b", 1).withAfter("a"));

  private final Stepped<MasterEvent> master =
      new Stepped<>(
          Master.alone(
              MasterConfig.standard().with(new OpenJobLimits(100, 100, 100)).settled(),
              Timing.standard()));

  private RecordingEffects committed(MasterEvent event) {
    return master.tell(Committed.next(master.tell(event).appended().getFirst()));
  }

  @BeforeEach
  void aJobRuns() {
    committed(NodeReport.of(0, size(4, 4)));
    master.tell(new Wake(MasterTimer.PUBLISH_MACHINES));
    committed(new SubmitJob("k", JOB, CLIENT));
    master.tell(new JobTaken(1, 1));
  }

  private static ResizeStage resize(int revision, String stage, int tasks) {
    return new ResizeStage(1, revision, stage, tasks, CLIENT);
  }

  private static StageHeld held(int epoch, int revision, int tasks) {
    return new StageHeld(SCHEDULER, epoch, 1, revision, 0, tasks);
  }

  private String rejection(ResizeStage request) {
    var said = master.tell(request);
    var answers =
        said.appended().isEmpty()
            ? said.sentTo(CLIENT)
            : master.tell(Committed.next(said.appended().getFirst())).sentTo(CLIENT);
    assertThat(answers).hasSize(1);
    return ((ResizeRejected) answers.getFirst()).why();
  }

  private static JobFinished finished(JobState state) {
    var report = new JobReport(1, "job", state, "x", List.of(), 0, 9, List.of(), 0, List.of());
    return new JobFinished(SCHEDULER, 1, report);
  }

  @Test
  void aSizeIsOnRecordBeforeItIsAnsweredAndItsSchedulerIsAskedBefore() {
    var hold = new Send(SCHEDULER, new HoldStage(1, 1, 1, 0, 8));
    assertThat(master.tell(resize(1, "a", 8)).all()).containsExactly(hold);
    assertThat(master.tell(resize(1, "a", 8)).all()).as("repeated").containsExactly(hold);
    var entry = new StageResized(1, 1, 0, 8);
    assertThat(master.tell(held(1, 1, 8)).all()).containsExactly(new Append(entry));
    assertThat(master.tell(held(1, 1, 8)).all()).as("while on its way").isEmpty();
    assertThat(master.tell(Committed.next(entry)).all())
        .containsExactly(
            new Send(CLIENT, new ResizeAccepted("k", 1, 1, "a", 8)),
            new Send(SCHEDULER, new StageSizeRecorded(1, 1, 8)));

    assertThat(master.tell(resize(1, "a", 8)).all())
        .as("the answer was lost")
        .containsExactly(new Send(CLIENT, new ResizeAccepted("k", 1, 1, "a", 8)));
    assertThat(master.tell(held(1, 1, 8)).all())
        .as("StageSizeRecorded was lost")
        .containsExactly(new Send(SCHEDULER, new StageSizeRecorded(1, 1, 8)));
  }

  @Test
  void aNewEpochGetsTheJobWithItsPresentSizes() {
    master.tell(resize(1, "a", 8));
    committed(held(1, 1, 8));
    var taken = committed(new TakeOverJobs(SCHEDULER, 2)).sent(AssignJob.class);

    assertThat(taken).extracting(AssignJob::revision).containsExactly(1);
    assertThat(taken.getFirst().spec().stages()).extracting(StageSpec::tasks).containsExactly(8, 1);
    assertThat(master.tell(held(1, 2, 9)).all()).as("of an older epoch").isEmpty();
    assertThat(master.tell(new HoldRejected(SCHEDULER, 1, 1, 2, "late")).all()).isEmpty();
  }

  @Test
  void staleRequestsAreNotTakenForNewOnes() {
    committedResize(1, 8);
    master.tell(resize(3, "a", 4));
    assertThat(master.tell(resize(2, "a", 6)).all()).as("overtaken").isEmpty();
    committed(held(1, 3, 4));

    assertThat(master.tell(resize(2, "a", 6)).all()).as("stale").isEmpty();
    assertThat(rejection(resize(3, "a", 5))).startsWith("`revision`: another resize");
    var taken = committed(new TakeOverJobs(SCHEDULER, 2)).sent(AssignJob.class).getFirst();
    assertThat(taken.spec().stages().getFirst().tasks()).isEqualTo(4);
    assertThat(taken.revision()).isEqualTo(3);
  }

  private void committedResize(int revision, int tasks) {
    master.tell(resize(revision, "a", tasks));
    committed(held(1, revision, tasks));
  }

  @Test
  void everyRejectionNamesTheField() {
    assertThat(rejection(resize(1, "c", 2))).startsWith("`stage`: there is no stage `c`");
    assertThat(rejection(resize(2, "a", 0))).isEqualTo("`tasks`: must be at least 1, is 0");
    assertThat(rejection(resize(3, "a", 100)))
        .isEqualTo(
            "`tasks`: the cell would have 101 open tasks; its limit is 100; try again later");
    assertThat(rejection(resize(3, "a", 100))).as("the same").startsWith("`tasks`: the cell");
    assertThat(master.tell(resize(4, "a", 99)).sentTo(SCHEDULER)).hasSize(1);
    committed(new HoldRejected(SCHEDULER, 1, 1, 4, "no"));
    var alien = new ResizeStage(1, 9, "a", 2, ClientEvent.at(4));
    assertThat(master.tell(alien).all())
        .containsExactly(
            new Send(
                ClientEvent.at(4),
                new ResizeRejected("", 1, 9, "`job`: was submitted by another client")));
    assertThat(master.tell(new ResizeStage(0, 1, "a", 2, CLIENT)).all())
        .containsExactly(new Send(CLIENT, new JobForgotten(0)));
    assertThat(master.tell(new ResizeStage(77, 1, "a", 2, CLIENT)).all())
        .as("another leader may have accepted it")
        .isEmpty();
    master.tell(new CancelJob(1));
    assertThat(rejection(resize(5, "a", 3))).isEqualTo("`job`: is ending");
  }

  @Test
  void aRequestThatWasRejectedIsNotAcceptedWhenItComesAgain() {
    committed(new SubmitJob("other", JobSpec.of("other", stage("x", 90)), CLIENT));
    assertThat(rejection(resize(1, "a", 20))).startsWith("`tasks`: the cell would have 111");
    var report =
        new JobReport(
            2, "other", JobState.SUCCEEDED, "x", List.of(), 0, 9, List.of(), 0, List.of());
    committed(new JobFinished(SCHEDULER, 1, report));

    assertThat(rejection(resize(1, "a", 20))).startsWith("`tasks`: the cell would have 111");
    assertThat(master.tell(resize(2, "a", 20)).sentTo(SCHEDULER)).hasSize(1);
  }

  @Test
  void whatTheSchedulerRejectsStaysRejected() {
    master.tell(resize(1, "a", 8));
    var rejected = new HoldRejected(SCHEDULER, 1, 1, 1, "`stage`: `a` has ended");
    var no = new Send(CLIENT, new ResizeRejected("k", 1, 1, "`stage`: `a` has ended"));
    assertThat(committed(rejected).all()).containsExactly(no);
    assertThat(master.tell(resize(1, "a", 8)).all()).containsExactly(no);

    master.tell(resize(2, "a", 9));
    assertThat(master.tell(rejected).all()).as("stale").isEmpty();
    master.tell(held(1, 2, 9));
    assertThat(master.tell(new HoldRejected(SCHEDULER, 1, 1, 2, "no")).all())
        .as("it is in the log")
        .isEmpty();
  }

  @Test
  void anotherRequestWithTheSameRevisionIsRejected() {
    var hold = master.tell(resize(1, "a", 8)).all();
    var before = "`revision`: another resize of the job came before";
    assertThat(rejection(resize(1, "c", 8))).isEqualTo(before);
    assertThat(rejection(resize(1, "a", 0))).isEqualTo(before);
    assertThat(master.tell(held(1, 1, 9)).all()).as("not what was asked for").isEmpty();
    assertThat(master.tell(resize(1, "a", 8)).all()).isEqualTo(hold);

    var entry = new StageResized(1, 1, 0, 8);
    assertThat(master.tell(held(1, 1, 8)).appended()).containsExactly(entry);
    assertThat(rejection(resize(1, "b", 8))).as("in the log").isEqualTo(before);
  }

  @Test
  void aRejectedRevisionIsNotPutOnRecord() {
    master.tell(resize(1, "a", 8));
    committed(new HoldRejected(SCHEDULER, 1, 1, 1, "no"));
    committed(new TakeOverJobs(SCHEDULER, 2));

    assertThat(master.tell(held(2, 1, 8)).all())
        .as("the stage is as large as before")
        .containsExactly(new Send(SCHEDULER, new StageSizeRecorded(1, 1, 5)));
    assertThat(rejection(resize(1, "a", 8))).isEqualTo("no");
  }

  @Test
  void theLatestEpochOnRecordIsAsked() {
    committed(new TakeOverJobs(SCHEDULER, 2));

    assertThat(master.tell(resize(1, "a", 8)).sentTo(SCHEDULER))
        .containsExactly(new HoldStage(2, 1, 1, 0, 8));
  }

  @Test
  void aLaterRequestWaitsForTheOneThatIsPendingAndMovesItOn() {
    var hold = master.tell(resize(1, "a", 8)).all();
    assertThat(master.tell(resize(2, "a", 9)).all()).isEqualTo(hold);
    var entry = master.tell(held(1, 1, 8)).appended().getFirst();
    assertThat(master.tell(resize(2, "a", 9)).all()).as("in the log").isEmpty();
    master.tell(Committed.next(entry));

    assertThat(master.tell(resize(2, "a", 9)).sentTo(SCHEDULER))
        .containsExactly(new HoldStage(1, 1, 2, 0, 9));
  }

  @Test
  void whatAnOlderLeaderDecidedIsPutOnRecord() {
    assertThat(master.tell(held(1, 3, 8)).appended()).containsExactly(new StageResized(1, 3, 0, 8));
    assertThat(master.tell(held(1, 3, 8)).appended()).as("once").isEmpty();
  }

  @Test
  void tasksThatAreNotOnRecordYetCountTowardsTheLimit() {
    var small = new SubmitJob("small", JobSpec.of("small", stage("x", 10)), CLIENT);
    master.tell(resize(1, "a", 95));
    assertThat(master.tell(small).appended()).as("96 and 10").isEmpty();
    committed(new HoldRejected(SCHEDULER, 1, 1, 1, "no"));
    var opened = master.tell(small).appended();
    assertThat(opened).hasSize(1);
    assertThat(rejection(resize(2, "a", 90))).startsWith("`tasks`: the cell would have 101");
    master.tell(Committed.next(opened.getFirst()));
    assertThat(master.tell(resize(3, "a", 89)).sentTo(SCHEDULER)).as("100 in all").hasSize(1);
    committed(finished(JobState.FAILED));

    var rest = new SubmitJob("rest", JobSpec.of("rest", stage("x", 90)), CLIENT);
    assertThat(master.tell(rest).appended()).as("what was promised ended with it").hasSize(1);
  }

  @Test
  void aJobThatWaitsForAdmissionHasNoSizeToChange() {
    var fresh = new Stepped<>(Master.alone(MasterConfig.standard(), Timing.standard()));
    fresh.tell(Committed.next(fresh.tell(new SubmitJob("k", JOB, CLIENT)).appended().getFirst()));
    var rejected = fresh.tell(resize(1, "a", 2)).appended().getFirst();

    assertThat(fresh.tell(Committed.next(rejected)).sentTo(CLIENT))
        .containsExactly(new ResizeRejected("k", 1, 1, "`job`: has not been admitted yet"));
  }

  @Test
  void aResizeOnRecordIsAnsweredAlsoWhenTheJobHasEnded() {
    committedResize(1, 8);
    var end = finished(JobState.SUCCEEDED);
    committed(end);
    var ended = new JobEnded(end.report());

    assertThat(master.tell(resize(1, "a", 8)).sentTo(CLIENT))
        .containsExactly(new ResizeAccepted("k", 1, 1, "a", 8), ended);
    assertThat(master.tell(resize(2, "a", 8)).sentTo(CLIENT)).containsExactly(ended);
  }

  @Test
  void aResizeOfAJobThatHasEndedIsAnsweredByItsEnd() {
    var end = finished(JobState.FAILED);
    committed(end);
    assertThat(master.tell(resize(1, "a", 8)).all())
        .containsExactly(new Send(CLIENT, new JobEnded(end.report())));
    assertThat(master.tell(held(1, 1, 8)).all())
        .containsExactly(new Send(SCHEDULER, new JobEndRecorded(1)));
    assertThat(master.tell(Committed.next(new StageResized(1, 1, 0, 8))).all())
        .as("it was in the log behind the end")
        .isEmpty();
  }

  @Test
  void aClientThatForgotItsResizesGoesOnFromTheLatest() {
    committedResize(1, 8);
    rejection(resize(2, "c", 8));

    assertThat(master.tell(new SubmitJob("k", JOB, CLIENT)).sentTo(CLIENT))
        .containsExactly(new JobAccepted("k", 1, 2));
    committed(finished(JobState.SUCCEEDED));
    assertThat(master.tell(new SubmitJob("k", JOB, CLIENT)).sent(JobAccepted.class))
        .as("also when the job has ended")
        .containsExactly(new JobAccepted("k", 1, 2));
  }

  @Test
  void openTasksAreCountedByPresentSizes() {
    committedResize(1, 99);
    assertThat(master.tell(new SubmitJob("l", JOB, CLIENT)).appended()).as("full").isEmpty();
    committedResize(2, 1);
    committed(new SubmitJob("l", JobSpec.of("l", stage("a", 98)), CLIENT));
    committed(finished(JobState.SUCCEEDED));

    assertThat(master.tell(new SubmitJob("m", JobSpec.of("m", stage("a", 3)), CLIENT)).appended())
        .isEmpty();
    assertThat(master.tell(new SubmitJob("n", JobSpec.of("n", stage("a", 2)), CLIENT)).appended())
        .hasSize(1);
  }
}
