package dev.muster.core.scheduler.place.sampled;

import dev.muster.core.actor.Timing;
import java.util.ArrayDeque;
import java.util.Arrays;

/** Since when each task is tried where it prefers to run, and which were tried for long enough. */
final class Patience {

  private static final long UNTRIED = Long.MIN_VALUE;

  private record Start(int task, long sinceNs) {}

  private final long patienceNs;
  private final long[] sinceNs;
  private final ArrayDeque<Start> starts = new ArrayDeque<>();
  private long wakeAtNs = UNTRIED;

  Patience(int tasks, long patienceNs) {
    this.patienceNs = patienceNs;
    this.sinceNs = new long[tasks];
    Arrays.fill(sinceNs, UNTRIED);
  }

  /** The task is tried from now on, unless it is already. */
  void begin(int task, long nowNs) {
    if (patienceNs > 0 && sinceNs[task] == UNTRIED) {
      sinceNs[task] = nowNs;
      starts.add(new Start(task, nowNs));
    }
  }

  /** The task is no longer tried. */
  void end(int task) {
    sinceNs[task] = UNTRIED;
  }

  /** A task that was tried long enough and still is; -1 where none was. */
  int nextOver(long nowNs) {
    while (!starts.isEmpty() && Timing.later(starts.element().sinceNs(), patienceNs) <= nowNs) {
      var start = starts.remove();
      if (sinceNs[start.task()] == start.sinceNs()) {
        return start.task();
      }
    }
    return -1;
  }

  /** When somebody has to look at {@link #nextOver}, where that is not known yet; else -1. */
  long nextWakeNs() {
    if (starts.isEmpty()) {
      return -1;
    }
    long dueNs = Timing.later(starts.element().sinceNs(), patienceNs);
    boolean known = dueNs == wakeAtNs;
    wakeAtNs = dueNs;
    return known ? -1 : dueNs;
  }
}
