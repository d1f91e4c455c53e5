package dev.muster.core.master.share;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.muster.core.actor.Chance;
import dev.muster.model.Resources;
import dev.muster.model.queue.QueueSpec;
import dev.muster.model.queue.QueueTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random queues beside each other against a solver that knows the level of the water, no events.
 */
final class DrfPropertyTest {

  private static final int CASES = 2_500;
  private static final double EXACT = 1e-6;

  /** What rounding to whole amounts may cost. */
  private static final double ROUNDED = 1e-4;

  /**
   * One job in each of some queues.
   *
   * @param cell of each resource
   * @param wants of each job, of each resource
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Contest(long[] cell, double[] weights, long[][] wants) {

    static Contest draw(Chance chance) {
      int queues = 2 + chance.nextInt(7);
      int resources = 1 + chance.nextInt(3);
      var cell = new long[resources];
      Arrays.setAll(cell, _ -> 1_000_000 + chance.nextInt(100_000_000));
      var weights = new double[queues];
      Arrays.setAll(weights, _ -> chance.nextInt(2) == 0 ? 1 : 0.1 + 10 * chance.nextDouble());
      double scale = chance.nextInt(4) == 0 ? 0.2 : 2;
      var wants = new long[queues][resources];
      for (var each : wants) {
        double size = chance.nextDouble();
        Arrays.setAll(
            each,
            axis ->
                chance.nextInt(4) == 0
                    ? 0
                    : (long) (scale * size * chance.nextDouble() * cell[axis]));
      }
      return new Contest(cell, weights, wants);
    }

    /** What part of its demand each job gets. */
    double[] solved() {
      var filled = new double[weights.length];
      var open = new boolean[weights.length];
      Arrays.fill(open, true);
      while (anyOpen(open)) {
        double level = highest(filled, open);
        for (int job = 0; job < filled.length; job++) {
          filled[job] = open[job] ? at(job, level) : filled[job];
        }
        for (int job = 0; job < filled.length; job++) {
          open[job] &= filled[job] < 1 && !touchesFull(job, filled, EXACT);
        }
      }
      return filled;
    }

    private static boolean anyOpen(boolean[] open) {
      return IntStream.range(0, open.length).anyMatch(job -> open[job]);
    }

    /** The highest level of weighted dominant shares that fits, by bisection. */
    private double highest(double[] filled, boolean[] open) {
      double low = 0;
      double high = 1e9;
      for (int step = 0; step < 200; step++) {
        double middle = (low + high) / 2;
        if (fits(filled, open, middle)) {
          low = middle;
        } else {
          high = middle;
        }
      }
      return low;
    }

    private double at(int job, double level) {
      double dominant = 0;
      for (int axis = 0; axis < cell.length; axis++) {
        dominant = Math.max(dominant, wants[job][axis] / (double) cell[axis]);
      }
      return dominant == 0 ? 1 : Math.min(1, level * weights[job] / dominant);
    }

    private boolean fits(double[] filled, boolean[] open, double level) {
      for (int axis = 0; axis < cell.length; axis++) {
        double sum = 0;
        for (int job = 0; job < filled.length; job++) {
          sum += wants[job][axis] * (open[job] ? at(job, level) : filled[job]);
        }
        if (sum > cell[axis]) {
          return false;
        }
      }
      return true;
    }

    boolean touchesFull(int job, double[] filled, double slack) {
      for (int axis = 0; axis < cell.length; axis++) {
        double sum = 0;
        for (int other = 0; other < filled.length; other++) {
          sum += wants[other][axis] * filled[other];
        }
        if (wants[job][axis] > 0 && sum > cell[axis] * (1 - slack)) {
          return true;
        }
      }
      return false;
    }

    FairShares computed() {
      List<QueueSpec> queues = new ArrayList<>();
      List<JobNeed> jobs = new ArrayList<>();
      for (int job = 0; job < weights.length; job++) {
        var spec = QueueSpec.of("root.q" + job);
        queues.add(spec.with(spec.share().withWeight(weights[job])));
        var needs = SharedCell.job(job, spec.path(), resources(wants[job]));
        jobs.add(needs);
      }
      var tree = QueueTree.of(queues.toArray(QueueSpec[]::new));
      return FairShares.of(tree, resources(cell), jobs);
    }

    private static Resources resources(long[] amounts) {
      var some = new Resources(amounts[0], amounts.length > 1 ? amounts[1] : 0);
      return amounts.length > 2 ? some.with("disk", amounts[2]) : some;
    }

    static long amount(Resources of, int axis) {
      return axis == 0 ? of.cpuMillis() : axis == 1 ? of.memoryBytes() : of.named("disk");
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void agreesWithTheSolverAndWastesNothing(long seed) {
    var chance = Chance.of(seed, "contests");
    for (int count = 0; count < CASES; count++) {
      var contest = Contest.draw(chance);
      var what = "seed " + seed + ", case " + count;
      var solved = contest.solved();
      var computed = contest.computed();
      var filled = new double[solved.length];
      for (int job = 0; job < solved.length; job++) {
        var share = computed.jobs().get(job).share();
        for (int axis = 0; axis < contest.cell.length; axis++) {
          double exact = solved[job] * contest.wants[job][axis];
          assertThat((double) Contest.amount(share, axis))
              .as("%s, job %s, resource %s", what, job, axis)
              .isCloseTo(exact, within(1 + exact * 0.0001));
        }
        filled[job] = filled(contest, job, share);
      }
      checkWithinTheCell(contest, computed, what);
      for (int job = 0; job < filled.length; job++) {
        boolean hasAll = filled[job] > 1 - ROUNDED;
        assertThat(hasAll || contest.touchesFull(job, filled, ROUNDED))
            .as("%s: job %s could have more", what, job)
            .isTrue();
      }
    }
  }

  /** By the resource that rounding to whole amounts matters least for. */
  private static double filled(Contest contest, int job, Resources share) {
    double filled = 1;
    long largest = 0;
    for (int axis = 0; axis < contest.cell.length; axis++) {
      if (contest.wants[job][axis] > largest) {
        largest = contest.wants[job][axis];
        filled = Contest.amount(share, axis) / (double) largest;
      }
    }
    return filled;
  }

  private static void checkWithinTheCell(Contest contest, FairShares computed, String what) {
    for (int axis = 0; axis < contest.cell.length; axis++) {
      int of = axis;
      long sum = computed.jobs().stream().mapToLong(job -> Contest.amount(job.share(), of)).sum();
      assertThat(sum).as(what).isLessThanOrEqualTo(contest.cell[axis]);
    }
  }
}
