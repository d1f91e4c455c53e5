package dev.muster.model;

import java.util.List;

/**
 * Where the tasks of a stage may run.
 *
 * @param require the attributes of all nodes
 * @param prefer for each task the numbers of the nodes that it prefers, such as those that hold its
 *     data; no lists at all where no task has preferences
 * @param patienceNs how long a task waits for a preferred node before any other that is as required
 *     will do; {@link #FIRM} for ever
 */
public record Where(Require require, List<List<Integer>> prefer, long patienceNs) {

  /** Endless patience: a task runs on a preferred node or not at all. */
  public static final long FIRM = 0;

  public static final Where ANYWHERE = new Where(Require.NOTHING, List.of(), FIRM);

  public Where {
    prefer = prefer.stream().map(List::copyOf).toList();
  }

  public boolean isAnywhere() {
    return require.isNothing() && !hasPreferences();
  }

  public boolean hasPreferences() {
    return !prefer.isEmpty();
  }

  /** Whether patience is endless. */
  public boolean isFirm() {
    return patienceNs == FIRM;
  }

  /** The nodes that a task prefers; empty for none. */
  public List<Integer> preferredBy(int task) {
    return prefer.isEmpty() ? List.of() : prefer.get(task);
  }

  /** For one task that is placed: a stage may have a million preferences. */
  public Where withoutPreferences() {
    return prefer.isEmpty() ? this : new Where(require, List.of(), patienceNs);
  }

  public Where withRequire(Require other) {
    return new Where(other, prefer, patienceNs);
  }

  public Where withPrefer(List<List<Integer>> nodes, long patience) {
    return new Where(require, nodes, patience);
  }
}
