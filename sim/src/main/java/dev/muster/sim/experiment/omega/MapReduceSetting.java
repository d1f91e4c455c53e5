package dev.muster.sim.experiment.omega;

import dev.muster.core.actor.Timing;
import dev.muster.core.master.Routing;
import dev.muster.core.master.state.cell.CellConfig;
import dev.muster.core.scheduler.place.ThinkTime;
import dev.muster.core.scheduler.place.commit.CommitConfig;
import dev.muster.model.Elastic;
import dev.muster.model.Resources;
import dev.muster.sim.drive.CellSpec;
import dev.muster.sim.drive.Sharing;
import dev.muster.sim.experiment.Settings;
import dev.muster.workload.Distribution;

/**
 * One run of the MapReduce experiment.
 *
 * @param background the share of the cell that other work has in use, half of it services
 * @param load the share that the MapReduce jobs need on average
 * @param scale what the paper's numbers of workers are divided by
 * @param times how long maps and reduces take
 */
record MapReduceSetting(
    long seed,
    int machines,
    double background,
    double load,
    int jobs,
    int pipelines,
    int scale,
    Distribution times,
    ThinkTime thinking,
    Elastic elastic) {

  static final int SLOTS_PER_MACHINE = 4;

  private static final double NS_PER_MS = 1e6;
  private static final double NS_PER_S = 1e9;
  private static final Resources MACHINE = new Resources(4_000, 16L << 30);

  /** One of services, and two of batch jobs. */
  private static final int SCHEDULERS = 3;

  /** Nothing is lost here: nobody need ask often. */
  private static final long SELDOM_NS = 60_000_000_000L;

  static MapReduceSetting of(Settings settings, double background, Elastic elastic) {
    long jobNs = Math.round(settings.number("decisionMs") * NS_PER_MS);
    long eachNs = Math.round(settings.number("perTaskMs") * NS_PER_MS);
    return new MapReduceSetting(
        settings.seed(),
        settings.whole("machines"),
        background,
        settings.number("load"),
        settings.whole("jobs"),
        settings.whole("pipelines"),
        settings.whole("scale"),
        Distribution.named(settings.text("times"), settings.number("taskSeconds") * NS_PER_S),
        new ThinkTime(jobNs, eachNs),
        elastic);
  }

  int slots() {
    return machines * SLOTS_PER_MACHINE;
  }

  CellSpec cell() {
    return CellSpec.of(seed, machines, MACHINE)
        .withSchedulers(SCHEDULERS)
        .withTiming(Timing.seldom(SELDOM_NS))
        .withThinking(thinking)
        .withSharing(new Sharing(CommitConfig.standard(), CellConfig.standard(), Routing.BY_KIND));
  }
}
