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

  /** Of a task that was just placed, whose candidates are these. */
  Explanation placed(CandidateSets sets, int index, Attempt attempt) {
    List<Candidate> all = new ArrayList<>();
    for (int number = 0; number < sets.size(index); number++) {
      int node = sets.node(index, number);
      if (node != attempt.node()) {
        all.add(candidate(node, "another is better, or was taken by a task that saves more there"));
      }
    }
    all.sort(BY_TOTAL);
    var terms = terms(attempt.node());
    var chosen = Candidate.chosen(attempt.node(), "is expected to be done first", age());
    all.addFirst(chosen.with(terms));
    var tier = attempt.tier() == Tier.GUARANTEED ? "with a token" : "without a token";
    var summary = "sent " + tier + " to " + NodeName.format(attempt.node());
    return Explanation.of(
        JobSpec.ESTIMATED,
        summary + ", expected to be done there in " + time(terms.totalNs()),
        all);
  }

  private Candidate candidate(int node, String reason) {
    var terms = terms(node);
    return Candidate.notChosen(node, reason, age()).with(terms);
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

  /** As far as anything is known. */
  private long age() {
    return estimates.ageNs() == Long.MAX_VALUE ? 0 : estimates.ageNs();
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
      return "waits for a token of its job, as do " + ahead(stage);
    }
    var soonest = ": the best has it wait " + time(waitNs);
    return stage.job.state() == RoundState.PARKED
        ? "waits for a node that is free sooner" + soonest
        : "is placed with the next round" + soonest;
  }

  /** Who gets tokens first: stages of a higher priority, and those of its own before the task. */
  private static String ahead(EstimatedStage stage) {
    long others = 0;
    for (var each : stage.job.active()) {
      if (each == stage) {
        break;
      }
      others += each.tasks.waiting();
    }
    long own = stage.tasks.waiting() - 1L;
    long doneNs = stage.tasks.meanTaskNs();
    var text =
        Quantity.formatCount(own)
            + " others of its stage and "
            + Quantity.formatCount(others)
            + " of stages with a longer way to the end of the job";
    long tokens = Math.max(1, stage.tasks.jobSpec().tokens());
    return doneNs == 0
        ? text
        : text + "; expected to start within " + time((others + own + tokens) / tokens * doneNs);
  }
}
