package dev.muster.core.node;

import dev.muster.core.actor.Timer;

/** The timers of a node. */
enum NodeTimer implements Timer {
  /** Joins the cell: the first report, once runs of the process before are known. */
  JOIN,
  /** Repeats what has no answer yet and reports the load. */
  BEAT,
  /** A run has reached its time limit, or the end of its grace. */
  RUN_DEADLINE,
  /** A maintenance window begins or ends. */
  MAINTENANCE,
  /** Watched tasks are to be reported again. */
  ATTEMPT_REPORT,
  /** The load is to be reported again, if the monitor still wants that. */
  LOAD_REPORT,
  /** Limits of opportunistic tasks lapse, if nobody has renewed them. */
  LIMITS_LAPSE
}
