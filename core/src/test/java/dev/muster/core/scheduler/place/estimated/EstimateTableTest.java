package dev.muster.core.scheduler.place.estimated;

import static dev.muster.core.fake.Jobs.S;
import static dev.muster.core.scheduler.place.estimated.EstimatedCell.all;
import static dev.muster.core.scheduler.place.estimated.EstimatedCell.job;
import static dev.muster.core.scheduler.place.estimated.EstimatedCell.stage;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.muster.core.event.Notice.TaskExplained;
import dev.muster.core.event.SchedulerEvent.AvoidedNode;
import dev.muster.core.event.SchedulerEvent.ExplainTask;
import dev.muster.core.event.SchedulerEvent.NodesAvoided;
import dev.muster.core.fake.Jobs;
import dev.muster.model.Explanation;
import dev.muster.model.Explanation.Candidate;
import dev.muster.model.Explanation.Candidate.CandidateOutcome;
import dev.muster.model.Explanation.TaskEstimate;
import dev.muster.model.Explanation.TaskWait;
import dev.muster.model.ExternalInput;
import dev.muster.model.JobSpec;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The table of the paper's Figure 4, and what tasks wait for. */
final class EstimateTableTest {

  private static final long MB = 1_000_000;
  private static final long MS = 1_000_000;

  private Explanation explain(EstimatedCell cell, int stage, int index) {
    var out = cell.cell.scheduler.tell(new ExplainTask(1, stage, index));
    return ((TaskExplained) out.published().getFirst()).why();
  }

  /** Servers A, B, C and D are nodes 0, 1, 4 and 5; the others are never free. */
  @Test
  void figure4() {
    var cell = new EstimatedCell(8).inRacks(8, 4);
    cell.cell.scheduler.tell(
        new NodesAvoided(
            1,
            List.of(2, 3, 6, 7).stream().map(node -> new AvoidedNode(node, "is busy")).toList()));
    var figure =
        Jobs.stage("figure", 1)
            .withInputs(ExternalInput.of(100 * MB, 0), ExternalInput.of(5_000 * MB, 4))
            .withAfter("before");
    var before = cell.plan(1, job(JobSpec.NO_CAP, stage("before", 1, S), figure)).getFirst();
    explain(cell, 1, 0);
    cell.known(all(0), all(0), all(0), all(0), all(40 * S), all(5 * S), all(0), all(0));
    cell.finish(before);
    var why = explain(cell, 1, 0);
    assertThat(why.candidates())
        .extracting(Candidate::node, one -> one.estimate().totalNs() / (10 * MS))
        .containsExactly(tuple(5, 5_625L), tuple(0, 6_312L), tuple(1, 6_350L), tuple(4, 7_250L));
    assertThat(why.candidates().getFirst())
        .returns(CandidateOutcome.CHOSEN, Candidate::outcome)
        .returns(new TaskEstimate(0, 5 * S, 51_250 * MS, 0, 1, 56_250 * MS), Candidate::estimate);
    assertThat(why.summary())
        .isEqualTo("sent with a token to node-5, expected to be done there in 56s250ms");
  }

  @Test
  void aTaskSaysThatItWaitsForATokenAndWhoIsAhead() {
    var cell = new EstimatedCell(4);
    cell.plan(1, job(1, stage("a", 20, 10 * S)));
    var why = explain(cell, 0, 19);
    assertThat(why.summary()).isEqualTo("waits for a token of its job");
    // One has the token and two run without; each of the three makes way for one of the 17.
    assertThat(why.waiting()).isEqualTo(new TaskWait("all 1 tokens are taken: 1 by a", 16, 60 * S));
  }

  @Test
  void aTaskIsExpectedToStartWhereItsBestCandidateIsFree() {
    var cell = new EstimatedCell(2);
    cell.known(all(60 * S), all(70 * S));
    cell.plan(1, job(JobSpec.NO_CAP, stage("a", 1, 10 * S)));
    assertThat(explain(cell, 0, 0).waiting()).isEqualTo(new TaskWait("", 0, 60 * S));
  }

  @Test
  void reasonsOfTasksThatArePlacedWithTheirJobArePublished() {
    var cell = new EstimatedCell(4);
    cell.plan(1, job(JobSpec.NO_CAP, stage("a", 2, S)).asExplained());
    assertThat(explain(cell, 0, 1).candidates().getFirst())
        .returns(CandidateOutcome.CHOSEN, Candidate::outcome)
        .returns(Candidate.NOTHING_KNOWN, Candidate::ageNs);
  }

  @Test
  void aTaskSaysThatNodesAreBusyAndThatOneIsTooSmall() {
    var cell = new EstimatedCell(2);
    cell.known(all(60 * S), all(70 * S));
    cell.plan(1, job(JobSpec.NO_CAP, stage("a", 1, 10 * S)));
    var why = explain(cell, 0, 0);
    assertThat(why.summary())
        .isEqualTo("waits for a node that is free sooner: the best has it wait 1m");
    assertThat(why.candidates()).extracting(one -> one.estimate().waitNs()).contains(70 * S);
  }

  @Test
  void aTaskThatFitsNowhereSaysWhy() {
    var cell = new EstimatedCell(2);
    cell.plan(1, job(JobSpec.NO_CAP, Jobs.stage("a", 1, Jobs.size(8, 1))));
    var why = explain(cell, 0, 0);
    assertThat(why.summary()).contains("large enough");
    assertThat(why.candidates()).allMatch(one -> one.outcome() == CandidateOutcome.RULED_OUT);
  }

  @Test
  void whatIsSentDoesNotCountAgainstItsOwnNode() {
    var cell = new EstimatedCell(2);
    cell.plan(1, job(JobSpec.NO_CAP, stage("a", 1, 10 * S)).asExplained());
    assertThat(explain(cell, 0, 0).candidates())
        .hasSize(2)
        .allMatch(one -> one.estimate().totalNs() == 11 * S);
  }

  @Test
  void aQuestionChangesNoDecision() {
    var asked = new EstimatedCell(40, EstimatedOptions.STANDARD);
    var other = new EstimatedCell(40, EstimatedOptions.STANDARD);
    var spec = job(2, stage("a", 40, S));
    var first = asked.plan(1, spec);
    assertThat(other.plan(1, spec)).isEqualTo(first);
    explain(asked, 0, 39);
    assertThat(EstimatedCell.sent(asked.finish(first.getFirst())))
        .isEqualTo(EstimatedCell.sent(other.finish(first.getFirst())));
  }
}
