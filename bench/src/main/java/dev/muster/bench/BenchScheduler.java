package dev.muster.bench;

import dev.muster.core.actor.Chance;
import dev.muster.core.cell.DeltaBuffer;
import dev.muster.core.cell.Request;
import dev.muster.core.cell.TransactionBuilder;
import dev.muster.core.cell.TransactionOptions;
import dev.muster.core.master.state.cell.CellState;
import dev.muster.core.master.state.cell.Decision;
import dev.muster.core.scheduler.place.commit.RandomFit;
import dev.muster.core.scheduler.place.commit.Replica;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;

/** One scheduler of a {@link CommitBench}, with a replica of its own. */
final class BenchScheduler {

  /** What is counted: tasks, and what they cost. */
  enum BenchCounter {
    COMMITTED,
    REJECTED,
    NO_ROOM,
    CPU_NS,
    ALLOCATED_BYTES
  }

  private final CellState cell;
  private final ReentrantLock lock;
  private final Replica replica = new Replica();
  private final DeltaBuffer[] deltas;
  private final RandomFit fit;
  private final TransactionBuilder transaction;
  private final int batch;
  private final long[] counts = new long[BenchCounter.values().length];

  /** Claims that it holds, the oldest first, in a ring. */
  private long[] held = new long[1 << 10];

  private long released;
  private long claimed;
  private long nextId;

  BenchScheduler(CellState cell, ReentrantLock lock, int owner, int batch, long seed) {
    this.cell = cell;
    this.lock = lock;
    this.batch = batch;
    this.fit = RandomFit.even(Chance.of(seed, "commit bench " + owner));
    this.transaction = new TransactionBuilder(owner, TransactionOptions.STANDARD);
    this.deltas = new DeltaBuffer[cell.partitions()];
    for (int partition = 0; partition < deltas.length; partition++) {
      deltas[partition] = new DeltaBuffer();
    }
  }

  /**
   * Claims so many tasks, and releases none.
   *
   * @throws IllegalStateException if the cell has no room for them
   */
  void fill(long tasks) {
    lock.lock();
    try {
      refresh();
    } finally {
      lock.unlock();
    }
    takeIn();
    while (claimed - released < tasks) {
      long before = claimed;
      turn((int) Math.min(batch, tasks - (claimed - released)), 0);
      if (claimed == before) {
        throw new IllegalStateException(
            "the cell has room for %d of %d tasks".formatted(claimed - released, tasks));
      }
    }
  }

  /** One batch at least, so that there is something to divide by. */
  void runUntil(long endNs) {
    var meter = BenchMeter.start();
    do {
      turn(batch, batch);
    } while (System.nanoTime() < endNs);
    var taken = meter.read();
    counts[BenchCounter.CPU_NS.ordinal()] += taken.cpuNs();
    counts[BenchCounter.ALLOCATED_BYTES.ordinal()] += taken.bytes();
  }

  /** One batch: decide on the replica, commit and read the delta under one lock, apply it. */
  private void turn(int tasks, int releases) {
    transaction.clear();
    int request = transaction.request(Request.of(nextId, CommitCell.TASK));
    int found = fit.fill(replica, transaction, request, nextId, tasks);
    for (int i = 0; i < releases && released + i < claimed; i++) {
      transaction.release(held[(int) (released + i) & (held.length - 1)]);
    }
    Decision decision;
    lock.lock();
    try {
      decision = cell.commit(0, transaction);
      refresh();
    } finally {
      lock.unlock();
    }
    takeIn();
    note(tasks - found, decision);
  }

  private void refresh() {
    for (int partition = 0; partition < deltas.length; partition++) {
      cell.fillDelta(replica.version(partition), partition, deltas[partition]);
    }
  }

  private void takeIn() {
    for (var delta : deltas) {
      replica.apply(delta, 0);
    }
  }

  private void note(int noRoom, Decision decision) {
    released += transaction.releases();
    for (int at = 0; at < transaction.claims(); at++) {
      if (decision.isAccepted(at)) {
        hold(nextId + at);
      }
    }
    nextId += transaction.claims();
    counts[BenchCounter.COMMITTED.ordinal()] += decision.accepted();
    counts[BenchCounter.REJECTED.ordinal()] += decision.rejected().size();
    counts[BenchCounter.NO_ROOM.ordinal()] += noRoom;
  }

  private void hold(long id) {
    if (claimed - released == held.length) {
      long[] longer = new long[held.length * 2];
      for (long at = released; at < claimed; at++) {
        longer[(int) at & (longer.length - 1)] = held[(int) at & (held.length - 1)];
      }
      held = longer;
    }
    held[(int) claimed++ & (held.length - 1)] = id;
  }

  void forgetCounts() {
    Arrays.fill(counts, 0);
  }

  long count(BenchCounter count) {
    return counts[count.ordinal()];
  }
}
