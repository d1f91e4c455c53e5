package dev.muster.sim.experiment.compare;

import dev.muster.sim.experiment.row.ComparedJob;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How much longer jobs took than in an empty cell.
 *
 * <p>Users are those of the row. Where a row has none, jobs of about the same size, by decades of
 * what they take in an empty cell, stand for a user: one who has small jobs should not have to wait
 * many times longer for them than another for large ones.
 */
final class Slowdowns {

  private final long leastNs;
  private final List<Double> all = new ArrayList<>();
  private final Map<String, List<Double>> byUser = new TreeMap<>();

  /**
   * @param leastNs no job counts as shorter
   */
  Slowdowns(long leastNs) {
    this.leastNs = leastNs;
  }

  /**
   * @param emptyNs what the job takes in an empty cell
   */
  void add(ComparedJob job, long responseNs, long emptyNs) {
    long shortNs = Math.max(leastNs, emptyNs);
    double slowdown = Math.max(1, (double) responseNs / shortNs);
    all.add(slowdown);
    var user = job.user().isEmpty() ? "size " + Long.toString(shortNs).length() : job.user();
    byUser.computeIfAbsent(user, _ -> new ArrayList<>()).add(slowdown);
  }

  int count() {
    return all.size();
  }

  double[] sorted() {
    return all.stream().mapToDouble(Double::doubleValue).sorted().toArray();
  }

  /** Jain's index of the mean slowdown of each user. */
  double fairness() {
    return CompareResult.jain(
        byUser.values().stream()
            .mapToDouble(each -> each.stream().mapToDouble(one -> one).average().orElse(0))
            .toArray());
  }
}
