package dev.muster.core.master;

import dev.muster.core.actor.Lifecycle;
import dev.muster.core.master.Master.MasterRole;
import dev.muster.core.master.NodeLiveness.LivenessState;
import dev.muster.core.master.OpenJobs.OpenJobState;
import dev.muster.core.master.PendingResize.ResizeState;
import dev.muster.core.master.central.RequestState;

/** The transitions of a master, over all terms in which it leads. */
record MasterLifecycles(
    Lifecycle<MasterRole> roles,
    Lifecycle<OpenJobState> jobs,
    Lifecycle<ResizeState> resizes,
    Lifecycle<LivenessState> liveness,
    Lifecycle<RequestState> requests) {

  MasterLifecycles() {
    this(
        new Lifecycle<>(MasterRole.class),
        new Lifecycle<>(OpenJobState.class),
        new Lifecycle<>(ResizeState.class),
        new Lifecycle<>(LivenessState.class),
        new Lifecycle<>(RequestState.class));
  }
}
