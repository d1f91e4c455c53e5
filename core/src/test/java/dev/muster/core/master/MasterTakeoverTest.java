package dev.muster.core.master;

import static dev.muster.core.fake.Jobs.size;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Timing;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.MasterEntry;
import dev.muster.core.event.MasterEntry.SchedulerStarted;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MasterEvent.JobFinished;
import dev.muster.core.event.MasterEvent.JobTaken;
import dev.muster.core.event.MasterEvent.NodeReport;
import dev.muster.core.event.MasterEvent.SubmitJob;
import dev.muster.core.event.MasterEvent.TakeOverJobs;
import dev.muster.core.event.MasterEvent.TasksSucceeded;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.JobEndRecorded;
import dev.muster.core.event.SchedulerEvent.JobsInherited;
import dev.muster.core.event.SchedulerEvent.TasksRecorded;
import dev.muster.core.event.Wake;
import dev.muster.core.fake.Committed;
import dev.muster.core.fake.Effect.Append;
import dev.muster.core.fake.Effect.Send;
import dev.muster.core.fake.Jobs;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.fake.Stepped;
import dev.muster.core.master.Master.MasterTimer;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.OutputPlaces;
import dev.muster.model.OutputPlaces.OutputPlace;
import dev.muster.model.TaskId;
import dev.muster.model.TaskSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A cell with two schedulers: odd jobs are the second one's, and it dies. */
final class MasterTakeoverTest {

  private static final Wake BEAT = new Wake(MasterTimer.BEAT);
  private static final Address<ClientEvent> CLIENT = ClientEvent.at(3);
  private static final Address<SchedulerEvent> MORTAL = SchedulerEvent.at(1);
  private static final JobSpec JOB = Jobs.job(5);

  private final Stepped<MasterEvent> master =
      new Stepped<>(
          Master.alone(MasterConfig.standard().withSchedulers(2).settled(), Timing.standard()));

  private RecordingEffects committed(MasterEvent event) {
    var proposed = master.tell(event).appended();
    assertThat(proposed).as("proposed upon %s", event).hasSize(1);
    return master.tell(Committed.next(proposed.getFirst()));
  }

  /** Jobs 1 and 3 are the mortal's, job 2 is not; all are taken. */
  private void running() {
    committed(NodeReport.of(0, size(4, 4)));
    master.tell(new Wake(MasterTimer.PUBLISH_MACHINES));
    for (int job = 1; job <= 3; job++) {
      committed(new SubmitJob("k" + job, JOB, CLIENT));
      master.tell(new JobTaken(job, 1));
    }
  }

  private static TasksSucceeded done(int epoch, long batch, int... tasks) {
    return new TasksSucceeded(MORTAL, epoch, 1, batch, Jobs.tasks(0, tasks));
  }

  private static AssignJob inherited(long job, int epoch, int... done) {
    return new AssignJob(job, JOB, CLIENT, 0, epoch, true, Jobs.done(0, done), 0, List.of());
  }

  private static JobFinished ended(int epoch) {
    return new JobFinished(
        MORTAL,
        epoch,
        new JobReport(
            1, "job", JobState.SUCCEEDED, "sampled", List.of(), 0, 9, List.of(), 0, List.of()));
  }

  @Test
  void successesAreOnRecordBeforeTheyAreAcknowledged() {
    running();
    var entry = new MasterEntry.TasksCompleted(1, 7, Jobs.tasks(0, 4, 2));
    assertThat(master.tell(done(1, 7, 4, 2)).all()).containsExactly(new Append(entry));
    assertThat(master.tell(done(1, 7, 4, 2)).all()).as("while on its way").isEmpty();
    var answer = new Send(MORTAL, new TasksRecorded(1, 7));
    assertThat(master.tell(Committed.next(entry)).all()).containsExactly(answer);

    assertThat(master.tell(done(1, 7, 4, 2)).all()).as("answered again").containsExactly(answer);
  }

  @Test
  void successesOfAJobThatHasEndedAreOnRecordWithItsEnd() {
    running();
    committed(ended(1));

    assertThat(master.tell(done(1, 7, 4)).all())
        .containsExactly(new Send(MORTAL, new JobEndRecorded(1)));
  }

  @Test
  void theNextEpochGetsAllOpenJobsAndWhatIsDoneOfThem() {
    running();
    committed(done(1, 7, 4, 2));
    var heir = new TakeOverJobs(MORTAL, 2);
    var known = new SchedulerStarted(1, 2);
    assertThat(master.tell(heir).all()).containsExactly(new Append(known));
    assertThat(master.tell(heir).all()).as("while on its way").isEmpty();

    var inheritance = new Send(MORTAL, new JobsInherited(2, 1, List.of(1L, 3L)));
    assertThat(master.tell(Committed.next(known)).all())
        .containsExactly(
            new Send(MORTAL, inherited(1, 2, 2, 4)),
            new Send(MORTAL, inherited(3, 2)),
            inheritance);
    assertThat(master.tell(heir).all()).as("repeated").containsExactly(inheritance);
  }

  @Test
  void theNextEpochLearnsWhereOutputsAreAndThatReopenedTasksAreNotDone() {
    running();
    var outputs =
        List.of(new OutputPlace(new TaskId(0, 2), 5), new OutputPlace(new TaskId(0, 4), 6));
    committed(new TasksSucceeded(MORTAL, 1, 1, 7, Jobs.tasks(0, 2, 4), outputs, List.of()));
    var again = List.of(new OutputPlace(new TaskId(0, 2), 8));
    committed(new TasksSucceeded(MORTAL, 1, 1, 8, Jobs.tasks(0, 2), again, Jobs.tasks(0, 2, 4)));
    var old = new MasterEntry.TasksCompleted(1, 7, Jobs.tasks(0, 4), outputs, List.of());
    master.tell(Committed.next(old));

    var job = committed(new TakeOverJobs(MORTAL, 2)).sent(AssignJob.class).getFirst();

    assertThat(job.done()).isEqualTo(Jobs.done(0, 2));
    assertThat(OutputPlaces.of(job.outputs()).node(0, 2)).isEqualTo(8);
    assertThat(OutputPlaces.of(job.outputs()).node(0, 4)).isEqualTo(OutputPlaces.NOWHERE);
  }

  @Test
  void jobsAreHandedOverUntilThatEpochHasThem() {
    running();
    committed(new TakeOverJobs(MORTAL, 2));
    master.tell(new JobTaken(1, 1));
    master.tell(new JobTaken(3, 2));

    assertThat(master.tell(BEAT).sent(AssignJob.class)).containsExactly(inherited(1, 2));
  }

  @Test
  void aJobThatComesLaterIsNew() {
    running();
    committed(new TakeOverJobs(MORTAL, 2));
    committed(new SubmitJob("k4", JOB, CLIENT));
    var plan = committed(new SubmitJob("k5", JOB, CLIENT)).sent(AssignJob.class);

    assertThat(plan)
        .containsExactly(new AssignJob(5, JOB, CLIENT, 0, 2, false, TaskSet.NONE, 0, List.of()));
    assertThat(master.tell(new TakeOverJobs(MORTAL, 2)).sent(JobsInherited.class))
        .containsExactly(new JobsInherited(2, 1, List.of(1L, 3L)));
  }

  @Test
  void whatTheDeadHaveSentAndComesLateIsVoid() {
    running();
    var known = master.tell(new TakeOverJobs(MORTAL, 2)).appended().getFirst();
    assertThat(master.tell(done(1, 7, 4)).all()).as("already now").isEmpty();
    assertThat(master.tell(ended(1)).all()).isEmpty();
    master.tell(Committed.next(known));

    assertThat(master.tell(done(1, 7, 4)).all()).isEmpty();
    assertThat(master.tell(ended(1)).all()).isEmpty();
    assertThat(master.tell(new TakeOverJobs(MORTAL, 1)).all()).isEmpty();
    assertThat(master.tell(done(2, 8, 4)).appended()).hasSize(1);
    assertThat(master.tell(ended(2)).appended()).hasSize(1);
  }

  @Test
  void whatWasOnItsWayIntoTheLogCountsForTheNextEpoch() {
    running();
    var last = master.tell(done(1, 7, 4)).appended().getFirst();
    var known = master.tell(new TakeOverJobs(MORTAL, 2)).appended().getFirst();
    master.tell(Committed.next(last));

    assertThat(master.tell(Committed.next(known)).sent(AssignJob.class))
        .contains(inherited(1, 2, 4));
  }

  @Test
  void aEpochMayBeMissed() {
    running();
    committed(new TakeOverJobs(MORTAL, 4));

    assertThat(master.tell(new TakeOverJobs(MORTAL, 3)).all()).isEmpty();
    assertThat(master.tell(new TakeOverJobs(MORTAL, 4)).sent(JobsInherited.class)).hasSize(1);
  }
}
