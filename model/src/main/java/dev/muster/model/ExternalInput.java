package dev.muster.model;

import java.util.List;

/**
 * Data from outside the job that tasks of a stage read whole, and which nodes have it.
 *
 * @param on the numbers of the nodes that have the data; none where nobody knows
 * @param task the only task that reads the data, or {@link #EVERY_TASK}
 */
public record ExternalInput(long bytes, List<Integer> on, int task) {

  public static final int EVERY_TASK = -1;

  public ExternalInput {
    on = List.copyOf(on);
  }

  /** Of every task of the stage. */
  public static ExternalInput of(long bytes, Integer... nodes) {
    return new ExternalInput(bytes, List.of(nodes), EVERY_TASK);
  }

  public ExternalInput ofTask(int index) {
    return new ExternalInput(bytes, on, index);
  }

  public boolean isReadBy(int index) {
    return task == EVERY_TASK || task == index;
  }
}
