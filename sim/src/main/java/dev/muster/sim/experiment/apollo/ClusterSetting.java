package dev.muster.sim.experiment.apollo;

import dev.muster.core.actor.Timing;
import dev.muster.model.JobSpec;
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
    long seed, double scale, DagLaw law, Disturbance disturbance, Timing timing, int schedulers) {

  static final int SLOTS = 10;

  private static final int NODES = 20_000;
  private static final int JOBS = 750;
  static final int RACK_NODES = 40;
  private static final long GIB = 1L << 30;

  /** No message is lost here: none need be repeated often. */
  private static final long SELDOM_NS = 60_000_000_000L;

  static ClusterSetting of(Settings settings) {
    var times = new Distribution.Lognormal(settings.millisNs("medianMs"), settings.number("sigma"));
    var law =
        new DagLaw(
            times,
            shrunk(settings, "widest"),
            shrunk(settings, "tokens"),
            List.of(JobSpec.ESTIMATED),
            0,
            0);
    var disturbance =
        new Disturbance(settings.seed(), settings.number("noise"), settings.number("early"), 0, 1);
    return new ClusterSetting(
        settings.seed(),
        settings.number("scale"),
        law,
        disturbance,
        Timing.seldom(SELDOM_NS),
        settings.whole("schedulers"));
  }

  ClusterSetting with(DagLaw other) {
    return new ClusterSetting(seed, scale, other, disturbance, timing, schedulers);
  }

  ClusterSetting with(Disturbance other) {
    return new ClusterSetting(seed, scale, law, other, timing, schedulers);
  }

  ClusterSetting with(Timing other) {
    return new ClusterSetting(seed, scale, law, disturbance, other, schedulers);
  }

  ClusterSetting withPolicies(List<String> policies) {
    return with(
        new DagLaw(
            law.times(), law.widest(), law.tokens(), policies, law.estimateNs(), law.nodes()));
  }

  /** Tasks read data that lies on the nodes of the cell. */
  ClusterSetting withData() {
    return with(
        new DagLaw(
            law.times(), law.widest(), law.tokens(), law.policies(), law.estimateNs(), nodes()));
  }

  /** Every stage is given the same estimate, whatever is true of it. */
  ClusterSetting withEstimate(long ns) {
    return with(
        new DagLaw(law.times(), law.widest(), law.tokens(), law.policies(), ns, law.nodes()));
  }

  int nodes() {
    return (int) Math.max(1, Math.round(NODES * scale));
  }

  int jobs() {
    return (int) Math.max(1, Math.round(JOBS * Math.sqrt(scale)));
  }

  private static int shrunk(Settings settings, String name) {
    double shrunk = settings.whole(name) * Math.sqrt(settings.number("scale"));
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
    var machines = new CellSpec.CellMachines(capacities, racks().attributes(nodes()), spec.node());
    return spec.with(machines).withSchedulers(schedulers).withTiming(timing);
  }
}
