package dev.muster.sim.experiment.parsync;

import dev.muster.core.scheduler.place.Thinking;
import dev.muster.core.scheduler.place.Thinking.SearchOrder;
import dev.muster.model.JobSpec;
import dev.muster.sim.experiment.ExperimentFailed;
import dev.muster.sim.experiment.Parameter;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.parsync.JobFlow.FlowPhase;
import dev.muster.sim.experiment.parsync.PartitionedCell.ScoreSpread;
import dev.muster.workload.Distribution;
import java.util.List;

/**
 * The cell and the work of Section 6, at some scale as in {@link ScaledModel}.
 *
 * <p>Chosen, where the paper leaves it open: jobs of 50 tasks, which prefer so many machines for
 * each of their tasks, drawn at random from the whole cell; others will do at once. Task times are
 * exponential with a mean of 5 s, so that 86% are below 10 s (the paper: 87%) and 40,000 a second
 * fill 200,000 slots. The paper says that to search all partitions for preferred machines takes
 * longer than to look at the freshest, not by how much: {@code search} is the factor. By the
 * paper's figures its quality-first schedulers do a little less than 1,900 tasks a second at most,
 * with few conflicts, which is some 0.5 ms for each: a factor of 2. Its StateSync schedulers fall
 * behind from the second phase on, with 1,600 tasks a second, which is some 0.625 ms for each:
 * {@code sync} is a factor of 2.5.
 *
 * @param cells how many times the slots and the work there are
 */
record ScaledCluster(Settings settings, double cells, int schedulers, int partitions) {

  private static final double SLOTS = ScaledModel.RATE * ScaledModel.TASK_SECONDS;

  /** With as many partitions as schedulers. */
  static ScaledCluster of(Settings settings) {
    int schedulers = settings.whole("schedulers");
    return new ScaledCluster(settings, 1, schedulers, schedulers);
  }

  /** Machines are drawn without repetition, so that a job cannot prefer more than there are. */
  ScaledCluster {
    double scale = settings.number("scale");
    int tasks = settings.whole("tasks");
    double most = Math.floor(SLOTS * scale * cells / perJob(settings));
    if (settings.number("preferred") > most) {
      throw new ExperimentFailed(
          "preferred must be at most %s with tasks=%d and scale=%s: the cell has no more machines"
              .formatted(Parameter.plain(most), tasks, Parameter.plain(scale)));
    }
  }

  private static int perJob(Settings settings) {
    return (int) Math.max(1, Math.round(settings.whole("tasks") * settings.number("scale")));
  }

  ScaledCluster withPartitions(int count) {
    return new ScaledCluster(settings, cells, schedulers, count);
  }

  /** So many times the slots, the work and the schedulers, each of which has as much to do. */
  ScaledCluster times(int count) {
    int all = schedulers * count;
    return new ScaledCluster(settings, cells * count, all, all);
  }

  /** Of a strategy whose replicas are never refreshed as a whole. */
  PartitionedCell cell(Strategy strategy) {
    return cell(strategy, 1);
  }

  /**
   * @param sync time to think where a replica that is refreshed as a whole is searched, over that
   *     where the freshest partition is
   */
  PartitionedCell cell(Strategy strategy, double sync) {
    double scale = settings.number("scale");
    return new PartitionedCell(
        settings.seed(),
        Math.toIntExact(Math.round(SLOTS * scale * cells)),
        partitions,
        strategy.refresh(schedulers, settings.secondsNs("gap")),
        false,
        new SearchTime(ScaledModel.thinkNs(scale), settings.number("search"), sync),
        ScoreSpread.NONE,
        strategy.options(),
        settings.millisNs("delayMs"));
  }

  /** The phases of the settings. */
  JobFlow flow(double speedup) {
    return flow(settings.number("phaseSeconds"), settings.numbers("load"), speedup);
  }

  /**
   * @param loads of phases of equal length, as shares of what the cell can run
   */
  JobFlow flow(double phaseSeconds, List<Double> loads, double speedup) {
    double full = ScaledModel.RATE * settings.number("scale") * cells / schedulers;
    int each = perJob(settings);
    int wanted = (int) Math.round(each * settings.number("preferred"));
    var times = new Distribution.Exponential(ScaledModel.TASK_SECONDS * 1e9);
    var phases =
        loads.stream().map(load -> new FlowPhase(phaseSeconds, List.of(load * full))).toList();
    return new JobFlow(phases, each, wanted, times, speedup);
  }

  /**
   * So long for each task, and longer by a factor where more than the freshest partition is looked
   * at.
   *
   * @param search where all partitions are searched for the best machines
   * @param sync where a replica that is refreshed as a whole is
   */
  record SearchTime(long perTaskNs, double search, double sync) implements Thinking {

    @Override
    public long ns(JobSpec job, long tasks) {
      return perTaskNs * tasks;
    }

    @Override
    public long ns(JobSpec job, long tasks, SearchOrder way) {
      double factor =
          switch (way) {
            case LATENCY -> 1;
            case QUALITY -> search;
            case ANYWHERE -> sync;
          };
      return Math.round(factor * perTaskNs * tasks);
    }
  }
}
