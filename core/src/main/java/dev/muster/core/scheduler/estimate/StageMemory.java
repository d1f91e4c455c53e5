package dev.muster.core.scheduler.estimate;

import java.util.TreeMap;
import java.util.function.IntPredicate;

/**
 * How much memory the tasks of one stage get: what they ask for, and more where that has proved too
 * little, as far as their job allows.
 *
 * <p>A task that ran out of memory is tried again with half as much again. Once a few tasks have,
 * or where the placer cannot tell tasks apart before they start, all later tasks of the stage get
 * as much.
 */
public final class StageMemory {

  /** How much more a task gets than it had. */
  static final double GROWTH = 1.5;

  /** So many tasks that had too little stand for all of their stage. */
  static final int FEW = 3;

  private final long askedBytes;
  private final long maxBytes;
  private final int enough;
  private final TreeMap<Integer, Long> single = new TreeMap<>();
  private long ofAll;
  private int raised;

  /**
   * @param askedBytes what a task asks for
   * @param maxBytes up to how much it may get
   * @param single whether tasks may have different amounts
   */
  public StageMemory(long askedBytes, long maxBytes, boolean single) {
    this.askedBytes = askedBytes;
    this.maxBytes = Math.max(askedBytes, maxBytes);
    this.enough = single ? FEW : 1;
    this.ofAll = askedBytes;
  }

  /** How much a task asks for. */
  public long askedBytes() {
    return askedBytes;
  }

  /** How much the next attempt of a task gets. */
  public long of(int task) {
    return single.isEmpty() ? ofAll : Math.max(ofAll, single.getOrDefault(task, 0L));
  }

  /** How much the next attempt of some of these tasks gets, at the most. */
  public long most(IntPredicate tasks) {
    long most = ofAll;
    for (var one : single.entrySet()) {
      most = tasks.test(one.getKey()) ? Math.max(most, one.getValue()) : most;
    }
    return most;
  }

  /** How much every task gets at the least. */
  public long ofAll() {
    return ofAll;
  }

  /** How often a task got more. */
  public int raised() {
    return raised;
  }

  /**
   * An attempt had too little.
   *
   * @param hadBytes how much it had
   * @param mostBytes how much a node has at the most
   * @return whether the next one gets more
   */
  public boolean raise(int task, long hadBytes, long mostBytes) {
    if (of(task) > hadBytes) {
      return true; // raised since the attempt was started
    }
    long limit = Math.min(maxBytes, mostBytes);
    long more = Math.min(limit, Math.round(hadBytes * GROWTH));
    if (more <= hadBytes) {
      return false;
    }
    raised++;
    single.merge(task, more, Math::max);
    if (single.size() >= enough) {
      ofAll = Math.max(ofAll, more);
    }
    return true;
  }

  /** Whether some task gets more than it asks for. */
  public boolean givesMore() {
    return ofAll > askedBytes || !single.isEmpty();
  }

  /**
   * No node has more than this now: what was given beyond that was a guess, and a task that insists
   * on the guess would wait for ever.
   */
  public void fit(long mostBytes) {
    long limit = Math.max(askedBytes, mostBytes);
    ofAll = Math.min(ofAll, limit);
    single.replaceAll((_, bytes) -> Math.min(bytes, limit));
  }

  /** So much tasks have used that have succeeded, where nothing kept them from using more. */
  public void learn(long usedBytes) {
    ofAll = Math.max(ofAll, Math.min(maxBytes, usedBytes));
  }
}
