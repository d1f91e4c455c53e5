package dev.muster.core.master.state;

import dev.muster.core.event.MasterEntry.QueuesChanged;
import dev.muster.model.queue.QueueTree;

/** The queues of the cell, as the log has them. */
public final class QueueRecord {

  private QueuesChanged latest = new QueuesChanged(0, QueueTree.OPEN);

  /** A change that is not the next changes nothing. */
  void apply(QueuesChanged changed) {
    if (changed.revision() > latest.revision()) {
      latest = changed;
    }
  }

  /** Of the latest change; 0 before any. */
  public long revision() {
    return latest.revision();
  }

  public QueueTree tree() {
    return latest.tree();
  }

  QueuesChanged save() {
    return latest;
  }
}
