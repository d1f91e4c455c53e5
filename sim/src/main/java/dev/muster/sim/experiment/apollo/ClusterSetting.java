package dev.muster.sim.experiment.apollo;

import dev.muster.core.actor.Timing;
import dev.muster.core.scheduler.place.estimated.EstimatedOptions;
import dev.muster.model.Resources;
import dev.muster.sim.drive.CellSpec;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.apollo.DagJobs.DagLaw;
import dev.muster.sim.machine.Disturbance;
import dev.muster.sim.machine.RackLayout;
import dev.muster.workload.Distribution;
import java.util.ArrayList;
import java.util.List;

/**
 * The production cell of Section 5.1 at some scale: 20,000 servers of ten slots, half of them with
 * 64 GB and half with 128 GB, and 750 jobs at a time.
 *
 * <p>With a scale of 1/100 there are a hundredth of the nodes, a tenth of the jobs, and each job
 * has a tenth of the tokens and of the tasks of a stage: a few jobs of the paper's size would use a
 * small cell very unevenly.
 *
 * @param scale nodes and tokens in all, in times the paper's
 */
record ClusterSetting(
    long seed,
    double scale,
    DagLaw law,
    Disturbance disturbance,
    Timing timing,
    int schedulers,
    EstimatedOptions options) {

  static final int SLOTS = 10;

  private static final int NODES = 20_000;
  private static final int JOBS = 750;
  private static final double SECOND_NS = 1e9;
  static final int RACK_NODES = 40;

  // Jobs of the mix, as its parameters are by default.
  private static final double MEDIAN_NS = 10 * SECOND_NS;
  private static final double SIGMA = 1.5;
  private static final int WIDEST = 20_000;
  private static final int TOKENS = 270;
  private static final double JOB_NS = 300 * SECOND_NS;

  private static final long GIB = 1L << 30;

  /** No message is lost here: none need be repeated often. */
  private static final long SELDOM_NS = 60_000_000_000L;

  static ClusterSetting of(Settings settings) {
    var times = new Distribution.Lognormal(settings.millisNs("medianMs"), settings.number("sigma"));
    var law =
        DagLaw.of(
            times,
            shrunk(settings, "widest"),
            shrunk(settings, "tokens"),
            settings.number("jobSeconds") * SECOND_NS);
    var disturbance =
        new Disturbance(settings.seed(), settings.number("noise"), settings.number("early"), 0, 1);
    return new ClusterSetting(
        settings.seed(),
        settings.number("scale"),
        law,
        disturbance,
        Timing.seldom(SELDOM_NS),
        settings.whole("schedulers"),
        EstimatedOptions.STANDARD);
  }

  /** Jobs as they are in the mix, for a cell of so many nodes. */
  static DagLaw usual(int nodes) {
    double scale = (double) nodes / NODES;
    return DagLaw.of(
        new Distribution.Lognormal(MEDIAN_NS, SIGMA),
        shrunk(WIDEST, scale),
        shrunk(TOKENS, scale),
        JOB_NS);
  }

  ClusterSetting with(DagLaw other) {
    return new ClusterSetting(seed, scale, other, disturbance, timing, schedulers, options);
  }

  ClusterSetting with(Disturbance other) {
    return new ClusterSetting(seed, scale, law, other, timing, schedulers, options);
  }

  ClusterSetting with(Timing other) {
    return new ClusterSetting(seed, scale, law, disturbance, other, schedulers, options);
  }

  ClusterSetting withPolicies(List<String> policies) {
    return with(law.withPolicies(policies));
  }

  /** Tasks read data that lies on the nodes of the cell. */
  ClusterSetting withData() {
    return with(law.withData(nodes(), RACK_NODES));
  }

  /**
   * Every stage is given the same estimate; nothing is learnt from tasks that have ended, nor from
   * those that take longer.
   */
  ClusterSetting withoutEstimates(long ns) {
    return new ClusterSetting(
        seed,
        scale,
        law.withEstimate(ns),
        disturbance,
        timing,
        schedulers,
        options.withoutLearning());
  }

  int nodes() {
    return (int) Math.max(1, Math.round(NODES * scale));
  }

  int jobs() {
    return (int) Math.max(1, Math.round(JOBS * Math.sqrt(scale)));
  }

  private static int shrunk(Settings settings, String name) {
    return shrunk(settings.whole(name), settings.number("scale"));
  }

  private static int shrunk(int whole, double scale) {
    double shrunk = whole * Math.sqrt(scale);
    return (int) Math.max(1, Math.round(shrunk));
  }

  RackLayout racks() {
    return new RackLayout(RACK_NODES);
  }

  CellSpec cell() {
    var spec = CellSpec.of(seed, nodes(), new Resources(SLOTS * 1_000, 64 * GIB));
    List<Resources> capacities = new ArrayList<>();
    for (int node = 0; node < nodes(); node++) {
      capacities.add(new Resources(SLOTS * 1_000, (node % 2 == 0 ? 64 : 128) * GIB));
    }
    var node = options.learns() ? spec.node() : spec.node().withoutForesight();
    var machines = new CellSpec.CellMachines(capacities, racks().attributes(nodes()), node);
    return spec.with(machines).withSchedulers(schedulers).withTiming(timing).with(options);
  }
}
