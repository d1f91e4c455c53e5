package dev.muster.sim.experiment.compare;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Timing;
import dev.muster.core.actor.Timing.Reports;
import dev.muster.core.master.central.CentralOptions;
import dev.muster.core.master.central.CentralOptions.Mode;
import dev.muster.core.scheduler.place.hybrid.HybridOptions;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.sim.drive.CellSpec;
import dev.muster.sim.drive.CellSpec.Sharing;
import dev.muster.sim.experiment.row.ComparedJob;
import dev.muster.sim.experiment.row.ComparedRow;
import dev.muster.sim.experiment.row.ComparedWork;
import dev.muster.sim.machine.RackLayout;
import dev.muster.workload.PoissonArrivals;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The work of M7 and M8: jobs of 160 and then 40 tasks, all of one length, in a cell whose central
 * scheduler places containers on nodes as these report. Jobs arrive by chance, and not one as
 * another ends, for then a policy that is slower would have less to do.
 *
 * @param kinds seconds of a task, and how many jobs have such tasks
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record MercuryRows(long seed, double load, double[][] kinds) {

  private static final long SECOND_NS = 1_000_000_000;
  private static final int NODES = 64;
  private static final int CORES = 32;
  private static final int RACK_NODES = 40;
  private static final int MAPS = 160;
  private static final int REDUCES = 40;
  private static final int SCHEDULERS = 16;
  private static final long DELAY_NS = 500_000;

  /** Of a container, for every task. */
  private static final double START_SECONDS = 2.8;

  private static final long HEARTBEAT_NS = 3 * SECOND_NS;

  /** As many as fit. */
  private static final int PER_HEARTBEAT = 1_000;

  /** The paper's {@code <10s-70%-Q}; estimates count the start-up as well. */
  private static final long OPPORTUNISTIC_BELOW_NS = Math.round((10 + START_SECONDS) * SECOND_NS);

  private static final double OPPORTUNISTIC_SHARE = 0.7;
  private static final long ARRIVALS_NS = 400 * SECOND_NS;
  private static final Resources SLOT = new Resources(1_000, 4L << 30);

  private static final double[][] TWO_LENGTHS = {{2, 80}, {50, 20}};
  private static final double[][] FIGURE_1 = {
    {1, 20}, {3, 25}, {7, 15}, {11, 20}, {30, 15}, {100, 5}
  };

  static List<ComparedRow> all(double load) {
    return List.of(
        new ComparedRow("M7", seed -> new MercuryRows(seed, load, TWO_LENGTHS).work()),
        new ComparedRow("M8", seed -> new MercuryRows(seed, load, FIGURE_1).work()));
  }

  private ComparedWork work() {
    double tasks = MAPS + REDUCES;
    double meanNs = SECOND_NS * tasks * (START_SECONDS + meanSeconds());
    var arrivals =
        new PoissonArrivals(meanNs / (load * NODES * CORES), Chance.of(seed, "arrivals"));
    var chance = Chance.of(seed, "kinds");
    List<ComparedJob> jobs = new ArrayList<>();
    for (long atNs = arrivals.nextNs(); atNs < ARRIVALS_NS; atNs = arrivals.nextNs()) {
      jobs.add(job(atNs, draw(chance)));
    }
    var timing = Timing.seldom(HEARTBEAT_NS).with(new Reports(HEARTBEAT_NS, HEARTBEAT_NS));
    var sharing =
        Sharing.standard()
            .with(CentralOptions.STANDARD.with(Mode.heartbeats(PER_HEARTBEAT, 0)))
            .with(HybridOptions.of(OPPORTUNISTIC_BELOW_NS, OPPORTUNISTIC_SHARE));
    var cell =
        CellSpec.of(seed, NODES, SLOT.times(CORES))
            .withSchedulers(SCHEDULERS)
            .withTiming(timing)
            .withSharing(sharing);
    var about =
        "jobs of %d and %d tasks that take %s s by %s%% of jobs, and %s s to start, load %s as they arrive by chance, %d nodes of %d slots (the paper has 256), %d jobs"
            .formatted(
                MAPS,
                REDUCES,
                column(0),
                column(1),
                START_SECONDS,
                load,
                NODES,
                CORES,
                jobs.size());
    return ComparedWork.of(about, cell, DELAY_NS, 2 * ARRIVALS_NS, jobs)
        .with(new RackLayout(RACK_NODES));
  }

  private String column(int at) {
    var numbers = Arrays.stream(kinds).map(kind -> Long.toString(Math.round(kind[at])));
    return String.join("/", numbers.toList());
  }

  private double weight() {
    return Arrays.stream(kinds).mapToDouble(kind -> kind[1]).sum();
  }

  private double meanSeconds() {
    return Arrays.stream(kinds).mapToDouble(kind -> kind[0] * kind[1]).sum() / weight();
  }

  private double draw(Chance chance) {
    double left = chance.nextDouble() * weight();
    for (var kind : kinds) {
      left -= kind[1];
      if (left < 0) {
        return kind[0];
      }
    }
    return kinds[kinds.length - 1][0];
  }

  private static ComparedJob job(long atNs, double seconds) {
    long[] maps = new long[MAPS];
    long[] reduces = new long[REDUCES];
    long ns = Math.round((seconds + START_SECONDS) * SECOND_NS);
    Arrays.fill(maps, ns);
    Arrays.fill(reduces, ns);
    var spec = JobSpec.of("job", stage("map", MAPS), stage("reduce", REDUCES).withAfter("map"));
    return new ComparedJob(atNs, "", spec, new long[][] {maps, reduces});
  }

  private static StageSpec stage(String name, int tasks) {
    return StageSpec.of(name, tasks, SLOT, List.of("modelled"));
  }
}
