package dev.muster.core.scheduler.place.estimated;

import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.CellNodes;
import dev.muster.core.scheduler.place.NodeReasons;
import dev.muster.core.scheduler.place.estimated.EstimatedJob.RoundState;
import dev.muster.model.Explanation;
import dev.muster.model.Explanation.Candidate;
import dev.muster.model.Explanation.TaskEstimate;
import dev.muster.model.JobSpec;
import dev.muster.model.Tier;
import dev.muster.model.WaitMatrix;
import dev.muster.model.text.NodeName;
import dev.muster.model.text.Quantity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Why tasks are where they are, or what they wait for: the table of the paper's Figure 4, with the
 * terms of every estimate.
 */
final class EstimateTable {

  private static final long MS = 1_000_000;

  private static final Comparator<Candidate> BY_TOTAL =
      Comparator.comparingLong(one -> one.estimate().totalNs());

  private final CellNodes nodes;
  private final CompletionEstimates estimates;
  private final Candidates candidates;

  /**
   * @param candidates with chances of their own: a question changes no decision
   */
  EstimateTable(CellNodes nodes, CompletionEstimates estimates, Candidates candidates) {
    this.nodes = nodes;
    this.estimates = estimates;
    this.candidates = candidates;
  }

  /** The candidates of a task that is about to be placed, the chosen node first. */
  List<Candidate> considered(CandidateSets sets, int index, int chosen) {
    List<Candidate> all = new ArrayList<>();
    for (int number = 0; number < sets.size(index); number++) {
      int node = sets.node(index, number);
      if (node != chosen) {
        all.add(candidate(node, "another is better, or was taken by a task that saves more there"));
      }
    }
    all.sort(BY_TOTAL);
    var terms = terms(chosen);
    var reason = "is expected to be done first" + givenWay();
    all.addFirst(Candidate.chosen(chosen, reason, age()).with(terms));
    return all;
  }

  /** Of a task that was just placed. */
  Explanation placed(Attempt attempt, List<Candidate> considered) {
    var tier = attempt.tier() == Tier.GUARANTEED ? "with a token" : "without a token";
    var summary = "sent " + tier + " to " + NodeName.format(attempt.node());
    var totalNs = considered.getFirst().estimate().totalNs();
    return Explanation.of(
        JobSpec.ESTIMATED, summary + ", expected to be done there in " + time(totalNs), considered);
  }

  private Candidate candidate(int node, String reason) {
    var terms = terms(node);
    return Candidate.notChosen(node, reason + givenWay(), age()).with(terms);
  }

  /** What is in the total of the latest estimate and in no other term. */
  private String givenWay() {
    return estimates.displaces() ? "; opportunistic tasks there would have to give way" : "";
  }

  private TaskEstimate terms(int node) {
    long totalNs = estimates.completionNs(node);
    return new TaskEstimate(
        estimates.startupNs(),
        estimates.waitNs(),
        estimates.readNs(),
        estimates.cpuNs(),
        estimates.odds(),
        totalNs);
  }

  private static String time(long ns) {
    return ns == WaitMatrix.NEVER ? "for ever" : Quantity.formatDuration(ns / MS * MS);
  }

  private long age() {
    return estimates.ageNs() == Long.MAX_VALUE ? Candidate.NOTHING_KNOWN : estimates.ageNs();
  }

  /** Of a task that waits for its job, for a token or for a better node. */
  Explanation waiting(long nowNs, EstimatedStage stage, int task) {
    estimates.begin(nowNs);
    estimates.of(stage.tasks, stage.files, task);
    var drawn = candidates.draw(nowNs, stage, task, estimates);
    List<Candidate> all = new ArrayList<>();
    for (int i = 0; i < drawn.size(); i++) {
      all.add(candidate(drawn.at(i), "comes into question"));
    }
    all.sort(BY_TOTAL);
    var summary = summary(stage, all);
    NodeReasons.addRuledOut(nodes, stage.eligible(), estimates.need(), all);
    return Explanation.of(JobSpec.ESTIMATED, summary, all);
  }

  private String summary(EstimatedStage stage, List<Candidate> all) {
    if (!stage.tasks.mayStart()) {
      return "its job may not start it";
    }
    if (all.isEmpty()) {
      return NodeReasons.areAllAvoided(nodes, stage.eligible(), estimates.need())
          ? NodeReasons.ALL_AVOIDED
          : "no node that is as required is large enough, or the nodes that it insists on are gone";
    }
    long waitNs = all.getFirst().estimate().waitNs();
    if (stage.job.tokens() == 0) {
      return "waits for a token of its job";
    }
    var soonest = ": the best has it wait " + time(waitNs);
    return stage.job.state() == RoundState.PARKED
        ? "waits for a node that is free sooner" + soonest
        : "is placed with the next round" + soonest;
  }
}
