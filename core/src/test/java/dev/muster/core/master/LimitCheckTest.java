package dev.muster.core.master;

import static dev.muster.core.fake.Jobs.size;
import static dev.muster.core.fake.Jobs.stage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.cell.CellEntry.LimitsSet;
import dev.muster.core.cell.OwnerLimits;
import dev.muster.core.event.MasterEntry.MachineRegistered;
import dev.muster.core.master.AdmissionControl.AdmissionResult;
import dev.muster.core.master.queue.JobQueues;
import dev.muster.core.master.state.RegisteredMachines;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.model.queue.QueueTree;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A cell with more than enough capacity, and a scheduler with tight limits. */
final class LimitCheckTest {

  private static final int LIMITED = 1;
  private static final Resources TASK = size(2, 1);

  private static AdmissionResult check(
      OwnerLimits most, int scheduler, StageSpec stage, String policy) {
    var cell = new RegisteredMachines();
    cell.apply(new MachineRegistered(0, size(100, 100).with("gpu", 10)));
    var admission =
        new AdmissionControl(
            cell, new JobQueues(QueueTree.OPEN), List.of(new LimitsSet(LIMITED, most)));
    return admission.check(JobSpec.of("job", stage).withPolicy(policy), scheduler);
  }

  private static AdmissionResult check(OwnerLimits most, StageSpec stage) {
    return check(most, LIMITED, stage, JobSpec.SHARED);
  }

  @Test
  void aTaskBeyondTheLimitOfItsSchedulerIsInfeasible() {
    assertThat(check(OwnerLimits.NONE.withResources(size(1, 50)), stage("work", 3, TASK)))
        .isEqualTo(
            new AdmissionResult.Infeasible(
                List.of(
                    "stage `work` starts with 1 task of 2 cpu, 1 GiB at once; the limit of"
                        + " resources of scheduler-1, which has the job, allows 0: it would have to"
                        + " be higher")));
  }

  @Test
  void aGangNeedsAllOfItsClaimsAtOnce() {
    var gang = stage("all", 5, TASK).asGang();
    assertThat(((AdmissionResult.Infeasible) check(OwnerLimits.NONE.withClaims(4), gang)).reasons())
        .singleElement()
        .asString()
        .startsWith("stage `all` starts with 5 tasks of 2 cpu, 1 GiB at once;")
        .contains("the limit of claims of", "allows 4:");
    assertThat(check(OwnerLimits.NONE.withClaims(5), gang))
        .isEqualTo(new AdmissionResult.Admitted());
    assertThat(check(OwnerLimits.NONE.withResources(size(9, 50)), gang))
        .isInstanceOf(AdmissionResult.Infeasible.class);
    assertThat(check(OwnerLimits.NONE.withResources(size(10, 50)), gang))
        .isEqualTo(new AdmissionResult.Admitted());
  }

  @Test
  void tasksThatStartOneByOneWaitForEachOther() {
    assertThat(check(OwnerLimits.NONE.withClaims(1), stage("work", 50, TASK)))
        .isEqualTo(new AdmissionResult.Admitted());
  }

  @Test
  void ofNamedResourcesOnlyThoseInTheLimitAreLimited() {
    var withGpu = stage("work", 1, TASK.with("gpu", 2));
    assertThat(check(OwnerLimits.NONE.withResources(size(50, 50)), withGpu))
        .isEqualTo(new AdmissionResult.Admitted());
    assertThat(check(OwnerLimits.NONE.withResources(size(50, 50).with("gpu", 1)), withGpu))
        .isInstanceOf(AdmissionResult.Infeasible.class);
  }

  @Test
  void ofAJobWithGangsTheSampledStagesNeedNoClaims() {
    var most = OwnerLimits.NONE.withResources(size(4, 50));
    var cell = new RegisteredMachines();
    cell.apply(new MachineRegistered(0, size(100, 100)));
    var admission =
        new AdmissionControl(
            cell, new JobQueues(QueueTree.OPEN), List.of(new LimitsSet(LIMITED, most)));
    var gang = stage("solve", 2, TASK).asGang();
    assertThat(admission.check(JobSpec.of("job", stage("load", 1, size(8, 1)), gang), LIMITED))
        .isEqualTo(new AdmissionResult.Admitted());
  }

  @Test
  void limitsAreThoseOfOneSchedulerAndOfClaimsAlone() {
    var none = OwnerLimits.NONE.withResources(size(1, 1));
    assertThat(check(none, 0, stage("work", 1, TASK), JobSpec.SHARED))
        .isEqualTo(new AdmissionResult.Admitted());
    assertThat(check(none, LIMITED, stage("work", 1, TASK), "sampled"))
        .isEqualTo(new AdmissionResult.Admitted());
  }
}
