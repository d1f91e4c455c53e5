package dev.muster.core.master;

import static dev.muster.core.fake.Jobs.size;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.EntryId;
import dev.muster.core.actor.Timing;
import dev.muster.core.cell.Request;
import dev.muster.core.cell.TransactionBuilder;
import dev.muster.core.cell.TransactionOptions;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.ClientEvent.JobAccepted;
import dev.muster.core.event.ClientEvent.JobRejected;
import dev.muster.core.event.MasterEntry.JobAdmitted;
import dev.muster.core.event.MasterEntry.JobOpened;
import dev.muster.core.event.MasterEntry.LeaderStarted;
import dev.muster.core.event.MasterEntry.MachineRegistered;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MasterEvent.AppendRefused;
import dev.muster.core.event.MasterEvent.CommitTransaction;
import dev.muster.core.event.MasterEvent.EntryCommitted;
import dev.muster.core.event.MasterEvent.GetJob;
import dev.muster.core.event.MasterEvent.JobFinished;
import dev.muster.core.event.MasterEvent.LeadershipGained;
import dev.muster.core.event.MasterEvent.LeadershipLost;
import dev.muster.core.event.MasterEvent.NodeReport;
import dev.muster.core.event.MasterEvent.ResizeStage;
import dev.muster.core.event.MasterEvent.StageHeld;
import dev.muster.core.event.MasterEvent.SubmitJob;
import dev.muster.core.event.MasterEvent.TakeOverJobs;
import dev.muster.core.event.MasterEvent.TasksSucceeded;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.JobsInherited;
import dev.muster.core.event.SchedulerEvent.StageSizeRecorded;
import dev.muster.core.event.SchedulerEvent.TransactionDecided;
import dev.muster.core.event.Wake;
import dev.muster.core.fake.Effect.Send;
import dev.muster.core.fake.Jobs;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.fake.Stepped;
import dev.muster.core.master.Master.MasterTimer;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two masters and one log, which the test keeps. */
final class MasterRoleTest {

  private static final Address<ClientEvent> CLIENT = ClientEvent.at(3);
  private static final Address<SchedulerEvent> SCHEDULER = SchedulerEvent.at(0);
  private static final JobSpec JOB = Jobs.job(5);

  private final Master first = master(0);
  private final Stepped<MasterEvent> one = new Stepped<>(first);
  private final Master second = master(1);
  private final Stepped<MasterEvent> two = new Stepped<>(second);

  private static Master master(int index) {
    return new Master(index, MasterConfig.standard().settled(), Timing.standard());
  }

  /** The first leads in term 1, and a node has joined. */
  @BeforeEach
  void theFirstLeads() {
    commit(one.tell(new LeadershipGained(1)));
    commit(one.tell(NodeReport.of(0, size(4, 4))));
    assertThat(first.isLeader()).isTrue();
  }

  /** Both apply the entry; gives what the first does. */
  private RecordingEffects commit(RecordingEffects appended) {
    two.tell(committed(appended));
    return one.tell(committed(appended));
  }

  /** The second leads; the first has not heard of it. */
  private void theSecondLeads(long term) {
    var start = two.tell(new LeadershipGained(term));
    assertThat(start.appended()).containsExactly(new LeaderStarted(1));
    two.tell(new EntryCommitted(start.ids().getFirst(), start.appended().getFirst()));
    assertThat(second.isLeader()).isTrue();
  }

  private static SubmitJob submit(String key) {
    return new SubmitJob(key, JOB, CLIENT);
  }

  private static CommitTransaction transaction(int number, long... claims) {
    var builder = new TransactionBuilder(0, TransactionOptions.STANDARD);
    int request = builder.request(Request.of(1, size(1, 1)));
    for (long claim : claims) {
      builder.claim(claim, 0, request, 0);
    }
    long all = CommitTransaction.firstNumber(1) + number;
    return new CommitTransaction(SCHEDULER, all, builder.build());
  }

  @Test
  void aFollowerAppliesAndSaysNothing() {
    assertThat(two.tell(submit("k")).all()).isEmpty();
    assertThat(two.tell(new GetJob(0, CLIENT)).all()).isEmpty();
    var opened = one.tell(submit("k"));
    assertThat(two.tell(committed(opened)).all()).isEmpty();
    one.tell(committed(opened));

    assertThat(second.snapshot().digest()).isEqualTo(first.snapshot().digest());
    assertThat(two.tell(new Wake(MasterTimer.BEAT)).sent(AssignJob.class)).isEmpty();
  }

  private static EntryCommitted committed(RecordingEffects appended) {
    return new EntryCommitted(appended.ids().getFirst(), appended.appended().getFirst());
  }

  @Test
  void aMasterThatIsElectedDecidesNothingBeforeItsFirstEntryIsApplied() {
    var opened = one.tell(submit("k"));
    var start = two.tell(new LeadershipGained(2));
    assertThat(two.tell(submit("k")).all()).as("the job may be in the log").isEmpty();
    two.tell(committed(opened));
    assertThat(two.tell(submit("k")).all()).isEmpty();

    two.tell(committed(start));

    assertThat(two.tell(submit("k")).all())
        .containsExactly(new Send(CLIENT, new JobAccepted("k", 1)));
  }

  @Test
  void theNextLeaderAssignsWhatIsAdmittedAndKeepsItsNumbers() {
    commit(one.tell(submit("k")));
    theSecondLeads(2);

    assertThat(two.tell(new Wake(MasterTimer.BEAT)).sent(AssignJob.class))
        .containsExactly(new AssignJob(1, JOB, CLIENT, 0));
    assertThat(two.tell(submit("other")).appended())
        .containsExactly(new JobOpened(2, "other", JOB, CLIENT, 0, true));
  }

  @Test
  void whatAnOlderLeaderAssignedIsInheritedByANewEpoch() {
    commit(one.tell(submit("k")));
    commit(one.tell(new TakeOverJobs(SCHEDULER, 2)));
    theSecondLeads(2);

    assertThat(two.tell(new TakeOverJobs(SCHEDULER, 2)).sent(JobsInherited.class))
        .extracting(JobsInherited::jobs)
        .containsExactly(List.of(1L));
    assertThat(two.tell(new Wake(MasterTimer.BEAT)).sent(AssignJob.class))
        .extracting(AssignJob::inherited)
        .containsExactly(true);
  }

  @Test
  void aJobThatWasNotAdmittedIsNotInherited() {
    var huge = JobSpec.of("huge", Jobs.stage("x", 1, size(8, 8)));
    commit(one.tell(new SubmitJob("huge", huge, CLIENT)));
    commit(one.tell(new TakeOverJobs(SCHEDULER, 2)));
    theSecondLeads(2);
    assertThat(two.tell(new TakeOverJobs(SCHEDULER, 2)).sent(JobsInherited.class))
        .extracting(JobsInherited::jobs)
        .containsExactly(List.of());

    two.tell(new EntryCommitted(new EntryId(2, 2), new MachineRegistered(1, size(8, 8))));
    var admitted = two.tell(new Wake(MasterTimer.PUBLISH_MACHINES));
    assertThat(admitted.appended()).containsExactly(new JobAdmitted(1));
    assertThat(two.tell(new EntryCommitted(new EntryId(2, 3), new JobAdmitted(1))).all())
        .hasSize(1);
  }

  @Test
  void aLeaderStepsDownAtTheFirstEntryOfAnother() {
    var lost = one.tell(transaction(1, 7));
    assertThat(lost.appended()).hasSize(1);
    one.tell(new EntryCommitted(new EntryId(2, 1), new LeaderStarted(1)));

    assertThat(first.isLeader()).isFalse();
    assertThat(first.cellState().claims()).as("what was promised is forgotten").isZero();
    assertThat(one.tell(committed(lost)).all()).as("stale").isEmpty();
    assertThat(first.cellState().claims()).isZero();
  }

  @Test
  void whatIsCommittedAlthoughItsLeaderWasToldThatItIsNoneCounts() {
    var appended = one.tell(transaction(1, 7));
    one.tell(new LeadershipLost(1));
    assertThat(first.isLeader()).isFalse();
    assertThat(commit(appended).all()).as("a follower answers nothing").isEmpty();
    theSecondLeads(2);

    var answer = two.tell(transaction(1, 7));

    assertThat(answer.sent(TransactionDecided.class)).hasSize(1);
    assertThat(answer.appended()).as("decided once").isEmpty();
    assertThat(first.cellState().claimsOf(0)).containsExactly(7L);
  }

  @Test
  void aLossOfAnOlderTermIsStale() {
    commit(one.tell(new LeadershipGained(2)));
    one.tell(new LeadershipLost(1));
    assertThat(first.isLeader()).isTrue();
    assertThat(one.tell(new LeadershipGained(2)).all()).as("twice").isEmpty();
    one.tell(new EntryCommitted(new EntryId(5, 1), new LeaderStarted(1)));
    assertThat(one.tell(new LeadershipGained(4)).all()).as("another came after").isEmpty();
  }

  @Test
  void thoseWhoseJobTheLogRefusesHearSo() {
    var taken = one.tell(submit("taken"));
    var refused = one.tell(submit("refused"));
    one.tell(submit("later"));

    var said = one.tell(new AppendRefused(refused.ids().getFirst(), "the log is full"));

    assertThat(said.sentTo(CLIENT))
        .containsExactly(
            new JobRejected("later", "the log is full; try again later"),
            new JobRejected("refused", "the log is full; try again later"));
    assertThat(first.isLeader()).as("another may have a log that works").isFalse();
    commit(taken);
    theSecondLeads(2);
    assertThat(two.tell(submit("taken")).sent(JobAccepted.class)).hasSize(1);
  }

  @Test
  void aLeaderThatDoesNotKnowThatItWasReplacedDeniesNoJobThatItDoesNotKnow() {
    theSecondLeads(2);
    var opened = two.tell(submit("k"));
    two.tell(committed(opened));
    assertThat(first.isLeader()).isTrue();
    var report =
        new JobReport(1, "job", JobState.FAILED, "x", List.of(), 0, 9, List.of(), 0, List.of());

    assertThat(one.tell(new GetJob(1, CLIENT)).all()).isEmpty();
    assertThat(one.tell(new JobFinished(SCHEDULER, 1, report)).all()).isEmpty();
    assertThat(one.tell(new StageHeld(SCHEDULER, 1, 1, 1, 0, 4)).all()).isEmpty();
    assertThat(one.tell(new ResizeStage(1, 1, "a", 2, CLIENT)).all()).isEmpty();
    var done = new TasksSucceeded(SCHEDULER, 1, 1, 1, Jobs.tasks(0, 1));
    assertThat(one.tell(done).all()).isEmpty();
  }

  @Test
  void aRejectedResizeStaysRejectedAndItsStageIsHeldNoLonger() {
    commit(one.tell(submit("k")));
    var request = new ResizeStage(1, 1, "none", 2, CLIENT);
    var answer = commit(one.tell(request)).sentTo(CLIENT);
    theSecondLeads(2);

    assertThat(two.tell(request).sentTo(CLIENT)).isEqualTo(answer);
    assertThat(two.tell(new StageHeld(SCHEDULER, 1, 1, 1, 0, 9)).all())
        .as("an older leader had the stage held")
        .containsExactly(new Send(SCHEDULER, new StageSizeRecorded(1, 1, 5)));
  }

  @Test
  void aMasterRestartsFromItsSnapshot() {
    commit(one.tell(submit("k")));
    var snapshot = first.snapshot();
    var config = MasterConfig.standard().settled();
    var third = new Master(2, config, Timing.standard(), snapshot);
    assertThat(third.snapshot().digest()).isEqualTo(snapshot.digest());

    var stepped = new Stepped<>(third);
    stepped.tell(committed(stepped.tell(new LeadershipGained(2))));
    assertThat(stepped.tell(submit("k")).sent(JobAccepted.class))
        .containsExactly(new JobAccepted("k", 1));
  }
}
