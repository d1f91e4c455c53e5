package dev.muster.sim.experiment.row;

/**
 * A row of the table: work by its name.
 *
 * @param name as typed
 * @param maker makes the work for a seed; traces are the same for all seeds, but for what they
 *     leave open
 */
public record ComparedRow(String name, WorkMaker maker) {

  /** Makes the work of a row. */
  @FunctionalInterface
  public interface WorkMaker {
    ComparedWork make(long seed);
  }
}
