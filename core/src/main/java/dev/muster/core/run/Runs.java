package dev.muster.core.run;

import dev.muster.core.flat.LongMap;
import dev.muster.core.loop.Effects;
import dev.muster.core.loop.Timing;
import dev.muster.model.Outcome;
import dev.muster.model.Quantity;
import dev.muster.model.RunResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The attempts under way on one machine, from launch to exit. */
public final class Runs {

  private final Timing timing;
  private final LongMap<Run> byId = new LongMap<>();

  public Runs(Timing timing) {
    this.timing = timing;
  }

  public void start(long nowNs, Run run, Effects out) {
    byId.put(run.id(), run);
    out.launch(run.id(), run.work());
    long timeoutNs = run.work().stageSpec().timeoutNs();
    if (timeoutNs > 0) {
      out.wake(Timing.later(nowNs, timeoutNs), run.id());
    }
  }

  /** Ends a run: politely now, by force after a grace. */
  public void end(long nowNs, Run run, Outcome why, Effects out) {
    if (run.ending == null) {
      run.ending = why;
      run.forceAtNs = nowNs + timing.killGraceNs();
      out.kill(run.id(), false);
      out.wake(run.forceAtNs, run.id());
    }
  }

  /** Ends an opportunistic run at once: whoever needs its room has waited long enough. */
  public void evict(Run run, Effects out) {
    run.ending = Outcome.EVICTED;
    out.kill(run.id(), true);
  }

  /** A timer of this run: its time is up, or its grace is. */
  public void wake(long nowNs, long id, Effects out) {
    var run = byId.find(id);
    if (run == null) {
      return;
    }
    if (run.ending == null) {
      end(nowNs, run, Outcome.TIMED_OUT, out);
    } else if (nowNs >= run.forceAtNs) {
      out.kill(id, true);
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
      var limit = Quantity.formatDuration(run.work().stageSpec().timeoutNs());
      detail = "took longer than its timeout of " + limit + (detail.isEmpty() ? "" : "\n" + detail);
    }
    return new RunResult(run.ending, exit.exitCode(), detail);
  }

  public List<Run> all() {
    return byId.values();
  }

  public int size() {
    return byId.size();
  }
}
