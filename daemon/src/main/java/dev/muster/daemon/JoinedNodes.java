package dev.muster.daemon;

import java.time.Duration;
import java.util.TreeSet;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The nodes that have joined a cell, for whoever starts some and waits for them. */
final class JoinedNodes {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition joined = lock.newCondition();
  private final TreeSet<Integer> nodes = new TreeSet<>();

  /** A node has joined, perhaps not for the first time. */
  void add(int node) {
    lock.lock();
    try {
      nodes.add(node);
      joined.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits for so many, at most for so long; how many there are then. */
  int await(int count, Duration atMost) throws InterruptedException {
    long leftNs = atMost.toNanos();
    lock.lockInterruptibly();
    try {
      while (nodes.size() < count && leftNs > 0) {
        leftNs = joined.awaitNanos(leftNs);
      }
      return nodes.size();
    } finally {
      lock.unlock();
    }
  }
}
