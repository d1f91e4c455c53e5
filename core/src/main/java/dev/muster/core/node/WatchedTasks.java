package dev.muster.core.node;

import dev.muster.core.event.SchedulerEvent.AttemptStatus;
import dev.muster.core.node.queue.Forecast;
import dev.muster.model.AttemptPhase;
import dev.muster.model.Usage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The tasks here of which a scheduler wants reports, and of which there is news. A task that is
 * gone leaves nothing to report: its return or its result says so.
 */
final class WatchedTasks {

  private final KnownTasks known;

  /** Made for the first watched task: many nodes never see one. */
  private @Nullable TreeSet<Long> ids;

  private @Nullable TreeSet<Long> news;

  WatchedTasks(KnownTasks known) {
    this.known = known;
  }

  /** A watched task has arrived or started. */
  void changed(long id) {
    if (ids == null || news == null) {
      ids = new TreeSet<>();
      news = new TreeSet<>();
    }
    ids.add(id);
    news.add(id);
  }

  /** A task that may be watched was to be promoted: its scheduler judges it anew. */
  void promoted(long id) {
    if (ids != null && ids.contains(id)) {
      changed(id);
    }
  }

  boolean hasNews() {
    return news != null && !news.isEmpty();
  }

  /** What there was news of; there is none any longer. */
  Collection<Long> takeNews() {
    if (news == null) {
      return List.of();
    }
    var taken = news;
    news = new TreeSet<>();
    return taken;
  }

  /** All that are still here; the others are forgotten. */
  Collection<Long> present() {
    if (ids == null) {
      return List.of();
    }
    ids.removeIf(id -> known.queued(id) == null && known.run(id) == null);
    return ids;
  }

  /** Whether one of them has started. */
  boolean anyRuns() {
    return ids != null && ids.stream().anyMatch(id -> known.run(id) != null);
  }

  /**
   * How they fare, by the index of their scheduler.
   *
   * @param usage of a run so far
   */
  TreeMap<Integer, List<AttemptStatus>> statuses(
      long nowNs, Collection<Long> some, Forecast forecast, LongFunction<Usage> usage) {
    var found = new TreeMap<Integer, List<AttemptStatus>>();
    for (long id : some) {
      var run = known.run(id);
      var task = known.queued(id);
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
