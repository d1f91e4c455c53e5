package dev.muster.sim.compare;

import dev.muster.core.actor.Work;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.model.Demand;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageReport;
import dev.muster.model.StageSpec;

/** A stage whose tasks all succeed at the first attempt. */
final class KnownStage {

  private final AssignJob plan;
  private final int index;
  private final StageSpec spec;
  private final Demand demand;
  private int blockers;
  private int dealt;
  private int done;

  KnownStage(AssignJob plan, int index) {
    this.plan = plan;
    this.index = index;
    this.spec = plan.spec().stages().get(index);
    this.blockers = spec.after().size();
    this.demand =
        Demand.of(spec.resources())
            .withUser(plan.spec().queue(), 1)
            .withJob(plan.job(), plan.submittedNs());
  }

  JobSpec job() {
    return plan.spec();
  }

  Demand demand() {
    return demand;
  }

  /** What each of its tasks takes. */
  Resources need() {
    return spec.resources();
  }

  int tasks() {
    return spec.tasks();
  }

  Work next() {
    return Work.of(plan.job(), plan.spec(), index, dealt++, 1);
  }

  boolean isDealt() {
    return dealt == spec.tasks();
  }

  void finished() {
    done++;
  }

  boolean isDone() {
    return done == spec.tasks();
  }

  boolean isReady() {
    return blockers == 0;
  }

  /** Another stage is done; true where this one may start for it. */
  boolean unblockedBy(KnownStage other) {
    if (spec.after().stream().noneMatch(edge -> edge.stage().equals(other.spec.name()))) {
      return false;
    }
    blockers--;
    return isReady();
  }

  StageReport report() {
    return new StageReport(spec.name(), spec.tasks(), dealt - done, done, 0, dealt);
  }
}
