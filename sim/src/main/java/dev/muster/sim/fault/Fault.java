package dev.muster.sim.fault;

/** What can go wrong in a simulated cell. */
public enum Fault {
  MESSAGE_LOST,
  MESSAGE_CUT_OFF,
  MESSAGE_COPIED,
  MESSAGE_LATE,
  NODE_CRASHED,
  /** The process of the node died, and what it ran lives on. */
  NODE_PROCESS_DIED,
  /** The node crashed and never returns. */
  NODE_GONE,
  /** All nodes of a rack crashed in one moment, for longer than their leases or for good. */
  RACK_LOST,
  /** The node stood still until it was given up, and went on. */
  NODE_GIVEN_UP,
  /** The disk of a node lost the outputs of tasks. */
  DISK_EMPTIED,
  SCHEDULER_CRASHED,
  /** The scheduler was replaced and went on for a while beside its next epoch. */
  SCHEDULER_LINGERED,
  /** A master crashed and came back with its snapshot and the log. */
  MASTER_CRASHED,
  /** The monitor was gone for a while and came back knowing nothing. */
  MONITOR_GONE,
  /** The leader was voted out. */
  LEADER_CHANGED,
  /** A leader that was replaced did not know so for a while. */
  LEADER_LINGERED,
  /** An entry was lost with its leader before it was committed. */
  ENTRY_LOST,
  /** An entry was committed although its leader was gone. */
  ENTRY_OUTLIVED_LEADER,
  ENTRY_COMMITTED_TWICE,
  /** An entry of a leader that was replaced was committed after those of the next. */
  ENTRY_STALE,
  /** The log took no entry. */
  LOG_FULL,
  ACTOR_PAUSED,
  LOG_SLOW,
  NODE_SLOW,
  CLOCK_WRONG,
  /** Nothing starts on a node, whose machine says so after a while. */
  DISK_FULL,
  /** A machine has less memory than was allocated on it, and says so. */
  MEMORY_SHORT,
  /** All tasks fail at once on a node, which says nothing. */
  BLACK_HOLE,
  /** A run ended only by force. */
  RUN_STUBBORN,
  /** A run of an earlier process ended, and nobody knows how. */
  RUN_LOST;

  /** Has the last word about a fault that is due, and counts those that are injected. */
  @FunctionalInterface
  public interface Injector {

    boolean injects(Fault fault);
  }
}
