package dev.muster.sim.experiment.parsync;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/** What becomes of the tasks of each group of schedulers, in one interval after the other. */
final class Curves implements Tape {

  private static final double NS_PER_US = 1e3;
  private static final double US_PER_S = 1e6;
  private static final long MOST_US = 100_000_000_000L;
  private static final double GRADES_PER_SCORE = 10;

  /** One interval of one group. */
  static final class Bin {
    private final Histogram delaysUs = new Histogram(1, MOST_US, 3);
    private final Histogram grades = new Histogram(10_000, 2);
    private double delaySumNs;
    private long placed;
    private long refused;
    private long ended;
    private long preferred;

    /** How long so many percent of the tasks waited at most that got room in it, in seconds. */
    double delay(double percentile) {
      return delaysUs.getValueAtPercentile(percentile) / US_PER_S;
    }

    double meanDelay() {
      return delaySumNs / 1e9 / Math.max(1, placed);
    }

    /** The score that so many percent of the machines have at most that tasks got. */
    double score(double percentile) {
      return grades.getValueAtPercentile(percentile) / GRADES_PER_SCORE;
    }

    long placed() {
      return placed;
    }

    long refused() {
      return refused;
    }

    /** The share of tasks on machines that they prefer; none before a job's end tells it. */
    OptionalDouble preferredShare() {
      return ended == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) preferred / ended);
    }
  }

  private final double binSeconds;
  private final int[] grades;
  private final List<List<Bin>> groups = new ArrayList<>();

  /**
   * @param grades of the machines, in tenths of a score; none where nobody asks for scores
   */
  Curves(double binSeconds, double seconds, int groups, int[] grades) {
    this.binSeconds = binSeconds;
    this.grades = grades;
    int bins = (int) Math.ceil(seconds / binSeconds);
    for (int group = 0; group < groups; group++) {
      List<Bin> row = new ArrayList<>();
      for (int bin = 0; bin < bins; bin++) {
        row.add(new Bin());
      }
      this.groups.add(row);
    }
  }

  /** What comes after the end counts in the last interval. */
  private Bin bin(int scheduler, long nowNs) {
    var row = groups.get(scheduler % groups.size());
    return row.get(Math.min(row.size() - 1, (int) (nowNs / 1e9 / binSeconds)));
  }

  @Override
  public void judged(Round round) {
    var bin = bin(round.scheduler(), round.nowNs());
    bin.placed += round.accepted();
    bin.refused += round.refused();
    bin.delaySumNs += (double) round.delayNs() * round.accepted();
    if (round.accepted() > 0) {
      bin.delaysUs.recordValueWithCount(Math.round(round.delayNs() / NS_PER_US), round.accepted());
    }
    if (grades.length > 0) {
      round.eachMachine(machine -> bin.grades.recordValue(grades[machine]));
    }
  }

  @Override
  public void ended(Job job) {
    var bin = bin(job.scheduler, job.placedNs);
    bin.ended += job.tasks;
    bin.preferred += job.preferred;
  }

  List<Bin> bins(int group) {
    return groups.get(group);
  }

  double binSeconds() {
    return binSeconds;
  }

  /** The middle of an interval. */
  double x(int bin) {
    return (bin + 0.5) * binSeconds;
  }
}
