package dev.muster.core.scheduler.place.partitioned;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.flat.IntList;
import dev.muster.core.cell.TransactionBuilder;
import dev.muster.core.scheduler.place.SearchOrder;
import dev.muster.core.scheduler.place.commit.PreferredFill;
import dev.muster.core.scheduler.place.commit.RandomFit;
import dev.muster.core.scheduler.place.commit.Replica;

/**
 * ParSync's choice of machines on a copy whose partitions are not equally fresh.
 *
 * <p>Within a partition good machines are likelier than others. Which partition comes first is what
 * the ways differ in.
 */
public final class PartitionFit {

  private static final int NONE_LEFT = -1;

  private final Chance chance;
  private final RandomFit fit;
  private final IntList alike = new IntList();
  private boolean[] tried = new boolean[0];

  public PartitionFit(Chance chance) {
    this.chance = chance;
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
      SearchOrder order,
      Replica copy,
      TransactionBuilder transaction,
      int ask,
      int tasks,
      PreferredFill preferred) {
    tried = new boolean[copy.partitions()];
    if (order == SearchOrder.LATENCY) {
      return fillFreshest(nowNs, copy, transaction, ask, tasks, preferred);
    }
    int placed = preferred.place(PreferredFill.EVERY, tasks);
    int left = tasks - placed;
    return placed
        + (order == SearchOrder.QUALITY
            ? fillBest(nowNs, copy, transaction, ask, left)
            : fit.fill(copy, transaction, ask, 0, left));
  }

  /** Partitions that were heard of together are as one: none of them comes before another. */
  private int fillFreshest(
      long nowNs,
      Replica copy,
      TransactionBuilder transaction,
      int ask,
      int tasks,
      PreferredFill preferred) {
    int left = tasks;
    for (int next = freshest(nowNs, copy); left > 0 && next != NONE_LEFT; ) {
      var together = together(copy, next);
      for (int i = 0; i < together.size(); i++) {
        left -= preferred.place(together.at(i), left);
      }
      left -= fillEvenly(together, copy, transaction, ask, left);
      next = freshest(nowNs, copy);
    }
    return tasks - left;
  }

  private IntList together(Replica copy, int freshest) {
    var together = new IntList();
    for (int each = 0; each < tried.length; each++) {
      if (isLeft(copy, each) && copy.ageNs(each, 0) == copy.ageNs(freshest, 0)) {
        together.add(each);
        tried[each] = true;
      }
    }
    return together;
  }

  /** Each open machine of them is as likely as if they were one partition. */
  private int fillEvenly(
      IntList together, Replica copy, TransactionBuilder transaction, int ask, int tasks) {
    if (together.size() == 1) {
      return fit.fillIn(together.at(0), copy, transaction, ask, tasks);
    }
    int left = tasks;
    for (int open = open(together, copy); left > 0 && open > 0; open = open(together, copy)) {
      int at = draw(together, copy, chance.nextInt(open));
      int placed = fit.fillIn(together.at(at), copy, transaction, ask, 1);
      left -= placed;
      if (placed == 0) {
        together.swap(at, together.size() - 1);
        together.removeLast();
      }
    }
    return tasks - left;
  }

  private static int open(IntList together, Replica copy) {
    int open = 0;
    for (int i = 0; i < together.size(); i++) {
      open += copy.openIn(together.at(i));
    }
    return open;
  }

  /** The one that has the open machine of this number, counted through all of them. */
  private static int draw(IntList together, Replica copy, int number) {
    int at = 0;
    int before = copy.openIn(together.at(0));
    while (before <= number) {
      at++;
      before += copy.openIn(together.at(at));
    }
    return at;
  }

  /** Task by task, for what is left of a partition may be worse than another. */
  private int fillBest(
      long nowNs, Replica copy, TransactionBuilder transaction, int ask, int tasks) {
    int left = tasks;
    for (int next = best(nowNs, copy); left > 0 && next != NONE_LEFT; ) {
      int placed = fit.fillIn(next, copy, transaction, ask, 1);
      left -= placed;
      tried[next] = placed == 0;
      next = best(nowNs, copy);
    }
    return tasks - left;
  }

  private int freshest(long nowNs, Replica copy) {
    int found = NONE_LEFT;
    for (int each = 0; each < tried.length; each++) {
      if (isLeft(copy, each)
          && (found == NONE_LEFT || copy.ageNs(each, nowNs) < copy.ageNs(found, nowNs))) {
        found = each;
      }
    }
    return found;
  }

  /** Of those that are as good the freshest, and of those that are as fresh any. */
  private int best(long nowNs, Replica copy) {
    alike.clear();
    for (int each = 0; each < tried.length; each++) {
      if (isLeft(copy, each)) {
        compare(nowNs, copy, each);
      }
    }
    return switch (alike.size()) {
      case 0 -> NONE_LEFT;
      case 1 -> alike.at(0);
      default -> alike.at(draw(alike, copy, chance.nextInt(open(alike, copy))));
    };
  }

  /** Keeps in {@link #alike} the best so far, as many as there are. */
  private void compare(long nowNs, Replica copy, int partition) {
    if (!alike.isEmpty() && isBetter(nowNs, copy, alike.at(0), partition)) {
      return;
    }
    if (!alike.isEmpty() && isBetter(nowNs, copy, partition, alike.at(0))) {
      alike.clear();
    }
    alike.add(partition);
  }

  private static boolean isBetter(long nowNs, Replica copy, int one, int other) {
    long grades = copy.openGrades(one) * copy.openIn(other);
    long others = copy.openGrades(other) * copy.openIn(one);
    return grades > others
        || (grades == others && copy.ageNs(one, nowNs) < copy.ageNs(other, nowNs));
  }

  private boolean isLeft(Replica copy, int partition) {
    return !tried[partition] && copy.openIn(partition) > 0;
  }
}
