package dev.muster.core.event;

import dev.muster.core.actor.TraceHash;

/**
 * An attempt has ended, and its output is stored on its node: the logs, and the files where the
 * attempt succeeded.
 *
 * @param bytes the size of the files; 0 where there are logs only
 */
public record OutputStored(long job, int stage, int index, int node, long bytes) implements Notice {

  public static OutputStored of(SchedulerEvent.TaskFinished task) {
    long bytes = task.result().succeeded() ? task.result().outputBytes() : 0;
    return new OutputStored(task.job(), task.stage(), task.index(), task.node(), bytes);
  }

  @Override
  public void trace(TraceHash hash) {
    hash.add(job).add(stage).add(index).add(node).add(bytes);
  }
}
