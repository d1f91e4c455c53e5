package dev.muster.core.monitor;

import dev.muster.core.event.MonitorEvent.LoadReported;
import java.util.Arrays;

/**
 * How much of each node guaranteed tasks are expected to need within the next horizon, by parts of
 * the machine.
 *
 * <pre>
 *   need  │   ▄         ▄▄            what was needed at the most in each horizon of the past is
 *         │  ███  ▄▄   ████           averaged, the latest counting most; that and some mean
 *         │▄▄███▄▄██▄▄█████▄▄         deviations are expected, and no less than in the present one
 *         └─────┴─────┴─────┴──
 * </pre>
 *
 * <p>A node that has not reported for a horizon begins anew, with the present horizon for a past.
 */
final class GuaranteedForecast {

  /** Of one resource of each node: the peak of the present horizon, and of those before. */
  private static final class PeakHistory {
    private double[] peak = {};
    private double[] mean = {};
    private double[] deviation = {};

    void grow(int length) {
      peak = Arrays.copyOf(peak, length);
      mean = Arrays.copyOf(mean, length);
      deviation = Arrays.copyOf(deviation, length);
    }

    void begin(int node, double need) {
      peak[node] = need;
      mean[node] = need;
      deviation[node] = 0;
    }

    void raise(int node, double need) {
      peak[node] = Math.max(peak[node], need);
    }

    /** The present horizon is over, and counts so much beside those before. */
    void close(int node, double weight, double need) {
      double off = peak[node] - mean[node];
      deviation[node] += weight * (Math.abs(off) - deviation[node]);
      mean[node] += weight * off;
      peak[node] = need;
    }

    double expected(int node, double deviations) {
      return Math.min(1, Math.max(peak[node], mean[node] + deviations * deviation[node]));
    }
  }

  private static final long UNKNOWN = Long.MIN_VALUE;

  private final MonitorConfig.Policing policing;
  private final double weight;
  private final PeakHistory cpu = new PeakHistory();
  private final PeakHistory memory = new PeakHistory();

  /** When the present horizon of each node began; {@link #UNKNOWN} of one that is not known. */
  private long[] beganNs = {};

  private long[] reportedNs = {};

  /** Whether the present horizon of a node is all that is known of the node. */
  private boolean[] isFirst = {};

  GuaranteedForecast(MonitorConfig.Policing policing) {
    this.policing = policing;
    this.weight = policing.isOn() ? (double) policing.horizonNs() / policing.historyNs() : 0;
  }

  void reported(long nowNs, LoadReported report) {
    if (!policing.isOn()) {
      return;
    }
    int node = report.node();
    double cpuNeed = report.guaranteedCpu();
    double memoryNeed = report.guaranteedMemory();
    grow(node);
    boolean isOver = nowNs - beganNs[node] >= policing.horizonNs();
    if (!isKnown(nowNs, node)) {
      begin(nowNs, node, cpuNeed, memoryNeed);
      isFirst[node] = true;
    } else if (isOver) {
      beganNs[node] = nowNs;
      isFirst[node] = false;
      cpu.close(node, weight, cpuNeed);
      memory.close(node, weight, memoryNeed);
    } else if (isFirst[node]) {
      begin(
          beganNs[node],
          node,
          Math.max(cpu.peak[node], cpuNeed),
          Math.max(memory.peak[node], memoryNeed));
    } else {
      cpu.raise(node, cpuNeed);
      memory.raise(node, memoryNeed);
    }
    reportedNs[node] = nowNs;
  }

  private void begin(long atNs, int node, double cpuNeed, double memoryNeed) {
    beganNs[node] = atNs;
    cpu.begin(node, cpuNeed);
    memory.begin(node, memoryNeed);
  }

  private boolean isKnown(long nowNs, int node) {
    return beganNs[node] != UNKNOWN && nowNs - reportedNs[node] < policing.horizonNs();
  }

  private void grow(int node) {
    int before = beganNs.length;
    if (node >= before) {
      int length = Math.max(node + 1, before * 2);
      beganNs = Arrays.copyOf(beganNs, length);
      Arrays.fill(beganNs, before, length, UNKNOWN);
      reportedNs = Arrays.copyOf(reportedNs, length);
      isFirst = Arrays.copyOf(isFirst, length);
      cpu.grow(length);
      memory.grow(length);
    }
  }

  void forget(int node) {
    if (node < beganNs.length) {
      beganNs[node] = UNKNOWN;
    }
  }

  /** The part of the cpu that guaranteed tasks are expected to need; of a node that is known. */
  double cpu(int node) {
    return cpu.expected(node, policing.deviations());
  }

  double memory(int node) {
    return memory.expected(node, policing.deviations());
  }
}
