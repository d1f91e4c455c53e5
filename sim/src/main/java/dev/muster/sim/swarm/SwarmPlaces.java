package dev.muster.sim.swarm;

import dev.muster.core.actor.Chance;
import dev.muster.model.Require;
import dev.muster.model.StageSpec;
import dev.muster.model.Where;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Random attributes of nodes, and stages that want to run on some of them. */
final class SwarmPlaces {

  private static final List<String> ZONES = List.of("a", "b", "c");
  private static final int RACKS = 3;
  private static final long MS = 1_000_000;
  private static final int MAX_PREFERRED = 4;
  private static final int MAX_PATIENCE_MS = 5_000;

  private final Chance chance;
  private final int nodes;

  SwarmPlaces(Chance chance, int nodes) {
    this.chance = chance;
    this.nodes = nodes;
  }

  List<Map<String, String>> attributes() {
    List<Map<String, String>> drawn = new ArrayList<>();
    for (int node = 0; node < nodes; node++) {
      var own = new TreeMap<String, String>();
      own.put("rack", "r" + node % RACKS);
      own.put("zone", ZONES.get(chance.nextInt(ZONES.size())));
      if (chance.nextBoolean()) {
        own.put("disk", "ssd");
      }
      drawn.add(own);
    }
    return drawn;
  }

  /**
   * Half of all stages run anywhere; the others require something, prefer something, or both. Some
   * say how long their tasks take.
   */
  StageSpec restrict(StageSpec plain) {
    var stage = plain.withEstimate(chance.nextInt(3) * 500L * MS);
    int kind = chance.nextInt(8);
    if (kind < 4) {
      return stage;
    }
    var where = Where.ANYWHERE;
    if (kind == 4 || kind == 7) {
      where = where.withRequire(require());
    }
    if (kind >= 5) {
      where = where.withPrefer(preferences(stage.tasks()), patience());
    }
    return stage.withWhere(where);
  }

  private Require require() {
    return switch (chance.nextInt(3)) {
      case 0 -> Require.of("disk", "ssd");
      case 1 -> Require.of("zone", "a", "b");
      default -> Require.of("node", "node-0", "node-" + chance.nextInt(nodes));
    };
  }

  private long patience() {
    return chance.nextBoolean() ? Where.FIRM : (1 + chance.nextInt(MAX_PATIENCE_MS)) * MS;
  }

  private List<List<Integer>> preferences(int tasks) {
    List<List<Integer>> drawn = new ArrayList<>();
    for (int task = 0; task < tasks; task++) {
      List<Integer> preferred = new ArrayList<>();
      for (int left = chance.nextInt(MAX_PREFERRED); left > 0; left--) {
        int node = chance.nextInt(nodes);
        if (!preferred.contains(node)) {
          preferred.add(node);
        }
      }
      drawn.add(preferred);
    }
    return drawn;
  }
}
