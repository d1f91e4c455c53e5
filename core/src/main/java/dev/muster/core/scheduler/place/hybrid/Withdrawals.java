package dev.muster.core.scheduler.place.hybrid;

import dev.muster.core.actor.Lifecycle;
import dev.muster.core.scheduler.place.HeldTable;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Containers that nobody wants any more, until the master says that it has none of them: those that
 * were requested in vain, and those of attempts that are over. Most of the latter their nodes have
 * released already.
 */
final class Withdrawals {

  /** How many numbers one message names; the others follow at the next beat. */
  static final int BATCH = 10_000;

  /** The stage of a container; of an older epoch's none is known. */
  record RequestingStage(long job, int stage) implements Comparable<RequestingStage> {

    static final RequestingStage UNKNOWN = new RequestingStage(0, 0);

    @Override
    public int compareTo(RequestingStage other) {
      int byJob = Long.compare(job, other.job);
      return byJob == 0 ? Integer.compare(stage, other.stage) : byJob;
    }
  }

  /**
   * @param isUnused whether no attempt ever had the number, so that it is given back
   */
  private record Withdrawal(RequestingStage of, boolean isUnused) {}

  private final HeldTable held;
  private final Lifecycle<ContainerState> lifecycle;
  private final TreeMap<Long, Withdrawal> byClaim = new TreeMap<>();
  private final TreeMap<RequestingStage, List<Long>> unsaid = new TreeMap<>();

  Withdrawals(HeldTable held, Lifecycle<ContainerState> lifecycle) {
    this.held = held;
    this.lifecycle = lifecycle;
  }

  /** The number was requested, and no attempt has it. */
  void addUnused(RequestingStage of, long claim) {
    add(claim, new Withdrawal(of, true));
  }

  /** The attempt that had the number is over. */
  void addUsed(RequestingStage of, long claim) {
    add(claim, new Withdrawal(of, false));
  }

  private void add(long claim, Withdrawal withdrawal) {
    byClaim.put(claim, withdrawal);
    unsaid.computeIfAbsent(withdrawal.of, _ -> new ArrayList<>()).add(claim);
  }

  boolean has(long claim) {
    return byClaim.containsKey(claim);
  }

  boolean isEmpty() {
    return byClaim.isEmpty();
  }

  /** Those that the master was not told of yet, by stage; told from now on. */
  TreeMap<RequestingStage, List<Long>> next() {
    var next = new TreeMap<>(unsaid);
    unsaid.clear();
    return next;
  }

  /** All are to be said again. */
  void repeat() {
    unsaid.clear();
    int left = BATCH;
    for (var each : byClaim.entrySet()) {
      if (left-- == 0) {
        return;
      }
      unsaid.computeIfAbsent(each.getValue().of, _ -> new ArrayList<>()).add(each.getKey());
    }
  }

  /** The master has no such container, and never will. */
  void gone(long claim) {
    var withdrawal = byClaim.remove(claim);
    if (withdrawal != null && withdrawal.isUnused) {
      lifecycle.change(ContainerState.WITHDRAWING, ContainerState.WITHDRAWN);
      held.giveBack(claim);
    }
  }
}
