package dev.muster.core.scheduler.place.commit;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The stages that wait for a decision, in two queues: eager ones wait for a delta together where
 * the replica is full, and nobody else waits for them.
 */
final class StageQueue {

  private final ArrayDeque<CommitStage> synchronised = new ArrayDeque<>();
  private final ArrayDeque<CommitStage> eager = new ArrayDeque<>();

  /** Whether an eager stage found no machine with anything free since the last delta. */
  private boolean full;

  void add(CommitStage stage) {
    queueOf(stage).add(stage);
  }

  /** The stage is next again. */
  void addFirst(CommitStage stage) {
    queueOf(stage).addFirst(stage);
  }

  private ArrayDeque<CommitStage> queueOf(CommitStage stage) {
    return stage.strategy.isEager() ? eager : synchronised;
  }

  /** The eager stages wait until {@link #received} a delta. */
  void waitForDelta() {
    full = true;
  }

  void received() {
    full = false;
  }

  /** Takes out the stage that has waited longest, of those that need not wait for a delta. */
  @Nullable CommitStage next() {
    var one = synchronised.peek();
    var other = full ? null : eager.peek();
    boolean isOther = other != null && (one == null || other.waitsLongerThan(one));
    return isOther ? eager.poll() : synchronised.poll();
  }
}
