package dev.muster.sim.replay;

import dev.muster.workload.workflow.Workflow;
import java.util.Arrays;

/** Where the files of a workflow are: on the node that ran the task that made them. */
final class DataPlaces {

  private static final int NOWHERE = -1;

  private final Workflow workflow;
  private final int[] nodes;
  private long movedBytes;

  DataPlaces(Workflow workflow) {
    this.workflow = workflow;
    this.nodes = new int[workflow.tasks().size()];
    Arrays.fill(nodes, NOWHERE);
  }

  /** What a task would have to fetch to run on this node. */
  long remoteBytes(int task, int node) {
    long bytes = 0;
    for (int index : workflow.tasks().get(task).inputs()) {
      var file = workflow.files().get(index);
      if (file.maker() != Workflow.OUTSIDE && file.maker() != task && nodes[file.maker()] != node) {
        bytes += file.bytes();
      }
    }
    return bytes;
  }

  /** An attempt of the task fetches what is elsewhere: how much that is. */
  long fetch(int task, int node) {
    long bytes = remoteBytes(task, node);
    movedBytes += bytes;
    return bytes;
  }

  /** The task has succeeded here; of several attempts the first counts. */
  void made(int task, int node) {
    if (nodes[task] == NOWHERE) {
      nodes[task] = node;
    }
  }

  long movedBytes() {
    return movedBytes;
  }
}
