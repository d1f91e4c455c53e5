package dev.muster.core.scheduler.graph;

import dev.muster.core.actor.flat.IntRing;
import java.util.function.IntToLongFunction;

/**
 * How long it takes from the start of each stage to the end of the job, were there resources for
 * everything: the longest path along the edges, by the present estimates of task times. The stage
 * with the longest goes first.
 *
 * <p>Estimates change with every task that ends, and a job may have 100,000 stages. So the paths
 * are computed anew, in one pass over stages and edges, only when they are asked for, an estimate
 * is far from the one they were computed with, and as many estimates have changed as make the pass
 * worth while.
 */
public final class CriticalPath {

  /** An estimate that is so many times another is far from it. */
  static final double FAR = 1.25;

  /** So many stages are passed over at most for each estimate that has changed. */
  static final int STAGES_PER_CHANGE = 64;

  /** In place of an estimate where none of the job is known: then the number of stages counts. */
  private static final long UNKNOWN_NS = 1_000_000_000;

  private final StageEdges edges;
  private final IntToLongFunction meanTaskNs;

  /** Every stage after those that need it. */
  private final int[] order;

  private final long[] pathNs;

  /** What the paths were computed with. */
  private final long[] usedNs;

  private int changes = Integer.MAX_VALUE;
  private int version;

  /**
   * @param meanTaskNs how long the tasks of a stage take; 0 where nothing is known
   */
  public CriticalPath(int stages, StageEdges edges, IntToLongFunction meanTaskNs) {
    this.edges = edges;
    this.meanTaskNs = meanTaskNs;
    this.pathNs = new long[stages];
    this.usedNs = new long[stages];
    this.order = lastFirst();
  }

  private int[] lastFirst() {
    int[] found = new int[pathNs.length];
    int[] followers = new int[pathNs.length];
    var ready = new IntRing(pathNs.length);
    for (int stage = 0; stage < pathNs.length; stage++) {
      followers[stage] = edges.needAllOf(stage).size() + edges.needOneOf(stage).size();
      if (followers[stage] == 0) {
        ready.add(stage);
      }
    }
    for (int at = 0; !ready.isEmpty(); at++) {
      int stage = ready.removeFirst();
      found[at] = stage;
      for (var before : edges.before(stage)) {
        for (int i = 0; i < before.size(); i++) {
          if (--followers[before.at(i)] == 0) {
            ready.add(before.at(i));
          }
        }
      }
    }
    return found;
  }

  /** The estimate of a stage has changed. */
  public void changed(int stage) {
    if (changes < Integer.MAX_VALUE && isFar(meanTaskNs.applyAsLong(stage), usedNs[stage])) {
      changes++;
    }
  }

  private static boolean isFar(long ns, long usedNs) {
    return ns > usedNs * FAR || ns * FAR < usedNs;
  }

  /** From the start of the stage to the end of its job. */
  public long ns(int stage) {
    refresh();
    return pathNs[stage];
  }

  /** Grows whenever paths have changed. */
  int version() {
    refresh();
    return version;
  }

  private void refresh() {
    if (changes > pathNs.length / STAGES_PER_CHANGE) {
      compute();
      changes = 0;
      version++;
    }
  }

  private void compute() {
    long unknownNs = meanOfKnown();
    for (int stage : order) {
      long afterNs = 0;
      for (var after : edges.after(stage)) {
        for (int i = 0; i < after.size(); i++) {
          afterNs = Math.max(afterNs, pathNs[after.at(i)]);
        }
      }
      long ns = meanTaskNs.applyAsLong(stage);
      usedNs[stage] = ns;
      pathNs[stage] = afterNs + (ns > 0 ? ns : unknownNs);
    }
  }

  private long meanOfKnown() {
    double sum = 0;
    int known = 0;
    for (int stage = 0; stage < pathNs.length; stage++) {
      long ns = meanTaskNs.applyAsLong(stage);
      sum += ns;
      known += ns > 0 ? 1 : 0;
    }
    return known == 0 ? UNKNOWN_NS : Math.round(sum / known);
  }
}
