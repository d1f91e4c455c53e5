package dev.muster.core.node;

import dev.muster.core.actor.flat.SortedLongs;
import dev.muster.core.event.SchedulerEvent.AttemptStatus;
import dev.muster.core.node.queue.Forecast;
import dev.muster.model.AttemptPhase;
import dev.muster.model.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.LongFunction;

/**
 * The tasks here of which a scheduler wants reports, and of which there is news. A task that is
 * gone leaves nothing to report: its return or its result says so.
 */
final class WatchedTasks {

  /** For the many nodes that never see a watched task; nothing is ever added. */
  private static final SortedLongs NONE = new SortedLongs();

  private final KnownTasks known;
  private SortedLongs ids = NONE;
  private SortedLongs news = NONE;

  /** What was news until it was taken, and has the next once those are. */
  private SortedLongs taken = NONE;

  WatchedTasks(KnownTasks known) {
    this.known = known;
  }

  /** A watched task has arrived or started. */
  void changed(long id) {
    if (ids == NONE) {
      ids = new SortedLongs();
      news = new SortedLongs();
      taken = new SortedLongs();
    }
    ids.add(id);
    news.add(id);
  }

  /** A task that may be watched was to be promoted: its scheduler judges it anew. */
  void promoted(long id) {
    if (ids.contains(id)) {
      changed(id);
    }
  }

  boolean hasNews() {
    return !news.isEmpty();
  }

  /** What there was news of, until this is asked again; there is none any longer. */
  SortedLongs takeNews() {
    var free = taken;
    free.clear();
    taken = news;
    news = free;
    return taken;
  }

  /** All that are still here; the others are forgotten. */
  SortedLongs present() {
    ids.retain(known::isUnderWay);
    return ids;
  }

  /** Whether one of them has started. */
  boolean anyRuns() {
    for (int at = 0; at < ids.size(); at++) {
      if (known.run(ids.at(at)) != null) {
        return true;
      }
    }
    return false;
  }

  /**
   * How they fare, by the index of their scheduler.
   *
   * @param usage of a run so far
   */
  TreeMap<Integer, List<AttemptStatus>> statuses(
      long nowNs, SortedLongs some, Forecast forecast, LongFunction<Usage> usage) {
    var found = new TreeMap<Integer, List<AttemptStatus>>();
    for (int at = 0; at < some.size(); at++) {
      long id = some.at(at);
      var run = known.run(id);
      var task = run == null ? known.queued(id) : null;
      if (run != null) {
        var phase = run.state.isFrozen() ? AttemptPhase.FROZEN : AttemptPhase.RUNNING;
        long wallNs = Math.max(0, nowNs - run.startedNs());
        var status = new AttemptStatus(id, phase, wallNs, usage.apply(id));
        found.computeIfAbsent(run.scheduler().index(), _ -> new ArrayList<>()).add(status);
      } else if (task != null) {
        long waitNs = forecast.waitNs(task);
        var status = new AttemptStatus(id, AttemptPhase.QUEUED, waitNs, Usage.NONE);
        found.computeIfAbsent(task.scheduler().index(), _ -> new ArrayList<>()).add(status);
      }
    }
    return found;
  }
}
