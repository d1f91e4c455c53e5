package dev.muster.core.place;

import dev.muster.core.claim.Transaction;
import dev.muster.core.commit.CellCopy;
import dev.muster.core.loop.Chance;

/**
 * ParSync's choice of machines on a copy whose partitions are not equally fresh.
 *
 * <p>Within a partition good machines are likelier than others. Which partition comes first is what
 * the ways differ in.
 */
public final class PartitionFit {

  /** What comes first. */
  public enum Way {
    /** The partition whose open machines are best on average, whoever else may be after them. */
    QUALITY,
    /** The partition that was heard of last: what seems open there most likely is. */
    LATENCY,
    /** No partition: good machines wherever they are. */
    ANYWHERE
  }

  /** Machines that some tasks would rather have than others: these are tried first. */
  public interface Wishes {

    /** Of tasks that want nothing in particular. */
    Wishes NONE = (_, _) -> 0;

    /**
     * Puts tasks where they want to be.
     *
     * @param partition on machines of this one alone; {@link #EVERY} for all
     * @param tasks at most
     * @return how many
     */
    int fulfil(int partition, int tasks);
  }

  /** All partitions. */
  public static final int EVERY = -1;

  private static final int NONE_LEFT = -1;

  private final RandomFit fit;
  private boolean[] tried = new boolean[0];

  public PartitionFit(Chance chance) {
    this.fit = RandomFit.byGrade(chance);
  }

  /**
   * Finds machines for so many tasks that ask for the same, and counts their claims, which have
   * number 0, in the copy.
   *
   * @return for how many there was room
   */
  public int fill(
      long nowNs,
      Way way,
      CellCopy copy,
      Transaction transaction,
      int ask,
      int tasks,
      Wishes wishes) {
    tried = new boolean[copy.partitions()];
    if (way == Way.LATENCY) {
      return fresh(nowNs, copy, transaction, ask, tasks, wishes);
    }
    int wished = wishes.fulfil(EVERY, tasks);
    int left = tasks - wished;
    return wished
        + (way == Way.QUALITY
            ? good(nowNs, copy, transaction, ask, left)
            : fit.fill(copy, transaction, ask, 0, left));
  }

  private int fresh(
      long nowNs, CellCopy copy, Transaction transaction, int ask, int tasks, Wishes wishes) {
    int left = tasks;
    for (int next = freshest(nowNs, copy); left > 0 && next != NONE_LEFT; ) {
      left -= wishes.fulfil(next, left);
      left -= fit.fillIn(next, copy, transaction, ask, left);
      tried[next] = true;
      next = freshest(nowNs, copy);
    }
    return tasks - left;
  }

  /** Task by task, for what is left of a partition may be worse than another. */
  private int good(long nowNs, CellCopy copy, Transaction transaction, int ask, int tasks) {
    int left = tasks;
    for (int next = best(nowNs, copy); left > 0 && next != NONE_LEFT; ) {
      int placed = fit.fillIn(next, copy, transaction, ask, 1);
      left -= placed;
      tried[next] = placed == 0;
      next = best(nowNs, copy);
    }
    return tasks - left;
  }

  private int freshest(long nowNs, CellCopy copy) {
    int found = NONE_LEFT;
    for (int each = 0; each < tried.length; each++) {
      if (isLeft(copy, each)
          && (found == NONE_LEFT || copy.ageNs(each, nowNs) < copy.ageNs(found, nowNs))) {
        found = each;
      }
    }
    return found;
  }

  /** Of those that are as good the freshest. */
  private int best(long nowNs, CellCopy copy) {
    int found = NONE_LEFT;
    for (int each = 0; each < tried.length; each++) {
      if (isLeft(copy, each) && (found == NONE_LEFT || isBetter(nowNs, copy, each, found))) {
        found = each;
      }
    }
    return found;
  }

  private static boolean isBetter(long nowNs, CellCopy copy, int one, int other) {
    long grades = copy.openGrades(one) * copy.openIn(other);
    long others = copy.openGrades(other) * copy.openIn(one);
    return grades > others
        || (grades == others && copy.ageNs(one, nowNs) < copy.ageNs(other, nowNs));
  }

  private boolean isLeft(CellCopy copy, int partition) {
    return !tried[partition] && copy.openIn(partition) > 0;
  }
}
