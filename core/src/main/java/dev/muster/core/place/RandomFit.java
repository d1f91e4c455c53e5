package dev.muster.core.place;

import dev.muster.core.commit.CellCopy;
import dev.muster.core.commit.Transaction;
import dev.muster.core.loop.Chance;

/**
 * Randomised first fit on a scheduler's private copy: draws machines at random, puts a task on each
 * that has room, and does not draw again, within one call, one that has none.
 */
public final class RandomFit {

  /** How many machines are drawn ahead, so that their records are fetched side by side. */
  private static final int AHEAD = 64;

  private final Chance chance;
  private final int[] ahead = new int[AHEAD];

  /** All machines, in whatever order earlier draws have left them. */
  private int[] pool = new int[0];

  private long shape = -1;
  private long warmth;

  public RandomFit(Chance chance) {
    this.chance = chance;
  }

  /**
   * Finds machines for so many tasks that ask for the same, counts the claims in the copy and adds
   * them to the transaction, with numbers that follow each other.
   *
   * @param ask its number in the transaction
   * @return for how many there was room
   */
  public int fill(CellCopy copy, Transaction transaction, int ask, long firstId, int tasks) {
    refill(copy);
    var need = transaction.asks().get(ask).resources();
    int remaining = pool.length;
    int placed = 0;
    while (placed < tasks && remaining > 0) {
      int drawn = Math.min(AHEAD, tasks - placed);
      draw(copy, drawn, remaining);
      for (int i = 0; i < drawn && remaining > 0; i++) {
        int at = ahead[i] < remaining ? ahead[i] : chance.nextInt(remaining);
        int machine = pool[at];
        if (copy.fits(machine, need)) {
          int sequence = copy.claim(machine, need);
          transaction.claim(firstId + placed++, machine, ask, sequence);
        } else {
          remaining--;
          pool[at] = pool[remaining];
          pool[remaining] = machine;
        }
      }
    }
    return placed;
  }

  private void draw(CellCopy copy, int count, int remaining) {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      ahead[i] = chance.nextInt(remaining);
      sum += copy.freeCpuMillis(pool[ahead[i]]);
    }
    warmth = sum;
  }

  /** So that the reads of {@link #draw} are not optimised away. */
  long warmth() {
    return warmth;
  }

  private void refill(CellCopy copy) {
    if (shape == copy.shape() && pool.length == copy.machines()) {
      return;
    }
    pool = new int[copy.machines()];
    int size = 0;
    for (int machine = 0; machine < copy.known(); machine++) {
      if (copy.has(machine)) {
        pool[size++] = machine;
      }
    }
    shape = copy.shape();
  }
}
