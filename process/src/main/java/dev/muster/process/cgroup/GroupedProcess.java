package dev.muster.process.cgroup;

import dev.muster.core.actor.Pace;
import dev.muster.model.Usage;
import dev.muster.process.linux.IoPriority;
import dev.muster.process.linux.ProcessUsage;
import dev.muster.process.spawn.Child;

/** A process, and the control group that holds it and all it forks. */
public record GroupedProcess(Cgroup group, Child child) {
  public void end(boolean force) {
    child.end(force);
    group.end(force);
  }

  /** What they have used so far; reading and writing is counted of those that are still there. */
  public Usage usage() {
    var members = group.processes();
    var all = members.isEmpty() ? ProcessUsage.family(child.id().pid()) : members;
    return Cgroup.larger(group.usage(), ProcessUsage.of(all));
  }

  /**
   * Sets how much of the computer they get; where the group cannot do it, of the child's session.
   */
  public void pace(Pace pace) {
    boolean asGroup = group.pace(pace);
    child.freeze(pace == Pace.FROZEN && !asGroup);
    IoPriority.set(child.id().pid(), group.processes(), pace == Pace.LOW);
  }
}
