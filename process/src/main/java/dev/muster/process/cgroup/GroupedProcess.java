package dev.muster.process.cgroup;

import dev.muster.core.actor.Pace;
import dev.muster.process.linux.IoPriority;
import dev.muster.process.spawn.Child;

/** A process, and the control group that holds it and all it forks. */
public record GroupedProcess(Cgroup group, Child child) {
  public void end(boolean force) {
    child.end(force);
    group.end(force);
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
