package dev.muster.core.master;

import static dev.muster.core.fake.Jobs.GIB;
import static dev.muster.core.fake.Jobs.size;
import static dev.muster.core.fake.Jobs.stage;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.muster.core.event.MasterEntry.MachineRegistered;
import dev.muster.core.master.AdmissionControl.AdmissionResult;
import dev.muster.core.master.queue.JobQueues;
import dev.muster.core.master.state.RegisteredMachines;
import dev.muster.model.Gang;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.model.queue.Portion;
import dev.muster.model.queue.Portions;
import dev.muster.model.queue.QueueLimits;
import dev.muster.model.queue.QueueLimits.UserLimits;
import dev.muster.model.queue.QueueSpec;
import dev.muster.model.queue.QueueTree;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Jobs that the maxima of their queue never let start. */
final class MaximumCheckTest {

  private static final int ANY = Integer.MAX_VALUE;

  /** Two nodes of 4 cpu and 8 GiB, one of them with a gpu. */
  private final RegisteredMachines cell = new RegisteredMachines();

  private static QueueSpec max(String path, Portion... most) {
    var queue = QueueSpec.of(path);
    return queue.with(queue.share().withMax(most));
  }

  private static QueueSpec ofUser(String path, Portion most) {
    var user = new UserLimits(ANY, Long.MAX_VALUE, ANY, Portions.of(most));
    return QueueSpec.of(path).with(new QueueLimits(ANY, Long.MAX_VALUE, ANY, user));
  }

  private AdmissionControl admission(QueueSpec... queues) {
    cell.apply(new MachineRegistered(0, size(4, 8)));
    cell.apply(new MachineRegistered(1, size(4, 8).with("gpu", 1)));
    return new AdmissionControl(cell, new JobQueues(QueueTree.of(queues)), List.of());
  }

  private static JobSpec job(StageSpec stage) {
    return JobSpec.of("job", stage).withQueue("root.a").withUser("ann");
  }

  private AdmissionResult check(StageSpec stage, QueueSpec... queues) {
    return admission(queues).check(job(stage));
  }

  static Stream<Arguments> tooLarge() {
    var cpu = max("root.a", Portion.fixed(Portion.CPU, 400));
    return Stream.of(
        arguments(
            cpu,
            stage("s", 3, size(1, 1)),
            "each task of stage `s` needs 1 cpu, queue `root.a` may use 0.4: 0.6 cpu too few;"
                + " its `max` would have to be higher"),
        arguments(
            max("root.a", Portion.ofCell(Portion.CPU, 0.25)),
            stage("s", 3, size(3, 1)),
            "each task of stage `s` needs 3 cpu, queue `root.a` may use 2: 1 cpu too few;"
                + " its `max` would have to be higher"),
        arguments(
            ofUser("root.a", Portion.fixed(Portion.MEMORY, GIB)),
            stage("s", 1, size(1, 2)),
            "each task of stage `s` needs 2 GiB of memory, each user of queue `root.a` may use"
                + " 1 GiB: 1 GiB too little; its `user-limits` would have to be higher"),
        arguments(
            max("root.a", Portion.fixed("gpu", 0)),
            stage("s", 1, size(1, 1).with("gpu", 1)),
            "each task of stage `s` needs 1 gpu, queue `root.a` may use 0: 1 gpu too few;"
                + " its `max` would have to be higher"),
        arguments(
            max("root.a", Portion.fixed(Portion.CPU, 3_000)),
            stage("s", 4, size(1, 1)).with(Gang.REPLACE),
            "the gang of stage `s` needs 4 cpu, queue `root.a` may use 3: 1 cpu too few;"
                + " its `max` would have to be higher"));
  }

  @ParameterizedTest
  @MethodSource("tooLarge")
  void whatIsBeyondAMaximumWaitsAndSaysWhy(QueueSpec queue, StageSpec stage, String why) {
    assertThat(check(stage, queue)).isEqualTo(new AdmissionResult.Deferred(why));
  }

  @Test
  void whatIsBeyondAnAmountIsRejected() {
    var queue = max("root.a", Portion.fixed(Portion.CPU, 400));
    var rejecting = admission(queue);
    assertThat(rejecting.rejection(job(stage("s", 3, size(1, 1)))))
        .get()
        .asString()
        .contains("needs 1 cpu, queue `root.a` may use 0.4");
    var small = stage("s", 3, new Resources(400, 99 * GIB));
    assertThat(rejecting.rejection(job(small))).as("memory is not limited").isEmpty();
    var tape = stage("s", 3, new Resources(400, 0).with("tape", 1));
    assertThat(rejecting.rejection(job(tape))).isEmpty();
  }

  @Test
  void aPartOfTheCellRejectsNothing() {
    var queue = max("root.a", Portion.ofCell(Portion.CPU, 0.01));
    assertThat(admission(queue).rejection(job(stage("s", 3, size(9, 1))))).isEmpty();
  }

  @Test
  void aPartOfANamedResourceRejectsNothing() {
    var queue = max("root.a", Portion.ofCell("gpu", 1));
    var rejecting = admission(queue);
    var one = job(stage("s", 1, size(1, 1).with("gpu", 1)));
    assertThat(rejecting.rejection(one)).isEmpty();
    assertThat(rejecting.check(one)).isEqualTo(new AdmissionResult.Admitted());
  }

  @Test
  void whatJustFitsIsAdmitted() {
    var queue = max("root.a", Portion.ofCell(Portion.CPU, 0.25));
    assertThat(check(stage("s", 99, size(2, 8)), queue)).isEqualTo(new AdmissionResult.Admitted());
  }

  @Test
  void nodesThatAreTooSmallAreTheFirstReason() {
    var queue = max("root.a", Portion.fixed(Portion.CPU, 400));
    var tape = size(1, 8).with("tape", 1);
    assertThat(((AdmissionResult.Unmatched) check(stage("s", 1, tape), queue)).reasons())
        .singleElement()
        .asString()
        .contains("the most on one node is 0");
  }

  @Test
  void theMaximaOfQueuesAboveHoldToo() {
    var above = max("root", Portion.fixed(Portion.CPU, 1_000));
    var result = check(stage("s", 1, size(2, 1)), above, QueueSpec.of("root.a"));
    assertThat(((AdmissionResult.Deferred) result).reason()).contains("queue `root` may use 1");
  }

  @Test
  void aPartOfTheCellGrowsWithIt() {
    var queue = max("root.a", Portion.ofCell(Portion.CPU, 0.25));
    var large = stage("s", 1, size(3, 1));
    var queues = new JobQueues(QueueTree.of(queue));
    cell.apply(new MachineRegistered(0, size(8, 8)));
    var admission = new AdmissionControl(cell, queues, List.of());
    var job = JobSpec.of("job", large).withQueue("root.a");
    assertThat(admission.check(job)).isInstanceOf(AdmissionResult.Deferred.class);
    cell.apply(new MachineRegistered(1, size(4, 8)));
    assertThat(admission.check(job)).isEqualTo(new AdmissionResult.Admitted());
  }
}
