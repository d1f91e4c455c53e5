package dev.muster.sim.fault;

import dev.muster.core.actor.Chance;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A loss of nodes that lasts longer than their leases, at most one in a run.
 *
 * @param fault how they are lost: for good, a whole rack at once, or as if they were dead
 * @param nodes that are lost in the same moment
 * @param forNs how long; {@link #FOREVER} where they never return
 */
public record NodeLoss(Fault fault, List<Integer> nodes, long atNs, long forNs) {

  public static final long FOREVER = Long.MAX_VALUE;

  private static final long MS = 1_000_000;
  private static final long FIRST_NS = 2_000 * MS;
  private static final long LAST_NS = 25_000 * MS;

  /** Longer than a lease, and over before the cell heals. */
  private static final long SHORTEST_NS = 16_000 * MS;

  private static final long LONGEST_NS = 30_000 * MS;

  /**
   * @param attributes of each node, its rack among them
   */
  public static NodeLoss draw(long seed, List<Map<String, String>> attributes) {
    var chance = Chance.of(seed, "losses");
    int node = chance.nextInt(attributes.size());
    long atNs = chance.nextLong(FIRST_NS, LAST_NS);
    long forNs = chance.nextLong(SHORTEST_NS, LONGEST_NS);
    return switch (chance.nextInt(6)) {
      case 0 -> new NodeLoss(Fault.NODE_GONE, List.of(node), atNs, FOREVER);
      case 1 -> new NodeLoss(Fault.RACK_LOST, rackOf(node, attributes), atNs, FOREVER);
      case 2 -> new NodeLoss(Fault.RACK_LOST, rackOf(node, attributes), atNs, forNs);
      case 3 -> new NodeLoss(Fault.NODE_GIVEN_UP, List.of(node), atNs, forNs);
      default -> none();
    };
  }

  /** Of a run without such a loss. */
  public static NodeLoss none() {
    return new NodeLoss(Fault.NODE_GONE, List.of(), 0, 0);
  }

  private static List<Integer> rackOf(int node, List<Map<String, String>> attributes) {
    List<Integer> rack = new ArrayList<>();
    for (int other = 0; other < attributes.size(); other++) {
      if (Objects.equals(attributes.get(other).get("rack"), attributes.get(node).get("rack"))) {
        rack.add(other);
      }
    }
    return rack;
  }

  public boolean isForGood() {
    return forNs == FOREVER;
  }

  /** Whether the node itself crashes, so that other crashes of it have no place. */
  public boolean crashes(int node) {
    return fault != Fault.NODE_GIVEN_UP && nodes.contains(node);
  }
}
