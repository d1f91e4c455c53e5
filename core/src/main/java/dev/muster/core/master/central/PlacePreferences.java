package dev.muster.core.master.central;

import dev.muster.core.cell.NodePreference;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Where a request wants its containers, less what was granted since it said so. */
final class PlacePreferences {

  private static final long NEVER = Long.MAX_VALUE;

  /** How many tasks prefer each node, and how many none. */
  private final TreeMap<Integer, Integer> preferred = new TreeMap<>();

  private int anywhere;

  /** The racks of preferred nodes, found when they are asked for. */
  private final TreeSet<String> racks = new TreeSet<>();

  /** Since when preferred nodes are sought, and how many others were let pass. */
  private long soughtNs = NEVER;

  private int missed;

  void take(List<NodePreference> nodes, int elsewhere) {
    preferred.clear();
    racks.clear();
    nodes.forEach(each -> preferred.put(each.node(), each.tasks()));
    anywhere = elsewhere;
  }

  /** Containers are sought from now on, unless they were before. */
  void seek(long nowNs) {
    soughtNs = Math.min(soughtNs, nowNs);
  }

  void rest() {
    soughtNs = NEVER;
    missed = 0;
  }

  /** A container where tasks prefer to be begins the search for the others anew. */
  void granted(long nowNs, int node) {
    if (prefers(node)) {
      preferred.merge(node, -1, Integer::sum);
      soughtNs = nowNs;
      missed = 0;
    } else if (anywhere > 0) {
      anywhere--;
    }
  }

  /** Whether some task prefers some node. */
  boolean areAny() {
    return !preferred.isEmpty();
  }

  /** The nodes that tasks prefer, those that have as many containers as that among them. */
  Set<Integer> nodes() {
    return preferred.keySet();
  }

  /** Whether one container more is preferred there. */
  boolean prefers(int node) {
    return preferred.getOrDefault(node, 0) > 0;
  }

  /** How many containers may be anywhere. */
  int anywhere() {
    return anywhere;
  }

  TreeSet<String> racks() {
    return racks;
  }

  long soughtNs() {
    return soughtNs;
  }

  int missed() {
    return missed;
  }

  /** A node that would do was let pass, for one that is nearer. */
  void miss() {
    missed++;
  }
}
