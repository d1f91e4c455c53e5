package dev.muster.sim.experiment.sparrow;

import dev.muster.sim.experiment.ExperimentReport.Spread;
import dev.muster.sim.experiment.Numbers;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/** What a trial showed. Times are in milliseconds. */
public final class TrialResult {

  private static final double NS_PER_MS = 1e6;
  private static final double LOW = 5;
  private static final double MIDDLE = 50;
  private static final double HIGH = 95;

  private final TrialLedger ledger;
  private final long traceHash;
  private final long simulatedNs;
  private final long allocatedBytes;
  private final long idleAskingNs;

  TrialResult(TrialLedger ledger, long traceHash, long simulatedNs, long allocatedBytes) {
    this.ledger = ledger;
    this.traceHash = traceHash;
    this.simulatedNs = simulatedNs;
    this.allocatedBytes = allocatedBytes;
    this.idleAskingNs = ledger.idleAskingNs();
  }

  /** Response times of jobs as their schedulers see them. */
  public Spread response(double x) {
    return spread(x, ledger.atScheduler);
  }

  double median() {
    return response(0).median();
  }

  /** Of the later half of the jobs: another than of all shows that the trial was too short. */
  double laterMedian() {
    return ms(ledger.later, MIDDLE);
  }

  /** The same for the jobs of one name; none where no such job was counted. */
  Optional<Spread> response(double x, String name) {
    return Optional.ofNullable(ledger.byName.get(name)).map(times -> spread(x, times));
  }

  /** The response time that so many percent of the jobs of one name stay below; 0 without jobs. */
  double response(String name, double percentile) {
    var times = ledger.byName.get(name);
    return times == null ? 0 : ms(times, percentile);
  }

  /** Response times of jobs as their clients see them. */
  Spread responseAtClient(double x) {
    return spread(x, ledger.atClient);
  }

  private static Spread spread(double x, Histogram times) {
    return new Spread(x, ms(times, MIDDLE), ms(times, LOW), ms(times, HIGH));
  }

  private static double ms(Histogram times, double percentile) {
    return Numbers.rounded(times.getValueAtPercentile(percentile) / NS_PER_MS);
  }

  List<String> names() {
    return List.copyOf(ledger.byName.keySet());
  }

  /** The share of jobs all of whose tasks started the moment their scheduler received them. */
  double startedAtOnce() {
    return (double) ledger.countedAtOnce / ledger.counted;
  }

  /** How many counted jobs had not ended when the trial did: their times are too short. */
  long cutOff() {
    return ledger.cutOff;
  }

  /** The same, as a share of the counted jobs. */
  double cutOffShare() {
    return cutOff() == 0 ? 0 : (double) cutOff() / Math.max(ledger.counted, cutOff());
  }

  /** The share of nodes without a free slot that each counted job found. */
  double[] fullNodesFound() {
    return ledger.fullNodesFound();
  }

  /** How many tasks of jobs of this name ran at a time, on average over the counted arrivals. */
  double running(String name) {
    return ledger.running(name);
  }

  /** The time that slots stood empty while their nodes waited for a task, over that of tasks. */
  double idleAsking() {
    return (double) idleAskingNs / ledger.servedNs;
  }

  /** Messages to nodes and schedulers. */
  double messagesPerTask() {
    return (double) ledger.messages / ledger.tasks;
  }

  /** Completed per second of virtual time. */
  double tasksPerSecond() {
    return ledger.tasks / (simulatedNs / 1e9);
  }

  long tasks() {
    return ledger.tasks;
  }

  long traceHash() {
    return traceHash;
  }

  /** What the simulation of the cell allocated, its nodes included. */
  long allocatedBytes() {
    return allocatedBytes;
  }
}
