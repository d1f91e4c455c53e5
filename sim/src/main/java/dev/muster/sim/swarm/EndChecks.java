package dev.muster.sim.swarm;

import dev.muster.check.BrokenPromise;
import dev.muster.check.Promises;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.node.Node;
import dev.muster.model.JobState;
import dev.muster.sim.drive.SimCell;
import dev.muster.sim.fault.NodeLoss;
import dev.muster.sim.fault.SickNodes;
import java.util.Arrays;
import java.util.Map;

/** What must hold once a seed has come to its end: how jobs ended, and that nothing is left. */
final class EndChecks {

  private static final long MS = 1_000_000;

  /** How long after the last end everything that was claimed must be free. */
  private static final long RELEASE_NS = 60_000 * MS;

  private final SimCell cell;
  private final Promises promises;
  private final Ground ground;
  private final NodeLoss loss;
  private final SickNodes sick;

  EndChecks(SimCell cell, Promises promises, Ground ground, NodeLoss loss, SickNodes sick) {
    this.cell = cell;
    this.promises = promises;
    this.ground = ground;
    this.loss = loss;
    this.sick = sick;
  }

  /** Of jobs that are over, nothing may stay claimed. */
  void verifyNoClaims() {
    var simulation = cell.simulation();
    long endNs = simulation.nowNs() + RELEASE_NS;
    while (cell.state().claims() > 0 && simulation.nowNs() < endNs) {
      simulation.runUntil(simulation.nowNs() + 1_000 * MS);
    }
    if (cell.state().claims() > 0) {
      throw new BrokenPromise(
          3, "%d claims are left of jobs that are over".formatted(cell.state().claims()));
    }
  }

  /** When all is over, nothing waits, runs or holds room on any node. */
  void verifyIdle() {
    cell.simulation().runUntil(nowNs() + RELEASE_NS);
    for (int index = 0; index < ground.capacities().size(); index++) {
      boolean isGone = loss.isForGood() && loss.nodes().contains(index);
      if (!isGone && cell.simulation().actor(NodeEvent.at(index)) instanceof Node node) {
        boolean idle = node.waiting() + node.running() + node.opportunistic() == 0;
        if (!idle || !ground.capacities().get(index).fitsIn(node.available())) {
          throw new BrokenPromise(
              3,
              "all is over, and on node-%d %d wait, %d run, %d are opportunistic and %s is free"
                  .formatted(
                      index,
                      node.waiting(),
                      node.running(),
                      node.opportunistic(),
                      node.available()));
        }
      }
    }
  }

  void verifyEnds(Map<String, SwarmJob> jobs, boolean mayMissNodes) {
    for (var report : promises.ends().values()) {
      var job = jobs.get(report.name());
      if (job != null && !mayEnd(job, report.state(), mayMissNodes)) {
        throw new BrokenPromise(
            6,
            "%s may end as %s and was %s: %s"
                .formatted(report.name(), job.allowedEnds(), report.state(), report));
      }
    }
  }

  private boolean mayEnd(SwarmJob job, JobState state, boolean mayMissNodes) {
    boolean missedNodes = state == JobState.INFEASIBLE && mayMissNodes;
    boolean mayLoseTries = state == JobState.FAILED && sick.hasBlackHole();
    return missedNodes || mayLoseTries || job.allowedEnds().contains(state);
  }

  /** When all is over, all masters have applied the same. */
  void verifyMasters() {
    long[] digests = cell.masters().digests();
    for (long digest : digests) {
      if (digest != digests[0]) {
        throw new BrokenPromise(1, "masters differ, all is over: " + Arrays.toString(digests));
      }
    }
  }

  private long nowNs() {
    return cell.simulation().nowNs();
  }
}
