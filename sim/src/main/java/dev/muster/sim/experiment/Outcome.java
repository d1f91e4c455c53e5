package dev.muster.sim.experiment;

import dev.muster.sim.experiment.ExperimentReport.Spread;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/** What a trial showed. Times are in milliseconds. */
public final class Outcome {

  private static final double NS_PER_MS = 1e6;
  private static final double LOW = 5;
  private static final double MIDDLE = 50;
  private static final double HIGH = 95;

  private final Gauge gauge;
  private final long traceHash;
  private final long simulatedNs;
  private final long events;
  private final long allocatedBytes;
  private final long idleAskingNs;

  Outcome(Gauge gauge, long traceHash, long simulatedNs, long events, long allocatedBytes) {
    this.gauge = gauge;
    this.traceHash = traceHash;
    this.simulatedNs = simulatedNs;
    this.events = events;
    this.allocatedBytes = allocatedBytes;
    this.idleAskingNs = gauge.idleAskingNs();
  }

  /** Response times of jobs as their schedulers see them. */
  public Spread response(double x) {
    return spread(x, gauge.atScheduler);
  }

  /** The same for the jobs of one name; none where no such job was counted. */
  public Optional<Spread> response(double x, String name) {
    return Optional.ofNullable(gauge.byName.get(name)).map(times -> spread(x, times));
  }

  /** The response time that so many percent of the jobs of one name stay below; 0 without jobs. */
  public double response(String name, double percentile) {
    var times = gauge.byName.get(name);
    return times == null ? 0 : ms(times, percentile);
  }

  /** Response times of jobs as their clients see them. */
  public Spread responseAtClient(double x) {
    return spread(x, gauge.atClient);
  }

  /** How long tasks of first stages wait for their start. */
  public Spread taskWait(double x) {
    return spread(x, gauge.waits);
  }

  private static Spread spread(double x, Histogram times) {
    return new Spread(x, ms(times, MIDDLE), ms(times, LOW), ms(times, HIGH));
  }

  private static double ms(Histogram times, double percentile) {
    return Numbers.rounded(times.getValueAtPercentile(percentile) / NS_PER_MS);
  }

  public List<String> names() {
    return List.copyOf(gauge.byName.keySet());
  }

  /** The share of jobs all of whose tasks started the moment their scheduler heard of them. */
  public double startedAtOnce() {
    return (double) gauge.countedAtOnce / gauge.counted;
  }

  /** How many counted jobs had not ended when the trial did: their times are too short. */
  public long cutOff() {
    return gauge.cutOff;
  }

  /** The same, as a share of the counted jobs. */
  double cutOffShare() {
    return gauge.cutOff == 0 ? 0 : (double) gauge.cutOff / Math.max(gauge.counted, gauge.cutOff);
  }

  /** The share of nodes without a free slot that each counted job found. */
  public double[] fullNodesFound() {
    return gauge.occupancy.shares();
  }

  /** How many tasks of jobs of this name ran at a time, on average over the counted arrivals. */
  public double running(String name) {
    double windowNs = gauge.windowUntilNs - gauge.windowFromNs;
    var served = gauge.servedByName.get(name);
    return served == null ? 0 : served.ns / windowNs;
  }

  /** The time that slots stood empty while their nodes asked for a task, over that of tasks. */
  public double idleAsking() {
    return (double) idleAskingNs / gauge.servedNs;
  }

  /** Messages to nodes and schedulers. */
  public double messagesPerTask() {
    return (double) gauge.messages / gauge.tasks;
  }

  /** Completed per second of virtual time. */
  public double tasksPerSecond() {
    return gauge.tasks / simulatedSeconds();
  }

  public long tasks() {
    return gauge.tasks;
  }

  public long traceHash() {
    return traceHash;
  }

  public double simulatedSeconds() {
    return simulatedNs / 1e9;
  }

  public long events() {
    return events;
  }

  /** What the simulation of the cell allocated, its nodes included. */
  public long allocatedBytes() {
    return allocatedBytes;
  }
}
