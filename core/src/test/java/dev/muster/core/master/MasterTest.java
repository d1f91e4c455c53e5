package dev.muster.core.master;

import static dev.muster.core.fake.Jobs.MS;
import static dev.muster.core.fake.Jobs.S;
import static dev.muster.core.fake.Jobs.size;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Timing;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.ClientEvent.JobAccepted;
import dev.muster.core.event.ClientEvent.JobEnded;
import dev.muster.core.event.ClientEvent.JobForgotten;
import dev.muster.core.event.ClientEvent.JobRejected;
import dev.muster.core.event.ClientEvent.JobWaits;
import dev.muster.core.event.MasterEntry.JobAdmitted;
import dev.muster.core.event.MasterEntry.JobClosed;
import dev.muster.core.event.MasterEntry.JobOpened;
import dev.muster.core.event.MasterEntry.MachineRegistered;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MasterEvent.CancelJob;
import dev.muster.core.event.MasterEvent.GetJob;
import dev.muster.core.event.MasterEvent.GetMachines;
import dev.muster.core.event.MasterEvent.JobFinished;
import dev.muster.core.event.MasterEvent.JobTaken;
import dev.muster.core.event.MasterEvent.NodeReport;
import dev.muster.core.event.MasterEvent.SubmitJob;
import dev.muster.core.event.Notice;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.JobEndRecorded;
import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.core.event.SchedulerEvent.MachineList;
import dev.muster.core.event.SchedulerEvent.StopJob;
import dev.muster.core.event.Wake;
import dev.muster.core.fake.Committed;
import dev.muster.core.fake.Effect;
import dev.muster.core.fake.Effect.Send;
import dev.muster.core.fake.Jobs;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.fake.Stepped;
import dev.muster.core.master.Master.MasterTimer;
import dev.muster.core.master.MasterConfig.OpenJobLimits;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.Resources;
import dev.muster.model.StageReport;
import dev.muster.model.queue.WaitReason;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class MasterTest {

  private static final Timing TIMING = Timing.standard();
  private static final Wake BEAT = new Wake(MasterTimer.BEAT);
  private static final Wake TELL_VIEW = new Wake(MasterTimer.PUBLISH_MACHINES);
  private static final Address<ClientEvent> CLIENT = ClientEvent.at(3);
  private static final Address<SchedulerEvent> SCHEDULER = SchedulerEvent.at(0);
  private static final JobSpec JOB = Jobs.job(5);

  private final Stepped<MasterEvent> master =
      master(MasterConfig.standard().with(new OpenJobLimits(100, 1_000, 100)).settled());

  private static Stepped<MasterEvent> master(MasterConfig config) {
    return new Stepped<>(Master.alone(config, TIMING));
  }

  private static SubmitJob submit(String key, JobSpec job) {
    return new SubmitJob(key, job, CLIENT);
  }

  private static NodeReport node(int index, Resources capacity) {
    return NodeReport.of(index, capacity);
  }

  private static JobReport report(long job, JobState state) {
    return new JobReport(job, "job", state, "sampled", List.of(), 0, 9, List.of(), 0, List.of());
  }

  /** Tells the master, and then that the log has made safe what it proposed. */
  private static RecordingEffects committed(Stepped<MasterEvent> master, MasterEvent event) {
    var proposed = master.tell(event).appended();
    assertThat(proposed).as("proposed upon %s", event).hasSize(1);
    return master.tell(Committed.next(proposed.getFirst()));
  }

  private static void join(Stepped<MasterEvent> master, Resources capacity) {
    committed(master, node(0, capacity));
    master.tell(TELL_VIEW);
  }

  private RecordingEffects runningJob() {
    join(master, size(4, 4));
    return committed(master, submit("k", JOB));
  }

  // Accepting.

  @Test
  void aJobIsOnRecordBeforeItIsAcceptedAndAssigned() {
    join(master, size(4, 4));
    master.after(S);
    var accepted = new JobOpened(1, "k", JOB, CLIENT, S, true);

    assertThat(master.tell(submit("k", JOB)).all()).containsExactly(new Effect.Append(accepted));
    master.after(MS);
    assertThat(master.tell(Committed.next(accepted)).all())
        .containsExactly(
            new Send(CLIENT, new JobAccepted("k", 1)),
            new Send(SCHEDULER, new AssignJob(1, JOB, CLIENT, S)));
  }

  @Test
  void theSameKeyIsTheSameJob() {
    join(master, size(4, 4));
    var proposed = master.tell(submit("k", JOB)).appended().getFirst();
    assertThat(master.tell(submit("k", JOB)).all()).as("while on its way").isEmpty();
    master.tell(Committed.next(proposed));

    var elsewhere = ClientEvent.at(8);
    assertThat(master.tell(new SubmitJob("k", JOB, elsewhere)).all())
        .containsExactly(new Send(elsewhere, new JobAccepted("k", 1)));

    var end = report(1, JobState.SUCCEEDED);
    committed(master, new JobFinished(SCHEDULER, 1, end));
    assertThat(master.tell(submit("k", JOB)).all())
        .containsExactly(
            new Send(CLIENT, new JobAccepted("k", 1)), new Send(CLIENT, new JobEnded(end)));
  }

  @Test
  void numbersCountUpAlsoAmongJobsOnTheirWay() {
    var first = master.tell(submit("a", JOB)).appended().getFirst();
    var second = master.tell(submit("b", JOB)).appended().getFirst();
    master.tell(Committed.next(first));
    var third = master.tell(submit("c", JOB)).appended().getFirst();

    assertThat(List.of(first, second, third))
        .extracting(entry -> ((JobOpened) entry).job())
        .containsExactly(1L, 2L, 3L);
  }

  @Test
  void oneJobTooManyIsRejectedWithTheLimit() {
    var small = master(MasterConfig.standard().with(new OpenJobLimits(2, 1_000, 100)).settled());
    committed(small, submit("a", JOB));
    var second = small.tell(submit("b", JOB)).appended().getFirst();
    var rejected = new JobRejected("c", "the cell has its limit of 2 open jobs; try again later");

    assertThat(small.tell(submit("c", JOB)).all())
        .as("also while one is on its way")
        .containsExactly(new Send(CLIENT, rejected));
    small.tell(Committed.next(second));
    assertThat(small.tell(submit("c", JOB)).all()).containsExactly(new Send(CLIENT, rejected));

    committed(small, new JobFinished(SCHEDULER, 1, report(1, JobState.SUCCEEDED)));
    assertThat(small.tell(submit("c", JOB)).appended()).hasSize(1);
  }

  @Test
  void tasksPastTheLimitAreRejectedWithTheNumbers() {
    var small = master(MasterConfig.standard().with(new OpenJobLimits(100, 12, 100)).settled());
    committed(small, submit("a", Jobs.job(4)));
    small.tell(submit("b", Jobs.job(3)));
    var rejected =
        new JobRejected(
            "c",
            "the job has 6 tasks; with the 7 open ones that is past the cell's limit of 12;"
                + " try again later");

    assertThat(small.tell(submit("c", Jobs.job(6))).all())
        .containsExactly(new Send(CLIENT, rejected));
    assertThat(small.tell(submit("d", Jobs.job(5))).appended()).as("just fits").hasSize(1);
  }

  @Test
  void jobsAreSharedAmongSchedulersByNumber() {
    var shared =
        master(
            MasterConfig.standard()
                .with(new OpenJobLimits(100, 1_000, 100))
                .withSchedulers(3)
                .settled());
    join(shared, size(4, 4));

    for (int number = 1; number <= 6; number++) {
      var sent = committed(shared, submit("k" + number, JOB));
      assertThat(sent.sentTo(SchedulerEvent.at(number % 3))).hasSize(1);
    }
  }

  // Admitting.

  @Test
  void withoutANodeAJobWaitsAndIsHandedOverWhenOneHasJoined() {
    var accepted = committed(master, submit("k", JOB));
    assertThat(accepted.all()).containsExactly(new Send(CLIENT, new JobAccepted("k", 1)));
    assertThat(master.tell(BEAT).sentTo(SCHEDULER)).isEmpty();

    var joined = master.tell(node(0, size(4, 4)));
    assertThat(joined.all())
        .containsExactly(new Effect.Append(new MachineRegistered(0, size(4, 4))));
    var known = master.tell(Committed.next(joined.appended().getFirst()));
    assertThat(known.all())
        .containsExactly(
            new Effect.Publish(new Notice.NodeJoined(0, size(4, 4))),
            new Effect.WakeAt(TIMING.viewDelayNs(), MasterTimer.PUBLISH_MACHINES));

    assertThat(master.tell(TELL_VIEW).all())
        .containsExactly(
            new Send(
                SCHEDULER, new MachineList(1, List.of(new Machine(0, 1, size(4, 4), Map.of())))),
            new Effect.Append(new JobAdmitted(1)));
    assertThat(master.tell(TELL_VIEW).appended()).as("only once").isEmpty();
    assertThat(master.tell(Committed.next(new JobAdmitted(1))).all())
        .containsExactly(new Send(SCHEDULER, new AssignJob(1, JOB, CLIENT, 0)));
  }

  @Test
  void aJobThatFitsNowhereEndsWithTheReason() {
    join(master, size(4, 4));
    var huge = JobSpec.of("huge", Jobs.stage("wide", 2, size(6, 1)));
    master.after(2 * S);
    var accepted = committed(master, submit("k", huge));
    var report =
        new JobReport(
            1,
            "huge",
            JobState.INFEASIBLE,
            "sampled",
            List.of(new StageReport("wide", 2, 0, 0, 0, 0)),
            2_000,
            0,
            List.of(),
            0,
            List.of(
                "each task of stage `wide` needs 6 cpu, the most on one node is 4:"
                    + " 2 cpu too few (1 node in the cell)"));

    assertThat(accepted.all())
        .containsExactly(
            new Send(CLIENT, new JobAccepted("k", 1)), new Effect.Append(new JobClosed(report)));
    assertThat(master.tell(Committed.next(new JobClosed(report))).sentTo(CLIENT))
        .containsExactly(new JobEnded(report));
  }

  @Test
  void anInfeasibleJobWhoseStagesHaveDifferentPoliciesReportsAuto() {
    join(master, size(4, 4));
    var mixed =
        JobSpec.of(
            "mixed",
            Jobs.stage("load", 2, size(6, 1)),
            Jobs.stage("solve", 2, size(6, 1)).asGang(),
            Jobs.stage("mail", 1, size(1, 1)));

    var closed = committed(master, submit("k", mixed)).appended().getFirst();

    assertThat(((JobClosed) closed).report().policy()).isEqualTo("auto");
  }

  @Test
  void aPlanIsRepeatedUntilItIsTaken() {
    var plan = new AssignJob(1, JOB, CLIENT, 0);
    assertThat(runningJob().sent(AssignJob.class)).containsExactly(plan);
    assertThat(master.tell(BEAT).sent(AssignJob.class)).containsExactly(plan);
    assertThat(master.tell(BEAT).sent(AssignJob.class)).containsExactly(plan);
    master.tell(new JobTaken(1, 1));

    assertThat(master.tell(BEAT).sent(AssignJob.class)).isEmpty();
  }

  @Test
  void aNodeIsPublishedOnceUnlessItHasChanged() {
    assertThat(committed(master, node(1, size(2, 4))).published())
        .containsExactly(new Notice.NodeJoined(1, size(2, 4)));
    assertThat(master.tell(node(1, size(2, 4))).all()).isEmpty();
    assertThat(committed(master, node(1, size(3, 4))).published())
        .containsExactly(new Notice.NodeJoined(1, size(3, 4)));
  }

  // Ending.

  @Test
  void cancelledWhileItWaitsItEndsAtOnce() {
    committed(master, submit("k", JOB));
    master.after(3 * S);
    var closed = master.tell(new CancelJob(1)).appended();
    var report =
        new JobReport(
            1,
            "job",
            JobState.CANCELLED,
            "sampled",
            List.of(new StageReport("work", 5, 0, 0, 0, 0)),
            0,
            3_000,
            List.of(),
            0,
            List.of());

    assertThat(closed).containsExactly(new JobClosed(report));
    assertThat(master.tell(new CancelJob(1)).all()).as("on its way already").isEmpty();
    assertThat(master.tell(Committed.next(closed.getFirst())).sentTo(CLIENT))
        .containsExactly(new JobEnded(report));
    assertThat(committed(master, node(0, size(4, 4))).all())
        .hasSize(2)
        .hasAtLeastOneElementOfType(Effect.WakeAt.class);
    assertThat(master.tell(TELL_VIEW).sent(AssignJob.class)).isEmpty();
  }

  @Test
  void theSchedulerOfACancelledJobGetsStopJobUntilTheJobEnds() {
    runningJob();
    master.tell(new JobTaken(1, 1));
    var cancel = new StopJob(1);

    assertThat(master.tell(new CancelJob(1)).sentTo(SCHEDULER)).containsExactly(cancel);
    assertThat(master.tell(BEAT).sentTo(SCHEDULER)).containsExactly(cancel);
    assertThat(master.tell(BEAT).sentTo(SCHEDULER)).containsExactly(cancel);
    committed(master, new JobFinished(SCHEDULER, 1, report(1, JobState.CANCELLED)));

    assertThat(master.tell(BEAT).sentTo(SCHEDULER)).isEmpty();
    assertThat(master.tell(new CancelJob(1)).all()).isEmpty();
  }

  @Test
  void anEndIsRecordedOnceAndAcknowledgedAsOftenAsItIsReported() {
    runningJob();
    var ended = new JobFinished(SCHEDULER, 1, report(1, JobState.SUCCEEDED));
    var proposed = master.tell(ended);
    assertThat(proposed.all()).containsExactly(new Effect.Append(new JobClosed(ended.report())));
    assertThat(master.tell(ended).all()).as("on its way").isEmpty();

    assertThat(master.tell(Committed.next(proposed.appended().getFirst())).all())
        .containsExactly(
            new Send(CLIENT, new JobEnded(ended.report())),
            new Send(SCHEDULER, new JobEndRecorded(1)));
    assertThat(master.tell(ended).all())
        .containsExactly(new Send(SCHEDULER, new JobEndRecorded(1)));
  }

  @Test
  void aQueryIsAnsweredOnceTheJobHasEnded() {
    runningJob();
    var query = new GetJob(1, ClientEvent.at(9));
    assertThat(master.tell(query).all()).isEmpty();
    committed(master, new JobFinished(SCHEDULER, 1, report(1, JobState.FAILED)));

    assertThat(master.tell(query).all())
        .containsExactly(new Send(ClientEvent.at(9), new JobEnded(report(1, JobState.FAILED))));
  }

  @Test
  void onlySoManyEndedJobsAreRemembered() {
    var forgetful =
        master(MasterConfig.standard().with(new OpenJobLimits(100, 1_000, 2)).settled());
    join(forgetful, size(4, 4));
    for (long job = 1; job <= 3; job++) {
      committed(forgetful, submit("k" + job, JOB));
      committed(forgetful, new JobFinished(SCHEDULER, 1, report(job, JobState.SUCCEEDED)));
    }

    assertThat(forgetful.tell(new GetJob(1, CLIENT)).all())
        .containsExactly(new Send(CLIENT, new JobForgotten(1)));
    assertThat(forgetful.tell(new GetJob(2, CLIENT)).sent(JobEnded.class)).hasSize(1);
    assertThat(forgetful.tell(new GetJob(3, CLIENT)).sent(JobEnded.class)).hasSize(1);
    assertThat(forgetful.tell(new JobFinished(SCHEDULER, 1, report(1, JobState.SUCCEEDED))).all())
        .as("its scheduler may forget it too")
        .containsExactly(new Send(SCHEDULER, new JobEndRecorded(1)));
  }

  @Test
  void anOpenJobIsRememberedHoweverManyEndAfterIt() {
    var forgetful =
        master(MasterConfig.standard().with(new OpenJobLimits(100, 1_000, 0)).settled());
    committed(forgetful, submit("open", JOB));
    committed(forgetful, submit("short", JOB));
    committed(forgetful, new JobFinished(SCHEDULER, 1, report(2, JobState.SUCCEEDED)));

    assertThat(forgetful.tell(new GetJob(1, CLIENT)).all())
        .containsExactly(
            new Send(
                CLIENT,
                new JobWaits(1, WaitReason.RESOURCES, "no node has joined the cell", 1, 1, -1)));
    assertThat(forgetful.tell(new GetJob(2, CLIENT)).sent(JobForgotten.class)).hasSize(1);
  }

  // The view of the cell.

  @Test
  void onlyChangesOfANodeGoIntoTheLog() {
    var known = master.tell(node(0, size(4, 4)));
    assertThat(master.tell(node(0, size(4, 4))).all()).as("on its way").isEmpty();
    master.tell(Committed.next(known.appended().getFirst()));

    assertThat(master.tell(node(0, size(4, 4))).all()).isEmpty();
    assertThat(master.tell(node(0, size(8, 4))).appended())
        .containsExactly(new MachineRegistered(0, size(8, 4)));
  }

  @Test
  void changesOfTheCellAreGatheredAndPublishedToAllSchedulers() {
    var shared =
        master(
            MasterConfig.standard()
                .with(new OpenJobLimits(100, 1_000, 100))
                .withSchedulers(2)
                .settled());
    assertThat(committed(shared, node(0, size(1, 1))).only(Effect.WakeAt.class)).hasSize(1);
    assertThat(committed(shared, node(1, size(2, 2))).only(Effect.WakeAt.class)).isEmpty();
    var first = new Machine(0, 1, size(1, 1), Map.of());
    var view = new MachineList(2, List.of(first, new Machine(1, 2, size(2, 2), Map.of())));

    assertThat(shared.tell(TELL_VIEW).all())
        .containsExactly(
            new Send(SchedulerEvent.at(0), view), new Send(SchedulerEvent.at(1), view));
    assertThat(committed(shared, node(2, size(2, 2))).only(Effect.WakeAt.class)).hasSize(1);
  }

  @Test
  void aSchedulerThatIsBehindGetsTheViewAndOneThatIsNotGetsNone() {
    join(master, size(1, 1));

    assertThat(master.tell(new GetMachines(SCHEDULER, 0, 0)).sent(MachineList.class)).hasSize(1);
    assertThat(master.tell(new GetMachines(SCHEDULER, 1, 0)).all()).isEmpty();
  }

  @Test
  void beatsForEver() {
    assertThat(master.start().all())
        .containsExactly(new Effect.WakeAt(TIMING.beatNs(), MasterTimer.BEAT));
    assertThat(master.after(TIMING.beatNs()).tell(BEAT).all())
        .containsExactly(new Effect.WakeAt(2 * TIMING.beatNs(), MasterTimer.BEAT));
  }
}
