package dev.muster.daemon;

import dev.muster.core.actor.Lifecycle;

/**
 * Where a daemon is between its start and its stop.
 *
 * <pre>
 *   STARTING ──► RUNNING ──► STOPPING ──► STOPPED
 *       └────────────────────► ▲
 * </pre>
 *
 * <p>Whoever asks for the stop first does the work; whoever comes second, such as a signal during
 * an orderly end, waits until all has stopped.
 */
final class DaemonLifecycle {

  enum DaemonState implements Lifecycle.State<DaemonState> {
    STARTING,
    RUNNING,
    STOPPING,
    STOPPED;

    @Override
    public boolean mayBecome(DaemonState next) {
      return switch (this) {
        case STARTING -> next == RUNNING || next == STOPPING;
        case RUNNING -> next == STOPPING;
        case STOPPING -> next == STOPPED;
        case STOPPED -> false;
      };
    }
  }

  private final Lifecycle<DaemonState> transitions = new Lifecycle<>(DaemonState.class);
  private volatile DaemonState state = DaemonState.STARTING;

  boolean isRunning() {
    return state == DaemonState.RUNNING;
  }

  synchronized void started() {
    become(DaemonState.RUNNING);
  }

  synchronized void stop(Runnable work) {
    if (state == DaemonState.STOPPED) {
      return;
    }
    become(DaemonState.STOPPING);
    try {
      work.run();
    } finally {
      become(DaemonState.STOPPED);
    }
  }

  private void become(DaemonState next) {
    state = transitions.change(state, next);
  }
}
