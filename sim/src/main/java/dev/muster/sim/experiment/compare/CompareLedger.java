package dev.muster.sim.experiment.compare;

import dev.muster.check.Observer;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.flat.LongMap;
import dev.muster.core.event.NodeEvent.RunExited;
import dev.muster.model.Resources;
import dev.muster.sim.experiment.row.ComparedWork.CountedWindow;
import dev.muster.sim.experiment.row.EmptyCell;
import java.util.BitSet;
import java.util.function.LongSupplier;

/**
 * Counts from outside of the actors what runs, what of that is in vain, and what is said.
 *
 * <p>Time that a run took is in vain where its task had to run again or had run already: it was
 * evicted, killed, or the later of twins. Both are in shares of the cell times time, by the
 * resource that the task needs most of.
 */
final class CompareLedger implements Observer {

  private record ObservedRun(Launch launch, long startedNs) {}

  private final EmptyCell cell;
  private final CountedWindow window;
  private final long startNs;
  private final LongMap<ObservedRun> runs = new LongMap<>();
  private final LongMap<BitSet> done = new LongMap<>();
  private LongSupplier clock = () -> 0;

  /** In the window; of each resource, for the one that is used most is what the cell is full of. */
  private double cpuNs;

  private double memoryNs;

  private double usedNs;
  private double wastedNs;
  private long doneInWindow;
  private long tasksDone;
  private long messages;

  /**
   * @param startNs when the clock of the work starts
   */
  CompareLedger(EmptyCell cell, CountedWindow window, long startNs) {
    this.cell = cell;
    this.window = window;
    this.startNs = startNs;
  }

  void readTimeFrom(LongSupplier nowNs) {
    clock = nowNs;
  }

  private long nowNs() {
    return clock.getAsLong() - startNs;
  }

  @Override
  public void sent(Address<?> to, Event event) {
    messages++;
  }

  @Override
  public void launched(int node, Launch launch) {
    runs.put(launch.run(), new ObservedRun(launch, nowNs()));
  }

  @Override
  public void delivered(Address<?> to, Event event) {
    if (event instanceof RunExited exit) {
      var run = runs.remove(exit.run());
      if (run != null) { // else it was killed, and its own end comes later
        ended(run, exit.result().succeeded() && isFirst(run.launch));
      }
    }
  }

  /** Whether no attempt of its task succeeded before. */
  private boolean isFirst(Launch launch) {
    var work = launch.work();
    long stage = work.job() << 16 | work.stage();
    var tasks = done.find(stage);
    if (tasks == null) {
      tasks = new BitSet();
      done.put(stage, tasks);
    }
    boolean first = !tasks.get(work.index());
    tasks.set(work.index());
    return first;
  }

  private void ended(ObservedRun run, boolean useful) {
    long nowNs = nowNs();
    double share = charge(run, nowNs);
    double ns = share * (nowNs - run.startedNs);
    usedNs += ns;
    if (useful) {
      tasksDone++;
      doneInWindow += nowNs >= window.fromNs() && nowNs < window.untilNs() ? 1 : 0;
    } else {
      wastedNs += ns;
    }
  }

  /** Adds what is in the window; the share of the cell that it has. */
  private double charge(ObservedRun run, long untilNs) {
    var need = run.launch.demand().resources();
    long fromNs = Math.max(run.startedNs, window.fromNs());
    long inWindowNs = Math.max(0, Math.min(untilNs, window.untilNs()) - fromNs);
    cpuNs += inWindowNs * cell.share(new Resources(need.cpuMillis(), 0));
    memoryNs += inWindowNs * cell.share(new Resources(0, need.memoryBytes()));
    return cell.share(need);
  }

  /** The run is over: what still runs counts so far, and as useful. */
  void stop() {
    for (var run : runs.values()) {
      usedNs += charge(run, nowNs()) * (nowNs() - run.startedNs);
    }
    runs.clear();
  }

  double tasksPerSecond() {
    return doneInWindow / ((window.untilNs() - window.fromNs()) / 1e9);
  }

  /** Of the resource that is used most, in percent. */
  double usePercent() {
    return 100 * Math.max(cpuNs, memoryNs) / (window.untilNs() - window.fromNs());
  }

  double wastedPercent() {
    return usedNs > 0 ? 100 * wastedNs / usedNs : 0;
  }

  double messagesPerTask() {
    return (double) messages / Math.max(1, tasksDone);
  }
}
