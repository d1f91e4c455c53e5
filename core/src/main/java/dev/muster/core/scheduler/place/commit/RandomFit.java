package dev.muster.core.scheduler.place.commit;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.flat.IntList;
import dev.muster.core.cell.TransactionBuilder;
import dev.muster.core.scheduler.place.View;
import dev.muster.model.Resources;

/**
 * Randomised first fit on a scheduler's replica: draws open machines at random, puts a task on each
 * that it fits on, and does not draw the others again within one call.
 */
public final class RandomFit {

  /** Everywhere, instead of in one partition. */
  private static final int ANYWHERE = -1;

  /** How many machines are drawn ahead, so that their records are fetched side by side. */
  private static final int AHEAD = 64;

  /**
   * How many machines are drawn for one task by grade before the last of them is taken: where the
   * best machines left long ago, hardly a draw would do.
   */
  static final int MAX_DRAWS = 64;

  private final Chance chance;
  private final boolean byGrade;
  private final int[] ahead = new int[AHEAD];
  private int mostOpen;

  @SuppressWarnings("UnusedVariable") // written, so that the reads are not optimised away
  private long warmth;

  private RandomFit(Chance chance, boolean byGrade) {
    this.chance = chance;
    this.byGrade = byGrade;
  }

  /** Every open machine is as likely as every other. */
  public static RandomFit even(Chance chance) {
    return new RandomFit(chance, false);
  }

  /** An open machine is as likely as it is good: twice the grade, twice as likely. */
  public static RandomFit byGrade(Chance chance) {
    return new RandomFit(chance, true);
  }

  /**
   * Finds machines for so many tasks with the same request, counts the claims in the replica and
   * adds them to the transaction, with numbers that follow each other.
   *
   * @param request its number in the transaction
   * @return for how many there were machines
   */
  public int fill(
      Replica replica, TransactionBuilder transaction, int request, long firstId, int tasks) {
    return fill(replica, ANYWHERE, transaction, request, firstId, tasks);
  }

  /** As {@link #fill}, on the machines of a partition alone; all claims have number 0. */
  public int fillIn(
      int partition, Replica replica, TransactionBuilder transaction, int request, int tasks) {
    return fill(replica, partition, transaction, request, 0, tasks);
  }

  private int fill(
      Replica replica,
      int partition,
      TransactionBuilder transaction,
      int request,
      long firstId,
      int tasks) {
    var need = transaction.requests().get(request).resources();
    int before = transaction.claims();
    int left = tasks;
    while (left > 0 && open(replica, partition) > 0) {
      int drawn = Math.min(Math.min(AHEAD, left), open(replica, partition));
      draw(replica, partition, drawn);
      for (int i = 0; i < drawn; i++) {
        long id = firstId + tasks - left;
        left -=
            replica.isOpen(ahead[i]) && place(replica, ahead[i], need, transaction, request, id)
                ? 1
                : 0;
      }
    }
    replica.putBack();
    return transaction.claims() - before;
  }

  private static int open(Replica replica, int partition) {
    return partition == ANYWHERE ? replica.open() : replica.openIn(partition);
  }

  private static boolean place(
      Replica replica,
      int machine,
      Resources need,
      TransactionBuilder transaction,
      int request,
      long id) {
    if (!replica.fits(machine, need)) {
      replica.setAside(machine);
      return false;
    }
    transaction.claim(id, machine, request, replica.claim(machine, need));
    return true;
  }

  private void draw(Replica replica, int partition, int count) {
    mostOpen = 0;
    for (int each = 0; partition == ANYWHERE && each < replica.partitions(); each++) {
      mostOpen = Math.max(mostOpen, replica.openIn(each));
    }
    boolean graded = byGrade && replica.bestGrade() > 1;
    long sum = 0;
    for (int i = 0; i < count; i++) {
      ahead[i] = graded ? drawByGrade(replica, partition) : draw(replica, partition);
      sum += replica.touch(ahead[i]);
    }
    warmth = sum;
  }

  private int draw(Replica replica, int partition) {
    int in = partition == ANYWHERE ? drawPartition(replica) : partition;
    return replica.drawOpen(in, chance);
  }

  /** Each is as likely as it has open machines: those with fewer are drawn again more often. */
  private int drawPartition(Replica replica) {
    int partitions = replica.partitions();
    int drawn = partitions == 1 ? 0 : chance.nextInt(partitions);
    while (partitions > 1 && chance.nextInt(mostOpen) >= replica.openIn(drawn)) {
      drawn = chance.nextInt(partitions);
    }
    return drawn;
  }

  /** One without a grade is drawn as one of the lowest. */
  private int drawByGrade(Replica replica, int partition) {
    int best = replica.bestGrade();
    int drawn = draw(replica, partition);
    for (int draws = 1; draws < MAX_DRAWS; draws++) {
      if (chance.nextInt(best) < Math.max(1, replica.grade(drawn))) {
        return drawn;
      }
      drawn = draw(replica, partition);
    }
    return drawn;
  }

  /** As {@link #fill}, on the machines of this part of the cell alone; all claims have number 0. */
  public int fillAmong(
      View part, Replica replica, TransactionBuilder transaction, int request, int tasks) {
    var need = transaction.requests().get(request).resources();
    var few = openAmong(part, replica);
    int remaining = few.size();
    int placed = 0;
    while (placed < tasks && remaining > 0) {
      int at = chance.nextInt(remaining);
      if (place(replica, few.at(at), need, transaction, request, 0)) {
        placed++;
      } else {
        few.swap(at, --remaining);
      }
    }
    replica.putBack();
    return placed;
  }

  private static IntList openAmong(View part, Replica replica) {
    var few = new IntList();
    for (int at = 0; at < part.size(); at++) {
      if (replica.isOpen(part.node(at))) {
        few.add(part.node(at));
      }
    }
    return few;
  }
}
