package dev.muster.sim.compare;

import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.model.JobReport;
import dev.muster.model.JobState;
import java.util.List;
import java.util.stream.IntStream;

/** A job none of whose tasks fails. */
final class KnownJob {

  private static final String POLICY = "comparison";
  private static final long NS_PER_MS = 1_000_000;

  private final AssignJob plan;
  private final List<KnownStage> stages;

  KnownJob(AssignJob plan) {
    this.plan = plan;
    this.stages =
        IntStream.range(0, plan.spec().stages().size())
            .mapToObj(index -> new KnownStage(plan, index))
            .toList();
  }

  KnownStage stage(int index) {
    return stages.get(index);
  }

  /** The stages that wait for no other. */
  List<KnownStage> ready() {
    return stages.stream().filter(KnownStage::isReady).toList();
  }

  /** A task of this stage has ended; gives the stages that may start for it. */
  List<KnownStage> finished(int index) {
    var stage = stages.get(index);
    stage.finished();
    return stage.isDone()
        ? stages.stream().filter(other -> other.unblockedBy(stage)).toList()
        : List.of();
  }

  boolean isOver() {
    return stages.stream().allMatch(KnownStage::isDone);
  }

  JobReport report(long nowNs) {
    return new JobReport(
        plan.job(),
        plan.spec().name(),
        JobState.SUCCEEDED,
        POLICY,
        stages.stream().map(KnownStage::report).toList(),
        plan.submittedNs() / NS_PER_MS,
        (nowNs - plan.submittedNs()) / NS_PER_MS,
        List.of(),
        0,
        List.of());
  }
}
