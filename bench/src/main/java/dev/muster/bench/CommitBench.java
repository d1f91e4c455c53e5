package dev.muster.bench;

import dev.muster.bench.CommitCell.Sample;
import dev.muster.bench.CommitResult.CommitCost;
import dev.muster.bench.CommitResult.Throughput;
import java.util.ArrayList;
import java.util.List;

/**
 * How many tasks a second schedulers place and commit on one cell, and what that costs as the cell
 * grows.
 *
 * <p>Each scheduler is a thread with a replica of its own: it takes in what changed, finds machines
 * for a batch by randomised first fit, and commits it together with the release of its oldest
 * batch, so that the cell stays as full as it is. The cell is behind one lock, taken once a batch.
 * Decisions are applied at once: there is no log in between.
 *
 * <p>What is compared is measured by turns, in short rounds, and the median of its rounds counts:
 * what else the machine does meets all alike, and no single moment decides.
 */
public final class CommitBench {

  /**
   * What is measured.
   *
   * @param seconds how long each, all rounds together
   */
  public record CommitPlan(
      int machines,
      int batch,
      List<Integer> schedulers,
      List<Double> full,
      List<Integer> sizes,
      double seconds,
      long seed) {

    long roundNs() {
      return (long) (seconds * NS / ROUNDS);
    }
  }

  /** Odd, so that one of them is the median. */
  static final int ROUNDS = 9;

  /** As long as all rounds that count of one number. */
  private static final int WARM_UP_ROUNDS = ROUNDS;

  private static final int WARM_UP_MACHINES = 10_000;

  /** How full the cells are in which the cost of a task is taken. */
  static final double COST_FULL = 0.6;

  private static final double NS = 1e9;

  private final CommitPlan plan;
  private double megabytes;

  private CommitBench(CommitPlan plan) {
    this.plan = plan;
  }

  public static CommitResult run(CommitPlan plan) {
    return new CommitBench(plan).run();
  }

  private CommitResult run() {
    warmUp();
    List<Throughput> throughput = new ArrayList<>();
    plan.full().forEach(full -> throughput.addAll(throughput(full)));
    return new CommitResult(plan.machines(), plan.batch(), throughput, costs(), megabytes);
  }

  /** What is measured first would otherwise be measured while the compiler is at work. */
  private void warmUp() {
    for (double full : plan.full()) {
      new CommitCell(plan, WARM_UP_MACHINES, 1, full).turn(plan.roundNs() * WARM_UP_ROUNDS);
    }
  }

  private List<Throughput> throughput(double full) {
    var counts = plan.schedulers();
    var cells =
        counts.stream().map(count -> new CommitCell(plan, plan.machines(), count, full)).toList();
    var samples = rounds(cells);
    List<Throughput> found = new ArrayList<>();
    for (int at = 0; at < cells.size(); at++) {
      megabytes = Math.max(megabytes, cells.get(at).megabytes());
      found.add(Throughput.of(counts.get(at), full, samples.get(at)));
    }
    return found;
  }

  private List<CommitCost> costs() {
    var sizes = plan.sizes().stream().distinct().sorted().toList();
    var cells = sizes.stream().map(size -> new CommitCell(plan, size, 1, COST_FULL)).toList();
    var samples = rounds(cells);
    List<CommitCost> found = new ArrayList<>();
    for (int at = 0; at < cells.size(); at++) {
      found.add(CommitCost.of(sizes.get(at), samples.get(at)));
    }
    return found;
  }

  /** The samples of each cell; a first round is not counted. */
  private List<List<Sample>> rounds(List<CommitCell> cells) {
    List<List<Sample>> samples = new ArrayList<>();
    for (var cell : cells) {
      cell.turn(plan.roundNs());
      samples.add(new ArrayList<>());
    }
    for (int round = 0; round < ROUNDS; round++) {
      for (int at = 0; at < cells.size(); at++) {
        samples.get(at).add(cells.get(at).turn(plan.roundNs()));
      }
    }
    return samples;
  }
}
