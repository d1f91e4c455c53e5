package dev.muster.sim.experiment.mercury;

import dev.muster.core.actor.Timing;
import dev.muster.core.actor.Timing.Reports;
import dev.muster.core.master.central.CentralOptions;
import dev.muster.core.master.central.CentralOptions.Mode;
import dev.muster.core.monitor.MonitorConfig;
import dev.muster.core.node.queue.OpportunisticQueue.Pick;
import dev.muster.core.node.queue.QueueConfig.OpportunisticConfig;
import dev.muster.core.scheduler.place.hybrid.HybridOptions;
import dev.muster.core.scheduler.place.hybrid.HybridOptions.TopNodes;
import dev.muster.model.Resources;
import dev.muster.sim.drive.CellSpec;
import dev.muster.sim.drive.CellSpec.Sharing;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.machine.RackLayout;

/**
 * A cell of nodes with as many slots of one core and four gigabytes as they have cores.
 *
 * @param heartbeatNs from one report of a node to its next, to the master and to the monitor
 * @param mode when the central scheduler places containers
 * @param pick which opportunistic task a node starts next
 * @param opportunisticShare of each node that opportunistic tasks may have
 */
record SlotCell(
    long seed,
    int nodes,
    int cores,
    int schedulers,
    long heartbeatNs,
    Mode mode,
    HybridOptions hybrid,
    MonitorConfig monitor,
    Pick pick,
    double opportunisticShare) {

  static final Resources SLOT = new Resources(1_000, 4L << 30);

  private static final int RACK_NODES = 40;

  static SlotCell of(Settings settings) {
    return new SlotCell(
        settings.seed(),
        settings.whole("nodes"),
        settings.whole("cores"),
        settings.whole("schedulers"),
        settings.secondsNs("heartbeatSeconds"),
        Mode.heartbeats(settings.whole("perHeartbeat"), 0),
        HybridOptions.ONLY_Q.with(top(settings, settings.numbers("k").getFirst())),
        MonitorConfig.OFF,
        Pick.ARRIVAL,
        1);
  }

  /** The k best of all nodes. */
  static TopNodes top(Settings settings, double k) {
    return new TopNodes((int) k, 1, settings.text("sent").equals("counted"));
  }

  SlotCell with(Mode other) {
    return new SlotCell(
        seed,
        nodes,
        cores,
        schedulers,
        heartbeatNs,
        other,
        hybrid,
        monitor,
        pick,
        opportunisticShare);
  }

  SlotCell with(HybridOptions other) {
    return new SlotCell(
        seed,
        nodes,
        cores,
        schedulers,
        heartbeatNs,
        mode,
        other,
        monitor,
        pick,
        opportunisticShare);
  }

  SlotCell with(MonitorConfig other) {
    return new SlotCell(
        seed, nodes, cores, schedulers, heartbeatNs, mode, hybrid, other, pick, opportunisticShare);
  }

  SlotCell with(Pick other) {
    return new SlotCell(
        seed,
        nodes,
        cores,
        schedulers,
        heartbeatNs,
        mode,
        hybrid,
        monitor,
        other,
        opportunisticShare);
  }

  SlotCell withOpportunisticShare(double other) {
    return new SlotCell(
        seed, nodes, cores, schedulers, heartbeatNs, mode, hybrid, monitor, pick, other);
  }

  int slots() {
    return nodes * cores;
  }

  CellSpec spec() {
    var spec = CellSpec.of(seed, nodes, SLOT.times(cores));
    var queue = spec.node().queue().with(new OpportunisticConfig(pick, opportunisticShare, false));
    var timing = Timing.seldom(heartbeatNs).with(new Reports(heartbeatNs, heartbeatNs));
    var central = CentralOptions.STANDARD.with(mode);
    return spec.withSchedulers(schedulers)
        .withTiming(timing)
        .withNode(spec.node().with(queue))
        .withAttributes(new RackLayout(RACK_NODES).attributes(nodes))
        .with(monitor)
        .withSharing(Sharing.standard().with(central).with(hybrid));
  }
}
