package dev.muster.core.submit;

import static dev.muster.core.fake.Jobs.size;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.MasterEntry;
import dev.muster.core.event.MasterEntry.SchedulerKnown;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MasterEvent.Committed;
import dev.muster.core.event.MasterEvent.JobEnded;
import dev.muster.core.event.MasterEvent.JobTaken;
import dev.muster.core.event.MasterEvent.NodeReport;
import dev.muster.core.event.MasterEvent.Submit;
import dev.muster.core.event.MasterEvent.TakesOver;
import dev.muster.core.event.MasterEvent.TasksDone;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.DoneRecorded;
import dev.muster.core.event.SchedulerEvent.EndRecorded;
import dev.muster.core.event.SchedulerEvent.Inherited;
import dev.muster.core.event.SchedulerEvent.Plan;
import dev.muster.core.event.Wake;
import dev.muster.core.fake.Effect.Append;
import dev.muster.core.fake.Effect.Send;
import dev.muster.core.fake.Jobs;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.fake.Stepped;
import dev.muster.core.loop.Address;
import dev.muster.core.loop.Timing;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.TaskSet;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A cell with two schedulers: odd jobs are the second one's, and it dies. */
final class MasterTakeoverTest {

  private static final Wake BEAT = new Wake(0);
  private static final Address<ClientEvent> CLIENT = ClientEvent.at(3);
  private static final Address<SchedulerEvent> MORTAL = SchedulerEvent.at(1);
  private static final JobSpec JOB = Jobs.job(5);

  private final Stepped<MasterEvent> master =
      new Stepped<>(
          new Master(Master.Config.standard().withSchedulers(2).settled(), Timing.standard()));

  private RecordingEffects committed(MasterEvent event) {
    var proposed = master.tell(event).appended();
    assertThat(proposed).as("proposed upon %s", event).hasSize(1);
    return master.tell(new Committed(proposed.getFirst()));
  }

  /** Jobs 1 and 3 are the mortal's, job 2 is not; all are taken. */
  private void running() {
    committed(NodeReport.of(0, size(4, 4)));
    master.tell(new Wake(1));
    for (int job = 1; job <= 3; job++) {
      committed(new Submit("k" + job, JOB, CLIENT));
      master.tell(new JobTaken(job, 1));
    }
  }

  private static TasksDone done(int life, long batch, Integer... tasks) {
    return new TasksDone(MORTAL, life, 1, batch, List.of(tasks));
  }

  private static Plan inherited(long job, int life, int... done) {
    var bits = new BitSet();
    for (int task : done) {
      bits.set(task);
    }
    return new Plan(job, JOB, CLIENT, 0, life, true, TaskSet.of(bits));
  }

  private static JobEnded ended(int life) {
    return new JobEnded(
        MORTAL,
        life,
        new JobReport(
            1, "job", JobState.SUCCEEDED, "sampled", List.of(), 0, 9, List.of(), 0, List.of()));
  }

  @Test
  void successesAreOnRecordBeforeAnyoneHearsSo() {
    running();
    var entry = new MasterEntry.TasksDone(1, 7, List.of(4, 2));
    assertThat(master.tell(done(1, 7, 4, 2)).all()).containsExactly(new Append(entry));
    assertThat(master.tell(done(1, 7, 4, 2)).all()).as("while on its way").isEmpty();
    var answer = new Send(MORTAL, new DoneRecorded(1, 7));
    assertThat(master.tell(new Committed(entry)).all()).containsExactly(answer);

    assertThat(master.tell(done(1, 7, 4, 2)).all()).as("told again").containsExactly(answer);
  }

  @Test
  void successesOfAJobThatHasEndedAreOnRecordWithItsEnd() {
    running();
    committed(ended(1));

    assertThat(master.tell(done(1, 7, 4)).all())
        .containsExactly(new Send(MORTAL, new EndRecorded(1)));
  }

  @Test
  void theNextLifeGetsAllOpenJobsAndWhatIsDoneOfThem() {
    running();
    committed(done(1, 7, 4, 2));
    var heir = new TakesOver(MORTAL, 2);
    var known = new SchedulerKnown(1, 2);
    assertThat(master.tell(heir).all()).containsExactly(new Append(known));
    assertThat(master.tell(heir).all()).as("while on its way").isEmpty();

    var inheritance = new Send(MORTAL, new Inherited(2, 1, List.of(1L, 3L)));
    assertThat(master.tell(new Committed(known)).all())
        .containsExactly(
            new Send(MORTAL, inherited(1, 2, 2, 4)),
            new Send(MORTAL, inherited(3, 2)),
            inheritance);
    assertThat(master.tell(heir).all()).as("asked again").containsExactly(inheritance);
  }

  @Test
  void jobsAreHandedOverUntilThatLifeHasThem() {
    running();
    committed(new TakesOver(MORTAL, 2));
    master.tell(new JobTaken(1, 1));
    master.tell(new JobTaken(3, 2));

    assertThat(master.tell(BEAT).sent(Plan.class)).containsExactly(inherited(1, 2));
  }

  @Test
  void aJobThatComesLaterIsNew() {
    running();
    committed(new TakesOver(MORTAL, 2));
    committed(new Submit("k4", JOB, CLIENT));
    var plan = committed(new Submit("k5", JOB, CLIENT)).sent(Plan.class);

    assertThat(plan).containsExactly(new Plan(5, JOB, CLIENT, 0, 2, false, TaskSet.NONE));
    assertThat(master.tell(new TakesOver(MORTAL, 2)).sent(Inherited.class))
        .containsExactly(new Inherited(2, 1, List.of(1L, 3L)));
  }

  @Test
  void whatTheDeadHaveSentAndComesLateIsVoid() {
    running();
    var known = master.tell(new TakesOver(MORTAL, 2)).appended().getFirst();
    assertThat(master.tell(done(1, 7, 4)).all()).as("already now").isEmpty();
    assertThat(master.tell(ended(1)).all()).isEmpty();
    master.tell(new Committed(known));

    assertThat(master.tell(done(1, 7, 4)).all()).isEmpty();
    assertThat(master.tell(ended(1)).all()).isEmpty();
    assertThat(master.tell(new TakesOver(MORTAL, 1)).all()).isEmpty();
    assertThat(master.tell(done(2, 8, 4)).appended()).hasSize(1);
    assertThat(master.tell(ended(2)).appended()).hasSize(1);
  }

  @Test
  void whatWasOnItsWayIntoTheLogCountsForTheNextLife() {
    running();
    var last = master.tell(done(1, 7, 4)).appended().getFirst();
    var known = master.tell(new TakesOver(MORTAL, 2)).appended().getFirst();
    master.tell(new Committed(last));

    assertThat(master.tell(new Committed(known)).sent(Plan.class)).contains(inherited(1, 2, 4));
  }

  @Test
  void aLifeMayBeMissed() {
    running();
    committed(new TakesOver(MORTAL, 4));

    assertThat(master.tell(new TakesOver(MORTAL, 3)).all()).isEmpty();
    assertThat(master.tell(new TakesOver(MORTAL, 4)).sent(Inherited.class)).hasSize(1);
  }
}
