package dev.muster.core.scheduler.place.partitioned;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.flat.IntList;
import dev.muster.core.cell.TransactionBuilder;
import dev.muster.core.scheduler.place.Thinking.SearchOrder;
import dev.muster.core.scheduler.place.commit.CommitStrategy.PreferredFill;
import dev.muster.core.scheduler.place.commit.RandomFit;
import dev.muster.core.scheduler.place.commit.Replica;

/**
 * ParSync's choice of machines on a replica whose partitions are not equally fresh.
 *
 * <p>Within a partition good machines are likelier than others. Which partition comes first is what
 * the orders differ in.
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
   * Finds machines for so many tasks with the same request, and counts their claims, which have
   * number 0, in the replica.
   *
   * @return for how many there were machines
   */
  public int fill(
      long nowNs,
      SearchOrder order,
      Replica replica,
      TransactionBuilder transaction,
      int request,
      int tasks,
      PreferredFill preferred) {
    tried = new boolean[replica.partitions()];
    if (order == SearchOrder.LATENCY) {
      return fillFreshest(nowNs, replica, transaction, request, tasks, preferred);
    }
    int placed = preferred.place(PreferredFill.EVERY, tasks);
    int left = tasks - placed;
    return placed
        + (order == SearchOrder.QUALITY
            ? fillBest(nowNs, replica, transaction, request, left)
            : fit.fill(replica, transaction, request, 0, left));
  }

  /** Partitions that were refreshed together are as one: none of them comes before another. */
  private int fillFreshest(
      long nowNs,
      Replica replica,
      TransactionBuilder transaction,
      int request,
      int tasks,
      PreferredFill preferred) {
    int left = tasks;
    for (int next = freshest(nowNs, replica); left > 0 && next != NONE_LEFT; ) {
      var together = together(replica, next);
      for (int i = 0; i < together.size(); i++) {
        left -= preferred.place(together.at(i), left);
      }
      left -= fillEvenly(together, replica, transaction, request, left);
      next = freshest(nowNs, replica);
    }
    return tasks - left;
  }

  private IntList together(Replica replica, int freshest) {
    var together = new IntList();
    for (int each = 0; each < tried.length; each++) {
      if (isLeft(replica, each) && replica.ageNs(each, 0) == replica.ageNs(freshest, 0)) {
        together.add(each);
        tried[each] = true;
      }
    }
    return together;
  }

  /** Each open machine of them is as likely as if they were one partition. */
  private int fillEvenly(
      IntList together, Replica replica, TransactionBuilder transaction, int request, int tasks) {
    if (together.size() == 1) {
      return fit.fillIn(together.at(0), replica, transaction, request, tasks);
    }
    int left = tasks;
    for (int open = open(together, replica); left > 0 && open > 0; open = open(together, replica)) {
      int at = draw(together, replica, chance.nextInt(open));
      int placed = fit.fillIn(together.at(at), replica, transaction, request, 1);
      left -= placed;
      if (placed == 0) {
        together.swap(at, together.size() - 1);
        together.removeLast();
      }
    }
    return tasks - left;
  }

  private static int open(IntList together, Replica replica) {
    int open = 0;
    for (int i = 0; i < together.size(); i++) {
      open += replica.openIn(together.at(i));
    }
    return open;
  }

  /** The one that has the open machine of this number, counted through all of them. */
  private static int draw(IntList together, Replica replica, int number) {
    int at = 0;
    int before = replica.openIn(together.at(0));
    while (before <= number) {
      at++;
      before += replica.openIn(together.at(at));
    }
    return at;
  }

  /** Task by task, for what is left of a partition may be worse than another. */
  private int fillBest(
      long nowNs, Replica replica, TransactionBuilder transaction, int request, int tasks) {
    int left = tasks;
    for (int next = best(nowNs, replica); left > 0 && next != NONE_LEFT; ) {
      int placed = fit.fillIn(next, replica, transaction, request, 1);
      left -= placed;
      tried[next] = placed == 0;
      next = best(nowNs, replica);
    }
    return tasks - left;
  }

  private int freshest(long nowNs, Replica replica) {
    int found = NONE_LEFT;
    for (int each = 0; each < tried.length; each++) {
      if (isLeft(replica, each)
          && (found == NONE_LEFT || replica.ageNs(each, nowNs) < replica.ageNs(found, nowNs))) {
        found = each;
      }
    }
    return found;
  }

  /** Of those that are as good the freshest, and of those that are as fresh any. */
  private int best(long nowNs, Replica replica) {
    alike.clear();
    for (int each = 0; each < tried.length; each++) {
      if (isLeft(replica, each)) {
        compare(nowNs, replica, each);
      }
    }
    return switch (alike.size()) {
      case 0 -> NONE_LEFT;
      case 1 -> alike.at(0);
      default -> alike.at(draw(alike, replica, chance.nextInt(open(alike, replica))));
    };
  }

  /** Keeps in {@link #alike} the best so far, as many as there are. */
  private void compare(long nowNs, Replica replica, int partition) {
    if (!alike.isEmpty() && isBetter(nowNs, replica, alike.at(0), partition)) {
      return;
    }
    if (!alike.isEmpty() && isBetter(nowNs, replica, partition, alike.at(0))) {
      alike.clear();
    }
    alike.add(partition);
  }

  private static boolean isBetter(long nowNs, Replica replica, int one, int other) {
    long grades = replica.openGrades(one) * replica.openIn(other);
    long others = replica.openGrades(other) * replica.openIn(one);
    return grades > others
        || (grades == others && replica.ageNs(one, nowNs) < replica.ageNs(other, nowNs));
  }

  private boolean isLeft(Replica replica, int partition) {
    return !tried[partition] && replica.openIn(partition) > 0;
  }
}
