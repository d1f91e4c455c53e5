package dev.muster.files.fetch;

import dev.muster.model.Tier;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets so many transfers run side by side. Those for opportunistic tasks begin only while none for
 * a guaranteed one waits; what has begun goes on.
 */
final class TransferTurns {

  /** For whom transfers are, which may become more urgent while they wait; guarded by the turns. */
  static final class Urgency {
    private boolean yields;
    private int waiting;

    Urgency(Tier tier) {
      this.yields = tier == Tier.OPPORTUNISTIC;
    }
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition urgent = lock.newCondition();
  private final Condition yielding = lock.newCondition();
  private int free;
  private int urgentWaiting;

  TransferTurns(int count) {
    this.free = count;
  }

  /** Waits for a turn, which whoever gets it gives back. */
  void take(Urgency urgency) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      count(urgency, 1);
      try {
        while (free == 0 || (urgency.yields && urgentWaiting > 0)) {
          (urgency.yields ? yielding : urgent).await();
        }
        free--;
      } finally {
        count(urgency, -1);
        signalNext();
      }
    } finally {
      lock.unlock();
    }
  }

  private void count(Urgency urgency, int change) {
    urgency.waiting += change;
    urgentWaiting += urgency.yields ? 0 : change;
  }

  void giveBack() {
    lock.lock();
    try {
      free++;
      signalNext();
    } finally {
      lock.unlock();
    }
  }

  private void signalNext() {
    if (free > 0) {
      (urgentWaiting > 0 ? urgent : yielding).signal();
    }
  }

  /** A task of this tier waits for the transfers as well. */
  void hurry(Urgency urgency, Tier tier) {
    lock.lock();
    try {
      if (urgency.yields && tier == Tier.GUARANTEED) {
        urgency.yields = false;
        urgentWaiting += urgency.waiting;
        yielding.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  boolean yields(Urgency urgency) {
    lock.lock();
    try {
      return urgency.yields;
    } finally {
      lock.unlock();
    }
  }
}
