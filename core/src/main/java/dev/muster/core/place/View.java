package dev.muster.core.place;

import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.model.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a scheduler knows of the cell: the nodes and what each has in all. */
public final class View {

  /** Before anything was heard. */
  public static final View EMPTY = new View(0, List.of());

  private final long version;
  private final int[] nodes;
  private final long[] cpuMillis;
  private final long[] memoryBytes;

  /** What each node has of other resources; mostly the one empty map. */
  private final List<Map<String, Long>> named = new ArrayList<>();

  public View(long version, List<Machine> machines) {
    this.version = version;
    this.nodes = new int[machines.size()];
    this.cpuMillis = new long[nodes.length];
    this.memoryBytes = new long[nodes.length];
    for (int at = 0; at < nodes.length; at++) {
      nodes[at] = machines.get(at).node();
      cpuMillis[at] = machines.get(at).capacity().cpuMillis();
      memoryBytes[at] = machines.get(at).capacity().memoryBytes();
      named.add(machines.get(at).capacity().named());
    }
  }

  public long version() {
    return version;
  }

  public int size() {
    return nodes.length;
  }

  public int node(int at) {
    return nodes[at];
  }

  public boolean fits(int at, Resources need) {
    return need.fitsIn(cpuMillis[at], memoryBytes[at]) && need.namedFitIn(named.get(at));
  }
}
