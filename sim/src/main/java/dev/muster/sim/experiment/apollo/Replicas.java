package dev.muster.sim.experiment.apollo;

import dev.muster.core.actor.Chance;
import dev.muster.model.ExternalInput;
import java.util.TreeSet;

/** Where data from outside of jobs is: on one node, and on two of another rack. */
public final class Replicas {

  private Replicas() {}

  /** Fewer where the same node is drawn twice. */
  public static ExternalInput draw(Chance chance, int nodes, int rackNodes, long bytes) {
    int second = chance.nextInt(nodes);
    int first = second - second % rackNodes;
    var holders = new TreeSet<Integer>();
    holders.add(chance.nextInt(nodes));
    holders.add(second);
    holders.add(first + chance.nextInt(Math.min(rackNodes, nodes - first)));
    return ExternalInput.of(bytes, holders.toArray(Integer[]::new));
  }
}
