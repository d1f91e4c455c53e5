package dev.muster.sim.experiment.apollo;

import dev.muster.check.Observer;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Work;
import dev.muster.core.actor.flat.LongMap;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.NodeEvent.RunExited;
import dev.muster.core.event.SchedulerEvent.TaskPromoted;
import dev.muster.model.Tier;
import java.util.Arrays;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;
import org.HdrHistogram.Histogram;

/**
 * Counts from outside what becomes of tasks at the nodes of a large cell: how long they wait in
 * queues, how busy nodes are, and what is done by tasks with tokens and by others.
 *
 * <p>Only what starts in the window counts.
 */
final class ClusterLedger implements Observer {

  private static final int DIGITS = 3;
  private static final double PERCENT = 100;
  private static final double SECOND_NS = 1e9;

  private static final long NOT_MARKED = -1;

  /** How many kinds of jobs may be told apart. */
  static final int KINDS = 2;

  /** A task at a node. */
  private static final class TaskAtNode {

    private final int node;

    /** Or when it got a token. */
    private long arrivedNs;

    private Tier tier;
    private long sinceNs;
    private boolean runs;

    TaskAtNode(int node, long arrivedNs, Tier tier) {
      this.node = node;
      this.arrivedNs = arrivedNs;
      this.tier = tier;
    }
  }

  private final int slotsPerNode;
  private final ToIntFunction<Work> kinds;
  private final LongMap<TaskAtNode> atNodes = new LongMap<>();
  private LongSupplier clock = () -> 0;
  private long fromNs = Long.MAX_VALUE;
  private long untilNs = Long.MAX_VALUE;

  // By node.
  private final int[] running;
  private final long[] busyNs;
  private final long[] busySinceNs;
  private final double[] waitedNs;
  private final long[] starts;

  /** Of tasks that came with a token, by the kind of their job. */
  private final Histogram[] queueing = new Histogram[KINDS];

  /** Since when nodes should start a task again, where they have not; see {@link #mark}. */
  private final long[] markedNs;

  private final Histogram usedAgain = new Histogram(DIGITS);
  long started;

  /** Of all starts, for tasks that have to give way start again. */
  private long ended;

  long placed;
  private final int[] runningOf = new int[Tier.values().length];
  private final double[] cpuNs = new double[Tier.values().length];

  // Samples of the window.
  private double gapSum;
  private double useSum;
  private double regularSum;
  private int samples;
  private long sampledNs;

  /**
   * @param kinds of which kind the job of an attempt is, below {@link #KINDS}
   */
  ClusterLedger(int nodes, int slotsPerNode, ToIntFunction<Work> kinds) {
    this.slotsPerNode = slotsPerNode;
    this.kinds = kinds;
    Arrays.setAll(queueing, _ -> new Histogram(DIGITS));
    this.running = new int[nodes];
    this.busyNs = new long[nodes];
    this.busySinceNs = new long[nodes];
    this.waitedNs = new double[nodes];
    this.starts = new long[nodes];
    this.markedNs = new long[nodes];
    Arrays.fill(markedNs, NOT_MARKED);
  }

  void readTimeFrom(LongSupplier nowNs) {
    clock = nowNs;
  }

  void count(long windowFromNs, long windowUntilNs) {
    fromNs = windowFromNs;
    untilNs = windowUntilNs;
    sampledNs = windowFromNs;
  }

  private boolean counts() {
    long nowNs = clock.getAsLong();
    return nowNs >= fromNs && nowNs < untilNs;
  }

  @Override
  public void delivered(Address<?> to, Event event) {
    switch (event) {
      case PlaceTask place -> {
        placed += counts() ? 1 : 0;
        if (atNodes.find(place.reservation()) == null) { // else it was sent again
          atNodes.put(
              place.reservation(),
              new TaskAtNode(to.index(), clock.getAsLong(), place.demand().tier()));
        }
      }
      case RunExited exit -> exited(exit.run(), exit.result().succeeded());
      default -> {} // not counted
    }
  }

  @Override
  public void sent(Address<?> to, Event event) {
    if (event instanceof TaskPromoted promoted && promoted.granted()) {
      var task = atNodes.find(promoted.reservation());
      if (task != null && task.tier == Tier.OPPORTUNISTIC) {
        if (task.runs) {
          charge(task);
          runningOf[task.tier.ordinal()]--;
          runningOf[Tier.GUARANTEED.ordinal()]++;
        }
        task.tier = Tier.GUARANTEED;
        task.arrivedNs = clock.getAsLong();
      }
    }
  }

  @Override
  public void launched(int node, Launch launch) {
    long nowNs = clock.getAsLong();
    var task = atNodes.find(launch.run());
    if (task == null) { // its task was named when the node had room for it
      task = new TaskAtNode(node, nowNs, launch.demand().tier());
      atNodes.put(launch.run(), task);
    }
    if (counts()) {
      started++;
      if (task.tier == Tier.GUARANTEED) {
        queueing[kinds.applyAsInt(launch.work())].recordValue(nowNs - task.arrivedNs);
        waitedNs[node] += nowNs - task.arrivedNs;
        starts[node]++;
      }
    }
    task.runs = true;
    task.sinceNs = nowNs;
    busy(node, +1);
    runningOf[task.tier.ordinal()]++;
    usedAgain(node);
  }

  private void exited(long run, boolean succeeded) {
    var task = atNodes.remove(run);
    if (task != null && task.runs) { // else it was killed before its end
      ended += succeeded && counts() ? 1 : 0;
      charge(task);
      busy(task.node, -1);
      runningOf[task.tier.ordinal()]--;
    }
  }

  private void charge(TaskAtNode task) {
    long nowNs = Math.min(clock.getAsLong(), untilNs);
    cpuNs[task.tier.ordinal()] += Math.max(0, nowNs - Math.max(task.sinceNs, fromNs));
    task.sinceNs = nowNs;
  }

  private void busy(int node, int change) {
    long nowNs = clock.getAsLong();
    busyNs[node] += running[node] * (nowNs - busySinceNs[node]);
    busySinceNs[node] = nowNs;
    running[node] += change;
  }

  /** What was on the node never exits. */
  @Override
  public void crashed(int node) {
    for (var task : atNodes.values()) {
      if (task.node == node && task.runs) {
        charge(task);
        runningOf[task.tier.ordinal()]--;
        task.runs = false;
      }
    }
    busy(node, -running[node]);
  }

  /** From now on the node is one of those that should start a task again. */
  void mark(int node) {
    markedNs[node] = clock.getAsLong();
  }

  private void usedAgain(int node) {
    if (markedNs[node] != NOT_MARKED) {
      usedAgain.recordValue(clock.getAsLong() - markedNs[node]);
      markedNs[node] = NOT_MARKED;
    }
  }

  /** How long it took marked nodes to start a task; so far, where they have not. */
  double usedAgainSeconds(double percentile) {
    for (int node = 0; node < markedNs.length; node++) {
      usedAgain(node);
    }
    return usedAgain.getValueAtPercentile(percentile) / SECOND_NS;
  }

  /** The use of nodes since the sample before: once in so many seconds of the window. */
  void sample() {
    long nowNs = clock.getAsLong();
    var use = new double[running.length];
    for (int node = 0; node < use.length; node++) {
      busy(node, 0);
      use[node] = busyNs[node] / ((double) slotsPerNode * (nowNs - sampledNs));
      busyNs[node] = 0;
    }
    sampledNs = nowNs;
    useSum += Arrays.stream(use).average().orElse(0);
    Arrays.sort(use);
    gapSum += use[(int) (use.length * 0.8)] - use[(int) (use.length * 0.2)];
    regularSum += runningOf[Tier.GUARANTEED.ordinal()];
    samples++;
  }

  /** As the window opens. */
  void open() {
    for (int node = 0; node < running.length; node++) {
      busy(node, 0);
      busyNs[node] = 0;
    }
  }

  /** Of the window, mean percentage of the slots in use. */
  double usePercent() {
    return PERCENT * useSum / samples;
  }

  /** The mean gap of the 80th and the 20th percentile of nodes, in points. */
  double gapPoints() {
    return PERCENT * gapSum / samples;
  }

  /** The mean number of tasks with tokens that ran. */
  double meanRegular() {
    return regularSum / samples;
  }

  double queueingSeconds(double percentile) {
    var all = new Histogram(DIGITS);
    for (var each : queueing) {
      all.add(each);
    }
    return all.getValueAtPercentile(percentile) / SECOND_NS;
  }

  /** Of tasks of one kind of jobs. */
  double meanQueueingSeconds(int kind) {
    return queueing[kind].getMean() / SECOND_NS;
  }

  double startedPerSecond() {
    return started / ((untilNs - fromNs) / SECOND_NS);
  }

  double endedPerSecond() {
    return ended / ((untilNs - fromNs) / SECOND_NS);
  }

  /** The share of cpu time that had tokens; what still runs counts so far. */
  double regularPercent() {
    for (var task : atNodes.values()) {
      if (task.runs) {
        charge(task);
      }
    }
    double regular = cpuNs[Tier.GUARANTEED.ordinal()];
    return PERCENT * regular / (regular + cpuNs[Tier.OPPORTUNISTIC.ordinal()]);
  }

  /** The standard deviation over nodes of their mean queueing, in seconds. */
  double deviationSeconds() {
    double sum = 0;
    double squares = 0;
    int nodes = 0;
    for (int node = 0; node < starts.length; node++) {
      if (starts[node] > 0) {
        double mean = waitedNs[node] / starts[node] / SECOND_NS;
        sum += mean;
        squares += mean * mean;
        nodes++;
      }
    }
    double mean = sum / Math.max(1, nodes);
    return Math.sqrt(Math.max(0, squares / Math.max(1, nodes) - mean * mean));
  }
}
