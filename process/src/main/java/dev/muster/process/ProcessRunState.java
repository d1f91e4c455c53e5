package dev.muster.process;

/**
 * Where a run of a process stands.
 *
 * <pre>
 *   CREATED ─► LOCALIZING ─► STARTING ─► RUNNING ─► EXITED ─► CONCLUDED
 *      ├─────────────────────►┘             ▲                    ▲
 *      └─► ADOPTING ────────────────────────┘      (never ran) ──┘
 * </pre>
 */
enum ProcessRunState {
  CREATED,
  LOCALIZING,
  STARTING,
  /** An earlier epoch of the node started the process, which is being found again. */
  ADOPTING,
  RUNNING,
  /** The process has ended; what came of it is being found out. */
  EXITED,
  CONCLUDED;

  boolean canBecome(ProcessRunState next) {
    return switch (this) {
      case CREATED ->
          next == LOCALIZING || next == STARTING || next == ADOPTING || next == CONCLUDED;
      case LOCALIZING -> next == STARTING || next == CONCLUDED;
      case STARTING, ADOPTING -> next == RUNNING || next == CONCLUDED;
      case RUNNING -> next == EXITED;
      case EXITED -> next == CONCLUDED;
      case CONCLUDED -> false;
    };
  }

  boolean hasProcess() {
    return this == ADOPTING || this == RUNNING || this == EXITED;
  }
}
