package dev.muster.core.scheduler.place.sampled;

import dev.muster.core.actor.Timing;
import java.util.ArrayDeque;
import java.util.Arrays;

/** Since when nodes are sought that each task prefers, and for which tasks that is long enough. */
final class Patience {

  private static final long NOT_SOUGHT = Long.MIN_VALUE;

  private record Start(int task, long sinceNs) {}

  private final long patienceNs;
  private final long[] sinceNs;
  private final ArrayDeque<Start> starts = new ArrayDeque<>();
  private long wakeAtNs = NOT_SOUGHT;

  Patience(int tasks, long patienceNs) {
    this.patienceNs = patienceNs;
    this.sinceNs = new long[tasks];
    Arrays.fill(sinceNs, NOT_SOUGHT);
  }

  /** The search for the task begins, unless it has. */
  void begin(int task, long nowNs) {
    if (patienceNs > 0 && sinceNs[task] == NOT_SOUGHT) {
      sinceNs[task] = nowNs;
      starts.add(new Start(task, nowNs));
    }
  }

  /** The search for the task is over. */
  void end(int task) {
    sinceNs[task] = NOT_SOUGHT;
  }

  /** A task whose search has gone on for long enough; -1 where there is none. */
  int nextOver(long nowNs) {
    while (!starts.isEmpty() && Timing.later(starts.element().sinceNs(), patienceNs) <= nowNs) {
      var start = starts.remove();
      if (sinceNs[start.task()] == start.sinceNs()) {
        return start.task();
      }
    }
    return -1;
  }

  /** When {@link #nextOver} is due, where that was not answered before; else -1. */
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
