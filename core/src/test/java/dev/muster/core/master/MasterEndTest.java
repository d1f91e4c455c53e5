package dev.muster.core.master;

import static dev.muster.core.fake.Jobs.size;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Timing;
import dev.muster.core.event.*;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.MasterEntry.*;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MasterEvent.*;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.MachineList;
import dev.muster.core.event.Wake;
import dev.muster.core.fake.*;
import dev.muster.core.fake.Jobs;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.fake.Stepped;
import dev.muster.core.master.Master.MasterTimer;
import dev.muster.core.master.MasterConfig.OpenJobLimits;
import dev.muster.model.*;
import dev.muster.model.Resources;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class MasterEndTest {
  static final Address<ClientEvent> CLIENT = ClientEvent.at(0);
  final Stepped<MasterEvent> master =
      new Stepped<>(
          Master.alone(
              MasterConfig.standard().with(new OpenJobLimits(100, 1_000, 100)).settled(),
              Timing.standard()));

  RecordingEffects committed(MasterEvent event) {
    return commit(master, event);
  }

  static RecordingEffects commit(Stepped<MasterEvent> master, MasterEvent event) {
    return master.tell(Committed.next(master.tell(event).appended().getFirst()));
  }

  @Test
  void aJobWhoseCancellationIsOnItsWayIsNotHandedOver() {
    committed(new SubmitJob("k", Jobs.job(1), CLIENT));
    committed(NodeReport.of(0, size(4, 4)));
    var closed = master.tell(new CancelJob(1)).appended().getFirst();
    assertThat(master.tell(new Wake(MasterTimer.PUBLISH_MACHINES)).sent(AssignJob.class)).isEmpty();
    master.tell(Committed.next(closed));
  }

  @Test
  void aJobWhoseInfeasibleEndIsOnItsWayIsNotHandedOver() {
    committed(NodeReport.of(0, size(1, 1)));
    master.tell(new Wake(MasterTimer.PUBLISH_MACHINES));
    var spec = JobSpec.of("job", Jobs.stage("work", 1, size(4, 4)));
    assertThat(committed(new SubmitJob("k", spec, CLIENT)).appended()).hasSize(1);
    committed(NodeReport.of(1, size(4, 4)));
    assertThat(master.tell(new Wake(MasterTimer.PUBLISH_MACHINES)).sent(AssignJob.class)).isEmpty();
  }

  private static JobSpec fast() {
    var where = Where.ANYWHERE.withRequire(Require.of("disk", "ssd"));
    return JobSpec.of("job", Jobs.stage("work", 1).withWhere(where));
  }

  private static NodeReport node(int index, String disk) {
    return NodeReport.of(index, size(4, 4), Map.of("disk", disk));
  }

  @Test
  void aJobWaitsForAFittingNodeWhileTheCellComesUp() {
    var config =
        MasterConfig.standard()
            .with(new OpenJobLimits(100, 1_000, 100))
            .withJoinGraceNs(3 * Jobs.S);
    var young = new Stepped<>(Master.alone(config, Timing.standard()));
    commit(young, node(0, "hdd"));
    commit(young, new SubmitJob("k", fast(), CLIENT));
    assertThat(young.after(Jobs.S).tell(new Wake(MasterTimer.BEAT)).appended()).isEmpty();

    commit(young, node(1, "ssd"));
    assertThat(commit(young, new Wake(MasterTimer.PUBLISH_MACHINES)).sent(AssignJob.class))
        .hasSize(1);
  }

  @Test
  void anUnmatchedJobIsInfeasibleOnceTheCellHasSettled() {
    var config =
        MasterConfig.standard()
            .with(new OpenJobLimits(100, 1_000, 100))
            .withJoinGraceNs(3 * Jobs.S);
    var settled = new Stepped<>(Master.alone(config, Timing.standard()));
    commit(settled, node(0, "hdd"));
    assertThat(commit(settled, new SubmitJob("k", fast(), CLIENT)).appended()).isEmpty();

    assertThat(settled.after(3 * Jobs.S).tell(new Wake(MasterTimer.BEAT)).appended())
        .singleElement()
        .extracting(entry -> ((JobClosed) entry).report().reasons())
        .isEqualTo(List.of("stage `work`: no node has disk=ssd; known: disk=hdd"));
  }

  @Test
  void aJobTooLargeForTheNodesSoFarWaitsForALargerOne() {
    var young = new Stepped<>(Master.alone(MasterConfig.standard(), Timing.standard()));
    commit(young, NodeReport.of(0, size(1, 1)));
    var large = JobSpec.of("job", Jobs.stage("work", 1, size(4, 4)));
    assertThat(commit(young, new SubmitJob("k", large, CLIENT)).appended()).isEmpty();
    assertThat(young.after(2 * Jobs.S).tell(new Wake(MasterTimer.BEAT)).appended()).isEmpty();

    commit(young, NodeReport.of(1, size(4, 4)));
    assertThat(commit(young, new Wake(MasterTimer.PUBLISH_MACHINES)).sent(AssignJob.class))
        .hasSize(1);
  }

  @Test
  void aJobTooLargeForEveryNodeIsInfeasibleOnceTheCellHasSettled() {
    var settled = new Stepped<>(Master.alone(MasterConfig.standard(), Timing.standard()));
    commit(settled, NodeReport.of(0, size(1, 1)));
    commit(
        settled, new SubmitJob("k", JobSpec.of("job", Jobs.stage("work", 1, size(4, 1))), CLIENT));
    commit(settled.after(2 * Jobs.S), NodeReport.of(1, size(2, 1)));
    assertThat(settled.after(2 * Jobs.S).tell(new Wake(MasterTimer.BEAT)).appended())
        .as("the grace begins anew with every node")
        .isEmpty();

    assertThat(settled.after(Jobs.S).tell(new Wake(MasterTimer.BEAT)).appended())
        .singleElement()
        .extracting(entry -> ((JobClosed) entry).report().state())
        .isEqualTo(JobState.INFEASIBLE);
  }

  @Test
  void aNodeThatKeepsChangingDelaysNoReason() {
    var config =
        MasterConfig.standard()
            .with(new OpenJobLimits(100, 1_000, 100))
            .withJoinGraceNs(3 * Jobs.S);
    var settled = new Stepped<>(Master.alone(config, Timing.standard()));
    commit(settled, NodeReport.of(0, size(4, 4)));
    commit(settled, new SubmitJob("k", fast(), CLIENT));
    for (int change = 1; change <= 3; change++) {
      commit(settled.after(Jobs.S), NodeReport.of(0, size(4 + change, 4)));
    }

    assertThat(settled.tell(new Wake(MasterTimer.BEAT)).appended()).hasSize(1);
  }

  @Test
  void aJobThatFindsANodeThatJoinedIsHandedOverOnce() {
    committed(new SubmitJob("k", Jobs.job(1), CLIENT));
    committed(NodeReport.of(0, size(4, 4)));

    assertThat(committed(new Wake(MasterTimer.PUBLISH_MACHINES)).sent(AssignJob.class)).hasSize(1);
    assertThat(master.tell(new Wake(MasterTimer.BEAT)).sent(AssignJob.class))
        .as("unless lost")
        .hasSize(1);
  }

  @Test
  void aJobThatIsCancelledWhileItsAdmissionIsInTheLogIsNotHandedOver() {
    committed(new SubmitJob("k", Jobs.job(1), CLIENT));
    committed(NodeReport.of(0, size(4, 4)));
    var admitted = master.tell(new Wake(MasterTimer.PUBLISH_MACHINES)).appended().getFirst();
    var closed = master.tell(new CancelJob(1)).appended().getFirst();

    assertThat(master.tell(Committed.next(admitted)).sent(AssignJob.class)).isEmpty();
    assertThat(master.tell(Committed.next(closed)).sent(ClientEvent.JobEnded.class)).hasSize(1);
  }

  @Test
  void aNodeWithOtherAttributesIsAChange() {
    committed(node(0, "hdd"));
    assertThat(master.tell(node(0, "hdd")).appended()).isEmpty();
    committed(node(0, "ssd"));
    master.tell(new Wake(MasterTimer.PUBLISH_MACHINES));
    assertThat(committed(new SubmitJob("k", fast(), CLIENT)).sent(AssignJob.class)).hasSize(1);
  }

  @Test
  void aJobIsAssignedAfterItsSchedulerWasSentTheNodesThatJoined() {
    committed(NodeReport.of(0, size(4, 4)));
    assertThat(committed(new SubmitJob("k", Jobs.job(1), CLIENT)).sent(AssignJob.class)).isEmpty();
    committed(NodeReport.of(1, size(4, 4)));

    assertThat(master.tell(new Wake(MasterTimer.PUBLISH_MACHINES)).sent(SchedulerEvent.class))
        .satisfiesExactly(
            first -> assertThat(((MachineList) first).machines()).hasSize(2),
            second -> assertThat(second).isInstanceOf(AssignJob.class));
  }

  @Test
  void aReportThatWasOvertakenDoesNotMakeAMachineWhatItWas() {
    committed(at(7, size(4, 4)));
    assertThat(master.tell(at(6, size(2, 2))).appended()).isEmpty();
    assertThat(master.tell(at(8, size(2, 2))).appended()).hasSize(1);
  }

  static NodeReport at(long version, Resources capacity) {
    return new NodeReport(
        0,
        1,
        1,
        version,
        0,
        capacity,
        Map.of(),
        capacity,
        Resources.NONE,
        0,
        0,
        Load.NONE,
        false,
        "");
  }

  static JobReport report(JobState state) {
    return new JobReport(1, "job", state, "x", List.of(), 0, 0, List.of(), 0, List.of());
  }

  @Test
  void aJobThatAloneIsPastTheLimitIsNotAdvisedToTryAgain() {
    var rejected =
        master
            .tell(new SubmitJob("k", Jobs.job(1_001), CLIENT))
            .sent(ClientEvent.JobRejected.class)
            .getFirst();
    assertThat(rejected.why()).doesNotContain("try again later");
  }
}
