package dev.muster.core.scheduler.place.estimated;

import dev.muster.core.actor.flat.IntList;
import dev.muster.core.scheduler.place.CellNodes;
import dev.muster.core.scheduler.place.View;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/**
 * Where each node is in the view of the cell, and in which rack: by number, so that nothing is
 * searched. Made anew when the view changed.
 */
final class CellRacks {

  /** Of a node that is not in the cell. */
  static final int NOWHERE = -1;

  /** Of a node that names no rack: everything else is remote. */
  static final int NO_RACK = -1;

  private static final String RACK = "rack";

  private final CellNodes nodes;
  private View view = View.EMPTY;
  private int[] positions = {};
  private int[] rackOf = {};
  private final List<IntList> members = new ArrayList<>();

  CellRacks(CellNodes nodes) {
    this.nodes = nodes;
  }

  /** The whole cell. To be asked for before the others, once per event. */
  View view() {
    if (view != nodes.view()) {
      view = nodes.view();
      read();
    }
    return view;
  }

  private void read() {
    int bound = view.size() == 0 ? 0 : view.node(view.size() - 1) + 1;
    positions = new int[bound];
    rackOf = new int[bound];
    Arrays.fill(positions, NOWHERE);
    Arrays.fill(rackOf, NO_RACK);
    members.clear();
    var names = new TreeMap<String, Integer>();
    for (int at = 0; at < view.size(); at++) {
      int node = view.node(at);
      positions[node] = at;
      var name = view.attribute(at, RACK);
      if (!name.isEmpty()) {
        rackOf[node] = names.computeIfAbsent(name, _ -> names.size());
        if (rackOf[node] == members.size()) {
          members.add(new IntList());
        }
        members.get(rackOf[node]).add(node);
      }
    }
  }

  /** Every node of the cell is below this. */
  int bound() {
    return positions.length;
  }

  /** The place of a node in the view, or {@link #NOWHERE}. */
  int position(int node) {
    return node < positions.length ? positions[node] : NOWHERE;
  }

  /** The number of its rack, or {@link #NO_RACK}. */
  int rack(int node) {
    return node < rackOf.length ? rackOf[node] : NO_RACK;
  }

  int racks() {
    return members.size();
  }

  IntList members(int rack) {
    return members.get(rack);
  }
}
