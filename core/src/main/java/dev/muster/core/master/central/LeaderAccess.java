package dev.muster.core.master.central;

import dev.muster.core.actor.Effects;
import dev.muster.core.event.MasterEntry;
import dev.muster.core.event.MasterEvent.ClaimReleased;

/** What the central scheduler has the rest of the leader do. */
public interface LeaderAccess {

  void append(MasterEntry entry, Effects out);

  /** Ends a claim, once the log has it; not repeated. */
  void release(ClaimReleased released, Effects out);

  /** Whether a node gets nothing new for now. */
  boolean isAvoided(int node);
}
