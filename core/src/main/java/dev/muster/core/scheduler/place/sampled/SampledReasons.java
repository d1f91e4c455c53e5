package dev.muster.core.scheduler.place.sampled;

import static dev.muster.model.text.Quantity.formatCount;

import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.CellNodes;
import dev.muster.core.scheduler.place.HeldList;
import dev.muster.core.scheduler.place.NodeReasons;
import dev.muster.core.scheduler.place.Reservation;
import dev.muster.core.scheduler.place.StageTasks;
import dev.muster.core.scheduler.place.View;
import dev.muster.model.Explanation;
import dev.muster.model.Explanation.Candidate;
import dev.muster.model.text.NodeName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Why the tasks of one sampled stage are where they are, or wait. */
final class SampledReasons {

  private final StageTasks tasks;
  private final List<HeldList<Reservation>> reservations;

  SampledReasons(StageTasks tasks, List<HeldList<Reservation>> reservations) {
    this.tasks = tasks;
    this.reservations = reservations;
  }

  /** Of a task that was bound just now. */
  Explanation bound(long nowNs, Attempt attempt) {
    List<Candidate> candidates = new ArrayList<>();
    candidates.add(Candidate.chosen(attempt.node(), "was the first to have resources", 0));
    addReservations(nowNs, candidates);
    var summary = "bound late to " + NodeName.format(attempt.node());
    return Explanation.of(tasks.policy(), summary, candidates);
  }

  /** One candidate for each node, however many reservations of the stage wait there. */
  private void addReservations(long nowNs, List<Candidate> candidates) {
    for (var at : byNode().values()) {
      candidates.add(Candidate.notChosen(at.node, at.reason(), nowNs - at.confirmedNs));
    }
  }

  private Map<Integer, AtNode> byNode() {
    Map<Integer, AtNode> nodes = new LinkedHashMap<>();
    for (var list : reservations) {
      for (var one = list.first(); one != null; one = list.after(one)) {
        nodes.computeIfAbsent(one.node(), AtNode::new).add(one);
      }
    }
    return nodes;
  }

  /** The reservations of the stage at one node. */
  private static final class AtNode {

    private final int node;
    private int count;
    private boolean isBusy;
    private long confirmedNs = Long.MIN_VALUE;

    AtNode(int node) {
      this.node = node;
    }

    void add(Reservation one) {
      count++;
      isBusy |= one.isAtBusyNode();
      confirmedNs = Math.max(confirmedNs, one.confirmedNs());
    }

    String reason() {
      var what = count == 1 ? "a reservation waits" : formatCount(count) + " reservations wait";
      return what + " in its queue" + (isBusy ? ": the node said that it is busy" : "");
    }
  }

  /** Of a task that waits. */
  Explanation waiting(long nowNs, CellNodes nodes, View eligible) {
    List<Candidate> candidates = new ArrayList<>();
    addReservations(nowNs, candidates);
    var need = tasks.spec().resources();
    NodeReasons.addRuledOut(nodes, eligible, need, candidates);
    return Explanation.of(tasks.policy(), summary(nodes, eligible, candidates), candidates);
  }

  private String summary(CellNodes nodes, View eligible, List<Candidate> candidates) {
    if (tasks.wanted() == 0) {
      return tasks.lack();
    }
    if (NodeReasons.areAllAvoided(nodes, eligible, tasks.spec().resources())) {
      return NodeReasons.ALL_AVOIDED;
    }
    int count = byNode().size();
    if (count == 0) {
      return candidates.isEmpty() ? "waits for nodes to join" : "no node can take the task";
    }
    return "waits for the first free of " + formatCount(count) + (count == 1 ? " node" : " nodes");
  }
}
