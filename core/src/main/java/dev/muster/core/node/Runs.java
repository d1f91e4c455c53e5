package dev.muster.core.node;

import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Lifecycle;
import dev.muster.core.actor.Pace;
import dev.muster.core.actor.Timing;
import dev.muster.core.actor.flat.Chain;
import dev.muster.core.node.Run.RunState;
import dev.muster.model.Outcome;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The runs of one machine, from launch to exit, and the one place where their states change.
 *
 * <p>However many there are, one timer is set: for the first of all timeouts and graces. A run that
 * exits in time leaves nothing behind.
 */
final class Runs {

  private static final long NEVER = Long.MAX_VALUE;

  private final Lifecycle<RunState> lifecycle;
  private final Timing timing;
  private final KnownTasks known;
  private final Chain<Run> runs = new Chain<>();
  private long timerNs = NEVER;
  private int frozen;
  private int epoch;

  /**
   * @param epoch of the node, in which runs are launched
   */
  Runs(Timing timing, KnownTasks known, Lifecycle<RunState> lifecycle, int epoch) {
    this.epoch = epoch;
    this.timing = timing;
    this.known = known;
    this.lifecycle = lifecycle;
  }

  /** Adds a run that was launched, in this epoch of the node or an earlier one. */
  void add(long nowNs, Run run, Effects out) {
    known.put(run);
    runs.add(run);
    long timeoutNs = run.work().spec().limits().timeoutNs();
    if (timeoutNs > 0) {
      setDue(run, Math.max(nowNs, Timing.later(run.startedNs(), timeoutNs)), out);
    }
  }

  /** Ends a run: politely now, by force after a grace. */
  void end(long nowNs, Run run, Outcome reason, Effects out) {
    if (!run.isEnding()) {
      end(run, reason);
      out.kill(run.id(), false);
      setDue(run, nowNs + timing.killGraceNs(), out);
    }
  }

  /** Ends an opportunistic run by force: a guaranteed task needs its resources now. */
  void evict(long nowNs, Run run, Effects out) {
    if (!run.isEnding()) {
      end(run, Outcome.EVICTED);
    }
    out.kill(run.id(), true);
    setDue(run, nowNs + timing.killGraceNs(), out);
  }

  private void end(Run run, Outcome reason) {
    change(run, run.state.isFrozen() ? RunState.ENDING_FROZEN : RunState.ENDING);
    run.endReason = reason;
  }

  void freeze(long nowNs, Run run, Effects out) {
    change(run, RunState.FROZEN);
    run.frozenNs = nowNs;
    out.pace(run.id(), Pace.FROZEN);
  }

  /**
   * The process goes on, even where only to exit. The time for which it stood still does not count
   * for its timeout; a grace passes all the same.
   */
  void thaw(long nowNs, Run run, Effects out) {
    change(run, run.isEnding() ? RunState.ENDING : RunState.RUNNING);
    if (run.isRunning() && run.dueNs != NEVER) {
      setDue(run, run.dueNs + nowNs - run.frozenNs, out);
    }
    out.pace(run.id(), Pace.LOW);
  }

  /** The process has exited, and a result takes the place of the run; null where there was none. */
  @Nullable Run exit(long id) {
    var run = known.run(id);
    if (run != null) {
      runs.remove(run);
      change(run, RunState.EXITED);
    }
    return run;
  }

  private void change(Run run, RunState next) {
    frozen += (next.isFrozen() ? 1 : 0) - (run.state.isFrozen() ? 1 : 0);
    run.state = lifecycle.change(run.state, next);
  }

  // Epochs of the node.

  int epoch() {
    return epoch;
  }

  /** The oldest epoch of which a run is left; the present one where none is. */
  int oldestEpoch() {
    int oldest = epoch;
    for (var run = runs.first(); run != null; run = run.behind()) {
      oldest = Math.min(oldest, run.epoch());
    }
    return oldest;
  }

  /**
   * Epochs up to this one are declared dead: their runs end, and runs are launched in a later.
   *
   * @return whether a run ends that was not ending before
   */
  boolean expel(long nowNs, int dead, Effects out) {
    epoch = Math.max(epoch, dead + 1);
    boolean ends = false;
    for (var run : runs.all()) {
      if (run.epoch() <= dead && !run.isEnding()) {
        end(nowNs, run, Outcome.KILLED, out);
        ends = true;
      }
    }
    return ends;
  }

  // The timer.

  /** Ends runs whose timeout is over, by force those whose grace is. */
  void wake(long nowNs, Effects out) {
    if (nowNs < timerNs) {
      return; // left over: an earlier timer was set after this one
    }
    timerNs = NEVER;
    long nextNs = NEVER;
    for (var run = runs.first(); run != null; run = run.behind()) {
      if (run.state == RunState.FROZEN) {
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
    if (run.isEnding()) {
      out.kill(run.id(), true);
      run.dueNs = nowNs + timing.killGraceNs(); // and again, should the process survive that
    } else {
      end(nowNs, run, Outcome.TIMED_OUT, out);
    }
  }

  private void setDue(Run run, long atNs, Effects out) {
    run.dueNs = atNs;
    setTimer(atNs, out);
  }

  private void setTimer(long atNs, Effects out) {
    if (atNs < timerNs) {
      timerNs = atNs;
      out.wake(atNs, NodeTimer.RUN_DEADLINE);
    }
  }

  // Questions.

  /** How long all runs have left, one after the other. */
  long remainingNs(long nowNs) {
    long sumNs = 0;
    for (var run = runs.first(); run != null; run = run.behind()) {
      sumNs = Timing.later(sumNs, run.expectedEndNs(nowNs, true) - nowNs);
    }
    return sumNs;
  }

  /** When the first exits by its estimate; long ago where one has none or nothing runs. */
  long soonestEndNs() {
    long soonest = Long.MAX_VALUE;
    for (var run = runs.first(); run != null; run = run.behind()) {
      long estimateNs = run.demand().estimateNs();
      soonest = Math.min(soonest, estimateNs == 0 ? 0 : run.startedNs() + estimateNs);
    }
    return soonest == Long.MAX_VALUE ? 0 : soonest;
  }

  /** When the first is predicted to exit; now where nothing runs. */
  long soonestPredictedNs(long nowNs) {
    long soonest = Long.MAX_VALUE;
    for (var run = runs.first(); run != null; run = run.behind()) {
      soonest = Math.min(soonest, run.predictedEndNs(nowNs));
    }
    return soonest == Long.MAX_VALUE ? nowNs : soonest;
  }

  boolean hasFrozen() {
    return frozen > 0;
  }

  /** All as of now, in the order in which they were launched. */
  List<Run> all() {
    return runs.all();
  }

  int size() {
    return runs.size();
  }
}
