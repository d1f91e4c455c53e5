package dev.muster.core.scheduler.place.estimated;

import dev.muster.core.actor.Lifecycle;
import java.util.Comparator;
import java.util.TreeSet;

/** The open stages of one job that have something to place or to promote, by priority. */
final class EstimatedJob {

  /** A rank that is off by more than this part of it is corrected. */
  private static final int RANK_TOLERANCE = 8;

  /**
   * Whether the job is to have a round.
   *
   * <pre>
   *   SETTLED --tasks wait, and may start--> DUE --its round: all that may start has--> SETTLED
   *      |                                  ^   |
   *      | a small round, at once           |   | no node is good enough
   *      |                        news, or  |   v
   *      +--------------------------------- PARKED --tasks of another stage wait--> SETTLED
   *                               a while
   * </pre>
   */
  enum RoundState implements Lifecycle.State<RoundState> {
    SETTLED,
    DUE,
    PARKED;

    @Override
    public boolean mayBecome(RoundState next) {
      return next != this;
    }
  }

  private final long number;
  private final TreeSet<EstimatedStage> active =
      new TreeSet<>(
          Comparator.comparingLong(EstimatedStage::rankNs)
              .reversed()
              .thenComparingLong(EstimatedStage::number));
  private final Lifecycle<RoundState> lifecycle;
  private RoundState state = RoundState.SETTLED;
  private int openStages;

  EstimatedJob(long number, Lifecycle<RoundState> lifecycle) {
    this.number = number;
    this.lifecycle = lifecycle;
  }

  long number() {
    return number;
  }

  RoundState state() {
    return state;
  }

  void become(RoundState next) {
    if (next != state) {
      state = lifecycle.change(state, next);
    }
  }

  void opened() {
    openStages++;
  }

  /** Whether that was its last open stage. */
  boolean closed(EstimatedStage stage) {
    active.remove(stage);
    return --openStages == 0;
  }

  /** The stage may have something to place. What is parked may find another node good enough. */
  void wants(EstimatedStage stage) {
    if (active.add(stage) && state == RoundState.PARKED) {
      become(RoundState.SETTLED);
    }
  }

  /** Puts a stage where its priority has it by now. */
  void rank(EstimatedStage stage) {
    long priorityNs = stage.tasks.priorityNs();
    long offNs = Math.abs(priorityNs - stage.rankNs());
    if (offNs > Math.max(priorityNs, stage.rankNs()) / RANK_TOLERANCE) {
      boolean isActive = active.remove(stage);
      stage.rank(priorityNs);
      if (isActive) {
        active.add(stage);
      }
    }
  }

  /** Those that may have something to place or to promote, the highest priority first. */
  TreeSet<EstimatedStage> active() {
    return active;
  }

  /** How many guaranteed tasks may start, by tokens. */
  int tokens() {
    if (active.isEmpty()) {
      return 0;
    }
    var tasks = active.first().tasks;
    return Math.max(0, Math.min(tasks.tokensLeft(), tasks.shareLeft()));
  }

  /** How many opportunistic ones. */
  int opportunities() {
    for (var stage : active) {
      if (stage.tasks.isOpportunisticAllowed()) {
        var left = Math.min(stage.tasks.opportunisticLeft(), stage.tasks.opportunisticAllowance());
        return (int) left;
      }
    }
    return 0;
  }

  /** How many tasks wait, as far as that is below the limit. */
  int waiting(int limit) {
    int sum = 0;
    for (var stage : active) {
      sum += stage.tasks.waiting();
      if (sum >= limit) {
        return limit;
      }
    }
    return sum;
  }
}
