package dev.muster.sim.experiment.parsync;

import dev.muster.sim.experiment.ExperimentFailed;
import dev.muster.sim.experiment.Parameter;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.parsync.Flow.Phase;
import dev.muster.workload.Distribution;
import java.util.ArrayList;
import java.util.List;

/**
 * The cell and the work of Section 6, at some scale as in {@link Model}.
 *
 * <p>Chosen, where the paper is silent: jobs of 50 tasks, each of which prefers two machines for
 * each of its tasks, drawn at random from the whole cell; others will do at once. Task times are
 * exponential with a mean of 5 s, so that 86% are below 10 s (the paper: 87%) and 40,000 a second
 * fill 200,000 slots. The paper says that to search all partitions for preferred machines takes
 * longer than to look at the freshest, not by how much: {@code search} is the factor. By the
 * paper's figures its quality-first schedulers do a little less than 1,900 tasks a second at most,
 * with few conflicts, which is some 0.5 ms for each: a factor of 2.
 *
 * @param schedulers also the number of partitions, unless that is set
 */
record Tunnel(
    long seed,
    double scale,
    double cells,
    int schedulers,
    int partitions,
    double gapSeconds,
    int tasks,
    double preferred,
    double search,
    long delayNs) {

  static final double SLOTS = Model.RATE * Model.TASK_SECONDS;

  /** How many machines a job prefers for each task, unless said otherwise. */
  static final double FEW = 2;

  /**
   * So many that latency-first, which looks for them in the freshest partition, finds one for a
   * third of its tasks. So it did in the paper, by the task times of its Table 1.
   */
  static final double MANY = 20;

  private static List<Parameter> parameters(double scale, double preferred) {
    return List.of(
        Parameter.number("gap", Model.GAP_SECONDS, 0.01, 10, "seconds between synchronisations"),
        Parameter.whole("tasks", 50, 1, 10_000, "per job, in the paper's size"),
        Parameter.number(
            "preferred", preferred, 0, 100, "machines that a job prefers, for each task"),
        Parameter.number(
            "search", 2, 1, 100, "time to think if all partitions are searched, over that if not"),
        Model.scale(scale),
        Model.delayMs(),
        Parameter.seed());
  }

  /** Those, after some of an experiment's own. */
  static List<Parameter> parameters(double scale, double preferred, Parameter... own) {
    List<Parameter> all = new ArrayList<>(List.of(own));
    all.addAll(parameters(scale, preferred));
    return all;
  }

  static Tunnel of(Settings settings, int schedulers) {
    return new Tunnel(
        settings.seed(),
        settings.number("scale"),
        1,
        schedulers,
        schedulers,
        settings.number("gap"),
        settings.whole("tasks"),
        settings.number("preferred"),
        settings.number("search"),
        Model.delayNs(settings));
  }

  /** Machines are drawn without repetition, so that a job cannot prefer more than there are. */
  Tunnel {
    double most = Math.floor(SLOTS * scale * cells / each(tasks, scale));
    if (preferred > most) {
      throw new ExperimentFailed(
          "preferred must be at most %s with tasks=%d and scale=%s: the cell has no more machines"
              .formatted(Parameter.plain(most), tasks, Parameter.plain(scale)));
    }
  }

  private static int each(int tasks, double scale) {
    return (int) Math.max(1, Math.round(tasks * scale));
  }

  Tunnel withPartitions(int count) {
    return new Tunnel(
        seed, scale, cells, schedulers, count, gapSeconds, tasks, preferred, search, delayNs);
  }

  /** So many times the slots, the work and the schedulers, each of which has as much to do. */
  Tunnel times(int count) {
    int all = schedulers * count;
    return new Tunnel(
        seed, scale, cells * count, all, all, gapSeconds, tasks, preferred, search, delayNs);
  }

  Setup setup(Strategy strategy) {
    return new Setup(
        seed,
        Math.toIntExact(Math.round(SLOTS * scale * cells)),
        partitions,
        strategy.refresh(schedulers, Math.round(gapSeconds * 1e9)),
        false,
        new SearchTime(Model.thinkNs(scale), search),
        Setup.Scores.NONE,
        strategy.terms(),
        delayNs);
  }

  /**
   * @param loads of phases of equal length, as shares of what the cell can run
   */
  Flow flow(double phaseSeconds, List<Double> loads, double speedup) {
    double full = Model.RATE * scale * cells / schedulers;
    int each = each(tasks, scale);
    int wanted = (int) Math.round(each * preferred);
    var times = new Distribution.Exponential(Model.TASK_SECONDS * 1e9);
    var phases = loads.stream().map(load -> new Phase(phaseSeconds, List.of(load * full))).toList();
    return new Flow(phases, each, wanted, times, speedup);
  }
}
