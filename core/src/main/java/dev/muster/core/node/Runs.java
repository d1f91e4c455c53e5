package dev.muster.core.node;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Timing;
import dev.muster.core.actor.flat.LongMap;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.model.Outcome;
import dev.muster.model.Quantity;
import dev.muster.model.RunResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The attempts under way on one machine, from launch to exit.
 *
 * <p>However many there are, one timer is set: for the first of all timeouts and graces. A run that
 * ends in time leaves nothing behind.
 */
public final class Runs {

  private static final long NEVER = Long.MAX_VALUE;

  private final Timing timing;
  private final LongMap<Run> byId = new LongMap<>();
  private long timerNs = NEVER;

  public Runs(Timing timing) {
    this.timing = timing;
  }

  public void start(long nowNs, Launch launch, Address<SchedulerEvent> scheduler, Effects out) {
    out.launch(launch);
    watch(nowNs, new Run(launch, scheduler, nowNs), out);
  }

  /** Takes over a run that the machine has already. */
  public void watch(long nowNs, Run run, Effects out) {
    byId.put(run.id(), run);
    long timeoutNs = run.work().spec().limits().timeoutNs();
    if (timeoutNs > 0) {
      run.dueNs = Math.max(nowNs, Timing.later(run.startedNs(), timeoutNs));
      setTimer(run.dueNs, out);
    }
  }

  /** Ends a run: politely now, by force after a grace. */
  public void end(long nowNs, Run run, Outcome why, Effects out) {
    if (run.ending == null) {
      run.ending = why;
      run.dueNs = nowNs + timing.killGraceNs();
      out.kill(run.id(), false);
      setTimer(run.dueNs, out);
    }
  }

  /** Ends an opportunistic run at once: whoever needs its room has waited long enough. */
  public void evict(long nowNs, Run run, Effects out) {
    run.evict();
    run.dueNs = nowNs + timing.killGraceNs();
    out.kill(run.id(), true);
    setTimer(run.dueNs, out);
  }

  /** A run that stood still goes on, and its time with it. */
  public void thaw(long nowNs, Run run, Effects out) {
    run.thaw(nowNs);
    setTimer(run.dueNs, out);
  }

  /** The timer: somebody's time is up, or their grace is. */
  public void wake(long nowNs, Effects out) {
    timerNs = NEVER;
    long nextNs = NEVER;
    for (var run : byId.values()) {
      if (run.isStill()) {
        continue;
      }
      if (run.dueNs <= nowNs) {
        due(nowNs, run, out);
      }
      nextNs = Math.min(nextNs, run.dueNs);
    }
    setTimer(nextNs, out);
  }

  private void due(long nowNs, Run run, Effects out) {
    if (run.ending == null) {
      end(nowNs, run, Outcome.TIMED_OUT, out);
    } else {
      out.kill(run.id(), true);
      run.dueNs = nowNs + timing.killGraceNs(); // and again, should it survive that
    }
  }

  private void setTimer(long atNs, Effects out) {
    if (atNs < timerNs) {
      timerNs = atNs;
      out.wake(atNs, NodeTimer.RUN_DEADLINE);
    }
  }

  public @Nullable Run find(long id) {
    return byId.find(id);
  }

  public @Nullable Run remove(long id) {
    return byId.remove(id);
  }

  /** What the end of a process means for the task: an end that we caused has our reason. */
  public static RunResult result(Run run, RunResult exit) {
    if (run.ending == null || exit.succeeded()) {
      return exit;
    }
    var detail = exit.detail();
    if (run.ending == Outcome.TIMED_OUT) {
      var limit = Quantity.formatDuration(run.work().spec().limits().timeoutNs());
      detail = "took longer than its timeout of " + limit + (detail.isEmpty() ? "" : "\n" + detail);
    }
    return RunResult.of(run.ending, exit.exitCode(), detail).withUsage(exit.usage());
  }

  /** When the first of them ends by its estimate; long ago where one has none or nothing runs. */
  public long soonestEndNs() {
    long soonest = Long.MAX_VALUE;
    for (var run : byId.values()) {
      long estimateNs = run.demand().estimateNs();
      soonest = Math.min(soonest, estimateNs == 0 ? 0 : run.startedNs() + estimateNs);
    }
    return soonest == Long.MAX_VALUE ? 0 : soonest;
  }

  public List<Run> all() {
    return byId.values();
  }

  public int size() {
    return byId.size();
  }
}
