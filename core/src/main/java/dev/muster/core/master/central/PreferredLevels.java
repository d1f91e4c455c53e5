package dev.muster.core.master.central;

import dev.muster.core.actor.Timing;
import dev.muster.core.master.state.RegisteredMachines;
import java.util.TreeSet;

/**
 * Delay scheduling: how far from the nodes that tasks prefer a request accepts containers.
 *
 * <pre>
 *   NODE --patience is over--> RACK --so many nodes were let pass--> ANYWHERE
 *     ^                          a container on a preferred node        |
 *     +-----------------------------------------------------------------+
 * </pre>
 *
 * <p>Where containers are placed at once no node is let pass: once patience is over a node of the
 * same rack is only better than another. Tasks without preferences accept any node.
 */
final class PreferredLevels {

  /** The attribute that names the rack of a node. */
  static final String RACK = "rack";

  enum PreferredLevel {
    NODE,
    RACK,
    ANYWHERE
  }

  private final RegisteredMachines machines;
  private final int mostMissed;

  /**
   * @param mostMissed how many nodes are let pass for one of the same rack
   */
  PreferredLevels(RegisteredMachines machines, int mostMissed) {
    this.machines = machines;
    this.mostMissed = mostMissed;
  }

  PreferredLevel of(long nowNs, PendingRequest request) {
    if (!request.places.areAny() || request.places.anywhere() > 0) {
      return PreferredLevel.ANYWHERE;
    }
    var where = request.spec.where();
    if (where.isFirm() || nowNs < patientUntilNs(request)) {
      return PreferredLevel.NODE;
    }
    return request.places.missed() < mostMissed ? PreferredLevel.RACK : PreferredLevel.ANYWHERE;
  }

  /** Whether only preferred nodes will ever do. */
  boolean insists(PendingRequest request) {
    return request.places.areAny()
        && request.places.anywhere() == 0
        && request.spec.where().isFirm();
  }

  /** Until when only preferred nodes will do. */
  static long patientUntilNs(PendingRequest request) {
    var where = request.spec.where();
    return where.isFirm()
        ? Long.MAX_VALUE
        : Timing.later(request.places.soughtNs(), where.patienceNs());
  }

  boolean accepts(long nowNs, PendingRequest request, int node) {
    return request.places.prefers(node)
        || switch (of(nowNs, request)) {
          case NODE -> false;
          case RACK -> isNear(request, node);
          case ANYWHERE -> true;
        };
  }

  /** Whether the node is in the rack of one that tasks prefer. */
  boolean isNear(PendingRequest request, int node) {
    var rack = rackOf(node);
    return !rack.isEmpty() && racks(request).contains(rack);
  }

  private TreeSet<String> racks(PendingRequest request) {
    var racks = request.places.racks();
    if (racks.isEmpty()) {
      request.places.nodes().forEach(node -> racks.add(rackOf(node)));
      racks.remove("");
    }
    return racks;
  }

  private String rackOf(int node) {
    var machine = machines.machine(node);
    return machine == null ? "" : machine.attributes().getOrDefault(RACK, "");
  }
}
