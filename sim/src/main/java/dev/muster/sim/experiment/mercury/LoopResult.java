package dev.muster.sim.experiment.mercury;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What came of a run.
 *
 * @param tasksPerSecond in each ten seconds
 * @param latencies of the jobs that ended, in seconds, by kind, each in order
 * @param ledger what nodes did
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record LoopResult(
    double[] tasksPerSecond,
    List<double[]> latencies,
    LoopLedger ledger,
    int slots,
    double seconds) {

  private static final int SECONDS = 10;
  private static final double PERCENT = 100;
  private static final double S = 1e9;

  /** Gathers it. */
  static final class Builder {
    private final List<List<Double>> latencies = new ArrayList<>();
    private final List<Double> rates = new ArrayList<>();
    private long endedBefore;
    private int second;

    Builder(int kinds) {
      for (int kind = 0; kind < kinds; kind++) {
        latencies.add(new ArrayList<>());
      }
    }

    void start(long ended) {
      endedBefore = ended;
    }

    void second(long ended) {
      if (++second % SECONDS == 0) {
        rates.add((ended - endedBefore) / (double) SECONDS);
        endedBefore = ended;
      }
    }

    void job(int kind, double seconds) {
      latencies.get(kind).add(seconds);
    }

    LoopResult of(LoopLedger ledger, int slots, double seconds) {
      return new LoopResult(
          sorted(rates), latencies.stream().map(Builder::sorted).toList(), ledger, slots, seconds);
    }

    private static double[] sorted(List<Double> values) {
      return values.stream().mapToDouble(each -> each).sorted().toArray();
    }
  }

  /** Tasks that ended, per second. */
  double tasks() {
    return ledger.ended / seconds;
  }

  /** Jobs that ended, per second. */
  double jobs() {
    return latencies.stream().mapToInt(each -> each.length).sum() / seconds;
  }

  private double[] all() {
    return latencies.stream().flatMapToDouble(Arrays::stream).sorted().toArray();
  }

  double meanLatency() {
    return Arrays.stream(all()).average().orElse(Double.NaN);
  }

  double meanLatency(int kind) {
    return Arrays.stream(latencies.get(kind)).average().orElse(Double.NaN);
  }

  /** How long so many percent of the jobs took at most. */
  double latency(double percentile) {
    return at(all(), percentile);
  }

  double latency(int kind, double percentile) {
    return at(latencies.get(kind), percentile);
  }

  double rate(double percentile) {
    return at(tasksPerSecond, percentile);
  }

  private static double at(double[] sorted, double percentile) {
    return sorted.length == 0
        ? Double.NaN
        : sorted[(int) Math.min(sorted.length - 1, sorted.length * percentile / PERCENT)];
  }

  /** For how many percent of the jobs, ordered by latency, this run was faster than another. */
  double fasterPercent(LoopResult other) {
    int better = 0;
    for (int percentile = 0; percentile < PERCENT; percentile++) {
      better += latency(percentile + 0.5) < other.latency(percentile + 0.5) ? 1 : 0;
    }
    return better;
  }

  /** What tasks had of all slots. */
  double usePercent() {
    return PERCENT
        * (ledger.usefulNs + ledger.wastedNs + ledger.guaranteedNs)
        / (S * slots * seconds);
  }

  double shedPercent() {
    return PERCENT * ledger.shed / Math.max(1, ledger.shed + ledger.launched);
  }

  double evictedPercent() {
    return PERCENT * ledger.evicted / Math.max(1, ledger.launched);
  }
}
