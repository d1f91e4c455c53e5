package dev.muster.core.submit;

import static dev.muster.core.fake.Jobs.size;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.event.*;
import dev.muster.core.event.MasterEntry.*;
import dev.muster.core.event.MasterEvent.*;
import dev.muster.core.event.SchedulerEvent.Plan;
import dev.muster.core.fake.*;
import dev.muster.core.loop.*;
import dev.muster.model.*;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MasterEndTest {
  static final Address<ClientEvent> CLIENT = ClientEvent.at(0);
  final Stepped<MasterEvent> master =
      new Stepped<>(new Master(new Master.Config(1, 1, 100, 1_000, 100), Timing.standard()));

  RecordingEffects committed(MasterEvent event) {
    return master.tell(new Committed(master.tell(event).appended().getFirst()));
  }

  @Test
  void aJobWhoseCancellationIsOnItsWayIsNotHandedOver() {
    committed(new Submit("k", Jobs.job(1), CLIENT));
    committed(NodeReport.of(0, size(4, 4)));
    var closed = master.tell(new Cancel(1)).appended().getFirst();
    assertThat(master.tell(new Wake(Master.TELL_VIEW)).sent(Plan.class)).isEmpty();
    master.tell(new Committed(closed));
  }

  @Test
  void aJobWhoseInfeasibleEndIsOnItsWayIsNotHandedOver() {
    committed(NodeReport.of(0, size(1, 1)));
    master.tell(new Wake(Master.TELL_VIEW));
    var spec = JobSpec.of("job", Jobs.stage("work", 1, size(4, 4)));
    assertThat(committed(new Submit("k", spec, CLIENT)).appended()).hasSize(1);
    committed(NodeReport.of(1, size(4, 4)));
    assertThat(master.tell(new Wake(Master.TELL_VIEW)).sent(Plan.class)).isEmpty();
  }

  @Test
  void aReportThatWasOvertakenDoesNotMakeAMachineWhatItWas() {
    committed(at(7, size(4, 4)));
    assertThat(master.tell(at(6, size(2, 2))).appended()).isEmpty();
    assertThat(master.tell(at(8, size(2, 2))).appended()).hasSize(1);
  }

  static NodeReport at(long version, Resources capacity) {
    return new NodeReport(0, version, 0, capacity, capacity, 0, 0, Load.NONE, false);
  }

  static JobReport report(JobState state) {
    return new JobReport(1, "job", state, "x", List.of(), 0, 0, List.of(), 0, List.of());
  }

  @Test
  void aSecondEndInTheLogChangesNothingThatAnyoneHears() {
    committed(NodeReport.of(0, size(1, 1)));
    committed(new Submit("k", Jobs.job(1), CLIENT));
    master.tell(new Committed(new JobClosed(report(JobState.SUCCEEDED))));
    assertThat(
            master
                .tell(new Committed(new JobClosed(report(JobState.CANCELLED))))
                .sent(ClientEvent.Ended.class))
        .doesNotContain(new ClientEvent.Ended(report(JobState.CANCELLED)));
  }

  @Test
  void aJobThatAloneIsPastTheLimitIsNotToldToTryAgain() {
    var refused =
        master
            .tell(new Submit("k", Jobs.job(1_001), CLIENT))
            .sent(ClientEvent.Refused.class)
            .getFirst();
    assertThat(refused.why()).doesNotContain("try again later");
  }
}
