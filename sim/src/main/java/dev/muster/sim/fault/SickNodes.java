package dev.muster.sim.fault;

import dev.muster.core.actor.Chance;
import dev.muster.model.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of one run that are sick for a while: their disk is full, their memory is short, or all
 * tasks fail there at once and nobody else knows why.
 */
public record SickNodes(List<Sickness> all) {

  /**
   * A node is sick.
   *
   * @param noticedNs when the machine says so, where it does
   */
  public record Sickness(int node, Fault fault, long fromNs, long noticedNs, long untilNs) {

    private boolean isAt(int where, long nowNs) {
      return where == node && fromNs <= nowNs && nowNs < untilNs;
    }
  }

  private static final List<Fault> KINDS =
      List.of(Fault.DISK_FULL, Fault.BLACK_HOLE, Fault.MEMORY_SHORT);
  private static final int MAX_SICK = 3;
  private static final long MS = 1_000_000;

  public static SickNodes draw(long seed, int nodes, long healNs) {
    var chance = Chance.of(seed, "sick");
    List<Sickness> drawn = new ArrayList<>();
    int count = chance.nextBoolean() ? 1 + chance.nextInt(MAX_SICK) : 0;
    for (int i = 0; i < count; i++) {
      long fromNs = chance.nextLong(healNs);
      long untilNs = Math.min(healNs, fromNs + chance.nextLong(20_000 * MS));
      long noticedNs = fromNs + chance.nextLong(3_000 * MS);
      var fault = KINDS.get(chance.nextInt(KINDS.size()));
      drawn.add(new Sickness(chance.nextInt(nodes), fault, fromNs, noticedNs, untilNs));
    }
    return new SickNodes(drawn);
  }

  /** Without sicknesses of these kinds. */
  public SickNodes without(Set<Fault> faults) {
    return new SickNodes(all.stream().filter(each -> !faults.contains(each.fault())).toList());
  }

  /** What comes of a task that is launched there now; null where the node is well. */
  public @Nullable RunResult resultOn(int node, long nowNs) {
    for (var each : all) {
      if (each.isAt(node, nowNs) && each.fault() != Fault.MEMORY_SHORT) {
        return each.fault() == Fault.DISK_FULL
            ? RunResult.notStarted("No space left on device")
            : RunResult.failed(1, "a black hole");
      }
    }
    return null;
  }

  /** Whether tasks may fail by the fault of a node that does not say so. */
  public boolean hasBlackHole() {
    return all.stream().anyMatch(each -> each.fault() == Fault.BLACK_HOLE);
  }
}
