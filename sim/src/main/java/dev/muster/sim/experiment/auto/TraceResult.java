package dev.muster.sim.experiment.auto;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a run of a list of jobs comes to.
 *
 * @param busyWhileArriving the share of all slots that ran tasks until the last job came
 * @param busyToEnd the same until the last job ended
 * @param messages that nodes and schedulers were sent, per task
 * @param reservations that nodes were sent, per task
 * @param busyAnswers of nodes that were busy, per task
 */
record TraceResult(
    JobTimes shorts,
    JobTimes longs,
    double busyWhileArriving,
    double busyToEnd,
    double messages,
    double reservations,
    double busyAnswers) {

  static final double S = 1e9;

  private static final int[] PERCENTS = {50, 90, 99};

  /** Of all jobs of one class: how long each took, and how many times its longest task. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record JobTimes(double[] responseNs, double[] slowdown) {

    JobTimes {
      Arrays.sort(responseNs);
      Arrays.sort(slowdown);
    }

    /** Named as other simulators do. */
    Map<String, Double> byName(String prefix) {
      Map<String, Double> numbers = new LinkedHashMap<>();
      for (int percent : PERCENTS) {
        numbers.put(
            "resp_%s_p%d_s".formatted(prefix, percent), percentile(responseNs, percent) / S);
      }
      for (int percent : PERCENTS) {
        numbers.put("slow_%s_p%d".formatted(prefix, percent), percentile(slowdown, percent));
      }
      return numbers;
    }
  }

  /** By linear interpolation between the two nearest; 0 of nothing. */
  static double percentile(double[] sorted, double percent) {
    if (sorted.length == 0) {
      return 0;
    }
    double place = (sorted.length - 1) * percent / 100;
    int below = (int) Math.floor(place);
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
  }

  Map<String, Double> byName() {
    Map<String, Double> numbers = new LinkedHashMap<>(shorts.byName("short"));
    numbers.putAll(longs.byName("long"));
    numbers.put("util_while_arriving", busyWhileArriving);
    numbers.put("util_to_end", busyToEnd);
    return numbers;
  }
}
