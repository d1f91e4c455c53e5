package dev.muster.core.master;

import dev.muster.core.actor.Lifecycle;
import dev.muster.core.master.Master.MasterRole;
import dev.muster.core.master.NodeLiveness.LivenessState;
import dev.muster.core.master.OpenJobs.OpenJobState;
import dev.muster.core.master.PendingResize.ResizeState;

/** The transitions of a master, over all terms in which it leads. */
record MasterLifecycles(
    Lifecycle<MasterRole> roles,
    Lifecycle<OpenJobState> jobs,
    Lifecycle<ResizeState> resizes,
    Lifecycle<LivenessState> liveness) {

  MasterLifecycles() {
    this(
        new Lifecycle<>(MasterRole.class),
        new Lifecycle<>(OpenJobState.class),
        new Lifecycle<>(ResizeState.class),
        new Lifecycle<>(LivenessState.class));
  }
}
