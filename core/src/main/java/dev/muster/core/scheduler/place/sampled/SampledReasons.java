package dev.muster.core.scheduler.place.sampled;

import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.CellNodes;
import dev.muster.core.scheduler.place.HeldList;
import dev.muster.core.scheduler.place.NodeReasons;
import dev.muster.core.scheduler.place.Reservation;
import dev.muster.core.scheduler.place.StageTasks;
import dev.muster.core.scheduler.place.View;
import dev.muster.model.Explanation;
import dev.muster.model.Explanation.Candidate;
import java.util.ArrayList;
import java.util.List;

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
    var summary = "bound late to node " + attempt.node();
    return Explanation.of(tasks.policy(), summary, candidates);
  }

  private void addReservations(long nowNs, List<Candidate> candidates) {
    for (var list : reservations) {
      for (var one = list.first(); one != null; one = list.after(one)) {
        var reason =
            one.isAtBusyNode()
                ? "a reservation waits in its queue: the node said that it is busy"
                : "a reservation waits in its queue";
        candidates.add(Candidate.notChosen(one.node(), reason, nowNs - one.confirmedNs()));
      }
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
    int count = reservations.stream().mapToInt(HeldList::count).sum();
    if (count == 0) {
      return candidates.isEmpty() ? "waits for nodes to join" : "no node can take the task";
    }
    return "waits for the first free of " + count + " nodes";
  }
}
