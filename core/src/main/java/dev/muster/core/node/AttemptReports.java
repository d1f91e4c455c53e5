package dev.muster.core.node;

import dev.muster.core.actor.Effects;
import dev.muster.core.actor.flat.LongMap;
import dev.muster.core.actor.flat.SortedLongs;
import dev.muster.core.event.NodeEvent.RunsMeasured;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.AttemptStatus;
import dev.muster.core.event.SchedulerEvent.AttemptsReported;
import dev.muster.model.Load;
import dev.muster.model.Usage;
import java.util.List;
import java.util.function.LongFunction;

/**
 * Reports to schedulers how their watched tasks fare: at the end of the event in which one arrived,
 * started or was promoted, and all of them at an interval. Reports may be lost, so none is
 * repeated. What runs use is measured once an interval, and the report waits for that, though not
 * beyond the next.
 *
 * <pre>
 *   watched task --> timer --measure--> RunsMeasured --> AttemptsReported
 *                    ^   | none is left: no timer
 *                    +---+
 * </pre>
 */
final class AttemptReports {

  /** How many attempts one report names; more make another report. */
  static final int MAX_STATUSES = 1_000;

  private final int node;
  private final long everyNs;
  private final WatchedTasks watched;
  private final NodeLoad load;
  private boolean timerSet;
  private boolean measuring;

  AttemptReports(int node, long everyNs, WatchedTasks watched, NodeLoad load) {
    this.node = node;
    this.everyNs = everyNs;
    this.watched = watched;
    this.load = load;
  }

  /** Says what is new, after the event that made it so: one that started at once is named once. */
  void sendNews(long nowNs, Effects out) {
    send(nowNs, watched.takeNews(), AttemptReports::notMeasured, out);
    if (!timerSet) {
      setTimer(nowNs, out);
    }
  }

  private static Usage notMeasured(long run) {
    return Usage.NONE;
  }

  private void setTimer(long nowNs, Effects out) {
    timerSet = true;
    out.wake(nowNs + everyNs, NodeTimer.ATTEMPT_REPORT);
  }

  /** The interval is over. */
  void wake(long nowNs, Effects out) {
    var present = watched.present();
    if (measuring) {
      send(nowNs, present, AttemptReports::notMeasured, out); // nobody has measured since
    }
    timerSet = !present.isEmpty();
    measuring = timerSet && watched.anyRuns();
    if (timerSet) {
      setTimer(nowNs, out);
    }
    if (measuring) {
      out.measure();
    } else {
      send(nowNs, present, AttemptReports::notMeasured, out);
    }
  }

  void measured(long nowNs, RunsMeasured answer, Effects out) {
    if (!measuring) {
      return; // came after the next interval began, or twice
    }
    measuring = false;
    var byRun = new LongMap<Usage>();
    answer.runs().forEach(each -> byRun.put(each.run(), each.usage()));
    send(
        nowNs,
        watched.present(),
        run -> {
          var usage = byRun.find(run);
          return usage == null ? Usage.NONE : usage;
        },
        out);
  }

  private void send(long nowNs, SortedLongs some, LongFunction<Usage> usage, Effects out) {
    if (some.isEmpty()) {
      return;
    }
    var forecast = load.forecast(nowNs);
    var now = load.now(nowNs, forecast.waits());
    watched
        .statuses(nowNs, some, forecast, usage)
        .forEach((scheduler, statuses) -> send(nowNs, scheduler, now, statuses, out));
  }

  private void send(
      long nowNs, int scheduler, Load now, List<AttemptStatus> statuses, Effects out) {
    for (int from = 0; from < statuses.size(); from += MAX_STATUSES) {
      var part = statuses.subList(from, Math.min(statuses.size(), from + MAX_STATUSES));
      out.send(
          SchedulerEvent.at(scheduler), new AttemptsReported(node, nowNs, now, List.copyOf(part)));
    }
  }
}
