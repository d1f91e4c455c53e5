package dev.muster.sim.swarm;

import dev.muster.core.actor.Work;
import dev.muster.model.Demand;

/**
 * A task that the {@link SwarmFramework} runs by itself, one attempt at a time.
 *
 * <pre>
 *   WAITING ──► CLAIMING ──► OUT ──► ENDING ──► WAITING, OVER
 *      └─────────────────────►┘ └──────────────►┘
 * </pre>
 */
final class SwarmTask {

  /** Where its attempt is. */
  enum TaskPhase {
    WAITING,
    /** The master is asked for its room. */
    CLAIMING,
    /** A node was sent it. */
    OUT,
    /** The node was told to end it. */
    ENDING,
    OVER
  }

  /** How a node is to get it. */
  enum TaskBinding {
    EARLY,
    LATE
  }

  final int number;
  final Demand demand;
  final TaskBinding binding;
  final boolean claims;
  final int node;
  TaskPhase state = TaskPhase.WAITING;

  /** When its next attempt may begin. */
  long readyNs;

  int attempt;
  int failures;

  /** Attempts that came to nothing, without any fault of the task. */
  int vain;

  long id;
  int at;
  long sentNs;
  long heardNs;
  boolean wantsPromotion;

  SwarmTask(
      int number, Demand demand, TaskBinding binding, boolean claims, int node, long readyNs) {
    this.number = number;
    this.demand = demand;
    this.binding = binding;
    this.claims = claims;
    this.node = node;
    this.readyNs = readyNs;
  }

  boolean isOut(long reservation) {
    return id == reservation && (state == TaskPhase.OUT || state == TaskPhase.ENDING);
  }

  boolean isOver() {
    return state == TaskPhase.OVER;
  }

  /** The work of its present attempt. */
  Work work(SwarmFramework.FrameworkJobs jobs) {
    return jobs.work(demand.origin().job(), number, attempt);
  }
}
