package dev.muster.core.master;

import dev.muster.core.actor.Effects;
import dev.muster.core.actor.EntryId;
import dev.muster.core.event.MasterEntry;

/** Appends the entries of one leader, each with its id. */
final class LeaderLog {

  private final long term;
  private long sequence;

  LeaderLog(long term) {
    this.term = term;
  }

  long term() {
    return term;
  }

  EntryId append(MasterEntry entry, Effects out) {
    var id = new EntryId(term, ++sequence);
    out.append(id, entry);
    return id;
  }
}
