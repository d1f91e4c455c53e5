package dev.muster.core.scheduler.place;

import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.model.Require;
import dev.muster.model.Resources;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/**
 * What a scheduler knows of the cell, or of a part of it: the nodes, in the order of their numbers,
 * what each has in all, and what it is.
 */
public final class View {

  /** Before the first list of machines. */
  public static final View EMPTY = new View(0, List.of());

  /** How many requirements are remembered with the nodes that meet them; the oldest goes first. */
  public static final int MAX_PARTS = 1_000;

  /** How many nodes those may have together. */
  public static final int MAX_PART_NODES = 1_000_000;

  private final long version;
  private final List<Machine> machines;
  private final int[] nodes;
  private final long[] cpuMillis;
  private final long[] memoryBytes;

  /** The version of the view that each node has been in since. */
  private final long[] since;

  /** What each node has of other resources; mostly the one empty map. */
  private final List<Map<String, Long>> named = new ArrayList<>();

  private final Map<Require, View> parts = new LinkedHashMap<>();
  private long partNodes;

  public View(long version, List<Machine> machines) {
    this(version, machines, EMPTY);
  }

  /**
   * @param before the view that this one follows, or the view that this one is a part of
   */
  public View(long version, List<Machine> machines, View before) {
    this.version = version;
    this.machines = machines;
    this.nodes = new int[machines.size()];
    this.cpuMillis = new long[nodes.length];
    this.memoryBytes = new long[nodes.length];
    this.since = new long[nodes.length];
    for (int at = 0; at < nodes.length; at++) {
      nodes[at] = machines.get(at).node();
      cpuMillis[at] = machines.get(at).capacity().cpuMillis();
      memoryBytes[at] = machines.get(at).capacity().memoryBytes();
      named.add(machines.get(at).capacity().named());
      int was = before.find(nodes[at]);
      since[at] = was < 0 ? version : before.since[was];
    }
  }

  /**
   * The view after a change.
   *
   * @param changed machines that joined or changed
   * @param left nodes that left, before those joined
   */
  public View with(long newer, List<Machine> changed, List<Integer> left) {
    var next = new TreeMap<Integer, Machine>();
    machines.forEach(machine -> next.put(machine.node(), machine));
    left.forEach(next::remove);
    changed.forEach(machine -> next.put(machine.node(), machine));
    return next(newer, List.copyOf(next.values()), left);
  }

  /** The view with these machines in all, after those nodes have left. */
  public View next(long newer, List<Machine> all, List<Integer> left) {
    var gone = new TreeSet<>(left);
    var kept = gone.isEmpty() ? this : part(machine -> !gone.contains(machine.node()));
    return new View(newer, all, kept);
  }

  /** The nodes of this view that have left, as a later list of all machines shows. */
  public List<Integer> leftBefore(List<Machine> later) {
    var left = new TreeSet<Integer>();
    machines.forEach(machine -> left.add(machine.node()));
    for (var machine : later) {
      if (machine.joined() <= version) {
        left.remove(machine.node());
      }
    }
    return List.copyOf(left);
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

  /** Where a node is; below zero where it is not here. */
  public int find(int node) {
    return Arrays.binarySearch(nodes, node);
  }

  public Resources capacity(int at) {
    return machines.get(at).capacity();
  }

  public long cpuMillis(int at) {
    return cpuMillis[at];
  }

  public long memoryBytes(int at) {
    return memoryBytes[at];
  }

  /** What a node says of itself under this name; empty where nothing. */
  public String attribute(int at, String name) {
    return machines.get(at).attributes().getOrDefault(name, "");
  }

  public boolean fits(int at, Resources need) {
    return need.fitsIn(cpuMillis[at], memoryBytes[at]) && need.namedFitIn(named.get(at));
  }

  /** How many nodes could ever hold so much. */
  public int fitting(Resources need) {
    int count = 0;
    for (int at = 0; at < nodes.length; at++) {
      count += fits(at, need) ? 1 : 0;
    }
    return count;
  }

  /** The part whose nodes are in no earlier view up to this version, or are as good as new. */
  public View joinedAfter(long earlier, IntPredicate isLikeNew) {
    return part(machine -> since[find(machine.node())] > earlier || isLikeNew.test(machine.node()));
  }

  private View part(Predicate<Machine> wanted) {
    return new View(version, machines.stream().filter(wanted).toList(), this);
  }

  /** The part whose nodes are as required; sought once, as long as the view is the latest. */
  public View meeting(Require require) {
    if (require.isNothing() || nodes.length == 0) {
      return this;
    }
    var known = parts.get(require);
    if (known != null) {
      return known;
    }
    var found = part(machine -> require.holds(machine.node(), machine.attributes()));
    remember(require, found);
    return found;
  }

  private void remember(Require require, View part) {
    parts.put(require, part);
    partNodes += part.size();
    var oldest = parts.values().iterator();
    while (parts.size() > 1 && (parts.size() > MAX_PARTS || partNodes > MAX_PART_NODES)) {
      partNodes -= oldest.next().size();
      oldest.remove();
    }
  }
}
