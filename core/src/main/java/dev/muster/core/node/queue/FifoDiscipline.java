package dev.muster.core.node.queue;

import dev.muster.core.actor.flat.Chain;

/** First come, first served, in constant time. */
final class FifoDiscipline extends Chain<QueuedTask> implements Discipline {

  @Override
  public void serve(QueuedTask task) {
    remove(task);
  }
}
