package dev.muster.sim.experiment.parsync;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Role;
import dev.muster.core.actor.Timing;
import dev.muster.core.cell.TransactionOptions;
import dev.muster.core.master.state.cell.CellConfig;
import dev.muster.core.master.state.cell.CellRules;
import dev.muster.core.scheduler.place.Thinking;
import dev.muster.core.scheduler.place.commit.CommitConfig;
import dev.muster.core.scheduler.place.commit.Refresh;
import dev.muster.model.Resources;
import dev.muster.model.text.Quantity;
import dev.muster.sim.drive.CellSpec;
import dev.muster.sim.drive.CellSpec.Sharing;
import dev.muster.sim.experiment.ExperimentFailed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A cell of one-slot machines, and how its schedulers go about it.
 *
 * @param partitions among which machines are spread evenly
 * @param refresh how the schedulers, as many as it says, refresh their replicas
 * @param apart whether schedulers refresh their replicas one after the other within a gap, and not
 *     all at the same time
 * @param scores how the scores of machines are spread
 */
record PartitionedCell(
    long seed,
    int slots,
    int partitions,
    Refresh refresh,
    boolean apart,
    Thinking thinking,
    ScoreSpread scores,
    TransactionOptions options,
    long delayNs) {

  /**
   * The normal distribution by which machines are scored; {@link #NONE} makes all alike.
   *
   * @param mean zero for no scores
   */
  record ScoreSpread(double mean, double variance) {

    static final ScoreSpread NONE = new ScoreSpread(0, 0);

    /** As in the paper. */
    static ScoreSpread of(double variance) {
      return new ScoreSpread(10, variance);
    }
  }

  static final Resources SLOT = new Resources(1_000, 1L << 30);

  /** No message is lost here, so that none need be repeated; beats would only cost time. */
  private static final long SELDOM_NS = 36_000_000_000_000L;

  private static final double GRADES_PER_SCORE = 10;

  /** What a few gigabytes of memory hold. */
  private static final int MAX_SLOTS = 4_000_000;

  PartitionedCell {
    if (slots < 1 || slots > MAX_SLOTS) {
      throw new ExperimentFailed(
          "scale must be %s: the cell would have %s slots, and can have from 1 to %s"
              .formatted(
                  slots < 1 ? "larger" : "smaller",
                  Quantity.formatCount(slots),
                  Quantity.formatCount(MAX_SLOTS)));
    }
  }

  int schedulers() {
    return refresh.schedulers();
  }

  PartitionedCell refreshingApart() {
    return new PartitionedCell(
        seed, slots, partitions, refresh, true, thinking, scores, options, delayNs);
  }

  /** How far the clock of an actor is ahead: refreshments are at the same times by all clocks. */
  long skewNs(Address<?> actor) {
    return apart && actor.role() == Role.SCHEDULER ? skewNs(actor.index()) : 0;
  }

  /** How long ago a scheduler began a gap. */
  long sinceRefreshNs(int scheduler, long nowNs) {
    return (nowNs + (apart ? skewNs(scheduler) : 0)) % refresh.gapNs();
  }

  private long skewNs(int scheduler) {
    return refresh.gapNs() * scheduler / schedulers();
  }

  /** The score of each machine, in tenths as the cell counts them. */
  int[] grades() {
    var chance = Chance.of(seed, "scores");
    int[] grades = new int[slots];
    for (int slot = 0; slot < slots; slot++) {
      double score = scores.mean + Math.sqrt(scores.variance) * chance.nextGaussian();
      grades[slot] = (int) Math.max(0, Math.round(score * GRADES_PER_SCORE));
    }
    return grades;
  }

  /** A job is for the scheduler that its name is the number of. */
  CellSpec cell() {
    var commit = CommitConfig.standard().with(options).with(refresh);
    var state = new CellConfig(CellRules.standard(), partitions);
    return CellSpec.of(seed, slots, SLOT)
        .withSchedulers(schedulers())
        .withAttributes(attributes())
        .withTiming(Timing.seldom(SELDOM_NS))
        .withThinking(thinking)
        .withSharing(new Sharing(commit, state, (_, job, _) -> Integer.parseInt(job.name())));
  }

  /**
   * Neighbours share a partition, as they do by racks. One map for all machines of a partition and
   * a grade: there may be a million of them.
   */
  private List<Map<String, String>> attributes() {
    int[] grades = grades();
    var kinds = new TreeMap<Long, Map<String, String>>();
    List<Map<String, String>> all = new ArrayList<>(slots);
    for (int slot = 0; slot < slots; slot++) {
      int partition = (int) ((long) slot * partitions / slots);
      int grade = grades[slot];
      long kind = (long) partition << Integer.SIZE | grade;
      all.add(kinds.computeIfAbsent(kind, _ -> attributes(partition, grade)));
    }
    return Collections.unmodifiableList(all);
  }

  private static Map<String, String> attributes(int partition, int grade) {
    var all = new TreeMap<>(Map.of("partition", "p" + partition));
    if (grade > 0) {
      all.put("score", Double.toString(grade / GRADES_PER_SCORE));
    }
    return Collections.unmodifiableMap(all);
  }
}
