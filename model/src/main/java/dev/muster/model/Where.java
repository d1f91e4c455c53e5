package dev.muster.model;

import java.util.List;

/**
 * Where the tasks of a stage may run.
 *
 * @param require what every node must be that any of them runs on
 * @param prefer for each task the numbers of the nodes that it wants, such as those that hold its
 *     data; an empty list where it wants none, no lists at all where no task does
 * @param patienceNs how long a task is tried on the nodes that it wants before any other that is as
 *     required will do; {@link #FIRM} for ever
 */
public record Where(Require require, List<List<Integer>> prefer, long patienceNs) {

  /** No patience ever ends: a task runs where it wants or not at all. */
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

  /** Whether tasks run on the nodes that they want or not at all. */
  public boolean isFirm() {
    return patienceNs == FIRM;
  }

  /** The nodes that a task wants; empty where it wants none. */
  public List<Integer> preferredBy(int task) {
    return prefer.isEmpty() ? List.of() : prefer.get(task);
  }

  /** The same for one task that is placed already: a stage may have a million of them. */
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
