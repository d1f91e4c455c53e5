package dev.muster.sim.machine;

import dev.muster.core.scheduler.place.estimated.CompletionModel.InputDistance;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Which nodes are near each other: neighbours by their numbers share a rack.
 *
 * @param nodesPerRack 1 where all nodes are as far from each other
 */
public record RackLayout(int nodesPerRack) {

  public static final RackLayout NONE = new RackLayout(1);

  private static final String ATTRIBUTE = "rack";

  public RackLayout {
    if (nodesPerRack < 1) {
      throw new IllegalArgumentException("a rack has nodes, not " + nodesPerRack);
    }
  }

  public int of(int node) {
    return Math.floorDiv(node, nodesPerRack);
  }

  public InputDistance distance(int node, int other) {
    if (node == other) {
      return InputDistance.LOCAL;
    }
    return of(node) == of(other) ? InputDistance.RACK : InputDistance.REMOTE;
  }

  /** As nodes tell schedulers; nothing where there are no racks. */
  public List<Map<String, String>> attributes(int nodes) {
    return nodesPerRack == 1
        ? List.of()
        : IntStream.range(0, nodes).mapToObj(node -> Map.of(ATTRIBUTE, "r" + of(node))).toList();
  }
}
