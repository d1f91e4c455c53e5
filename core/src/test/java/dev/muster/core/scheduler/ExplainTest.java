package dev.muster.core.scheduler;

import static dev.muster.core.fake.Jobs.UNIT;
import static dev.muster.core.fake.Jobs.size;
import static dev.muster.core.fake.Jobs.stage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Event;
import dev.muster.core.event.Notice.TaskExplained;
import dev.muster.core.event.SchedulerEvent.ExplainTask;
import dev.muster.core.event.SchedulerEvent.HoldStage;
import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.core.event.SchedulerEvent.StageSizeRecorded;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.scheduler.place.ThinkTime;
import dev.muster.core.scheduler.place.commit.CommitConfig;
import dev.muster.model.Explanation;
import dev.muster.model.Explanation.Candidate;
import dev.muster.model.Explanation.Candidate.CandidateOutcome;
import dev.muster.model.JobSpec;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Why a task is where it is, or still waits. */
final class ExplainTest {

  private final SchedulerCell cell = new SchedulerCell(4);

  private Explanation ask(long job, int stage, int index) {
    return only(cell.scheduler.tell(new ExplainTask(job, stage, index)));
  }

  private static Explanation only(RecordingEffects out) {
    var explained =
        out.published().stream().filter(TaskExplained.class::isInstance).map(Event.class::cast);
    return ((TaskExplained) explained.findFirst().orElseThrow()).why();
  }

  private static List<Integer> nodes(Explanation why, CandidateOutcome outcome) {
    return why.candidates().stream()
        .filter(one -> one.outcome() == outcome)
        .map(Candidate::node)
        .toList();
  }

  @Test
  void aWaitingTaskSaysWhereItsReservationsAre() {
    cell.reserved(1, JobSpec.of("job", stage("a", 1)));

    var why = ask(1, 0, 0);

    assertThat(why.policy()).isEqualTo(JobSpec.SAMPLED);
    assertThat(why.summary()).isEqualTo("waits for the first free of 2 nodes");
    assertThat(nodes(why, CandidateOutcome.NOT_CHOSEN)).hasSize(2);
  }

  /** In a cell of four nodes ten tasks have several reservations at each. */
  @Test
  void aNodeIsNamedOnceHoweverManyReservationsAreThere() {
    cell.reserved(1, JobSpec.of("job", stage("a", 10)));

    var why = ask(1, 0, 0);

    assertThat(why.summary()).isEqualTo("waits for the first free of 4 nodes");
    assertThat(nodes(why, CandidateOutcome.NOT_CHOSEN)).containsExactlyInAnyOrder(0, 1, 2, 3);
    assertThat(why.candidates())
        .extracting(Candidate::reason)
        .allMatch(reason -> reason.matches("[2-9] reservations wait in its queue.*"));
  }

  @Test
  void autoSaysWhyItChoseThePolicy() {
    cell.plan(1, JobSpec.of("job", stage("a", 1), stage("b", 2).asGang()).asExplained());
    cell.plan(2, JobSpec.of("job", stage("a", 1)).withPolicy(JobSpec.SAMPLED));

    assertThat(ask(1, 0, 0).policyReason()).contains("any node will do");
    assertThat(ask(1, 1, 0).policyReason()).contains("a gang needs room");
    assertThat(ask(2, 0, 0).policyReason()).as("the job chose").isEmpty();
  }

  @Test
  void aTaskThatNoNodeCanTakeSaysWhatWouldHaveToChange() {
    cell.plan(1, JobSpec.of("job", stage("a", 1, size(9, 1))));

    var why = ask(1, 0, 0);

    assertThat(why.summary()).isEqualTo("no node can take the task");
    assertThat(nodes(why, CandidateOutcome.RULED_OUT)).containsExactly(0, 1, 2, 3);
    assertThat(why.candidates().getFirst().reason()).contains("is too small", "9", "4");
  }

  @Test
  void aTaskThatWasWithdrawnSaysSo() {
    var ids = cell.reserved(1, JobSpec.of("job", stage("a", 3)));
    ask(1, 0, 0);
    for (int task = 0; task < 3; task++) {
      cell.assigned(ids.get(task));
    }
    cell.scheduler.tell(new HoldStage(1, 1, 1, 0, 1));
    cell.scheduler.tell(new StageSizeRecorded(1, 1, 1));

    assertThat(ask(1, 0, 2).summary()).isEqualTo("is beyond the size of its stage");
    assertThat(cell.scheduler.tell(new ExplainTask(1, 0, 3)).all()).as("never was").isEmpty();
  }

  @Test
  void aTaskWithoutATokenSaysSo() {
    var ids = cell.reserved(1, JobSpec.of("job", stage("a", 2)).withTokens(1));
    cell.assigned(0, ids.getFirst());

    assertThat(ask(1, 0, 1).summary()).isEqualTo("waits for a token of its job");
  }

  @Test
  void aPlacementLeavesItsReasonsOnceSomebodyHasAsked() {
    var ids = cell.reserved(1, JobSpec.of("job", stage("a", 2)));
    cell.assigned(0, ids.get(0));
    assertThat(ask(1, 0, 0).summary()).isEqualTo("runs on node-0");

    cell.assigned(1, ids.get(1));

    var why = ask(1, 0, 1);
    assertThat(why.summary()).isEqualTo("bound late to node-1");
    assertThat(nodes(why, CandidateOutcome.CHOSEN)).containsExactly(1);
  }

  @Test
  void aStageThatIsBlockedSaysForWhichItWaits() {
    cell.plan(1, JobSpec.of("job", stage("a", 1), stage("b", 1).withAfter("a")));

    assertThat(ask(1, 1, 0).summary()).isEqualTo("waits for a (0 of 1 tasks done)");
  }

  @Test
  void aJobThatIsToBeExplainedPublishesTheReasonsOfItsFirstPlacement() {
    var spec = JobSpec.of("job", stage("a", 1));
    var ids = cell.reserved(1, spec.asExplained());

    var why = only(cell.wanted(0, ids.getFirst()));

    assertThat(why.summary()).isEqualTo("bound late to node-0");
    assertThat(why.waiting()).isNull();
    assertThat(ask(1, 0, 0)).isEqualTo(why);
  }

  @Test
  void nothingIsPublishedOfAJobThatNobodyAsksAboutNorOfOneThatIsOnlyAskedAbout() {
    var ids = cell.reserved(1, JobSpec.of("job", stage("a", 2)));
    assertThat(cell.wanted(0, ids.get(0)).published()).isEmpty();
    ask(1, 0, 0);
    assertThat(cell.wanted(1, ids.get(1)).published()).isEmpty();
  }

  @Test
  void whatIsNotThereIsNotExplained() {
    cell.plan(1, JobSpec.of("job", stage("a", 1)));

    for (var question :
        List.of(
            new ExplainTask(2, 0, 0),
            new ExplainTask(1, 1, 0),
            new ExplainTask(1, -1, 0),
            new ExplainTask(1, 0, 1),
            new ExplainTask(1, 0, -1))) {
      assertThat(cell.scheduler.tell(question).all()).isEmpty();
    }
  }

  @Test
  void aClaimSaysWhichMachinesWereLookedAtAndHowOldTheReplicaWas() {
    var machines = new Machine[] {new Machine(0, size(1, 1)), new Machine(1, size(9, 9))};
    var commit = new CommitCell(1, CommitConfig.standard(), ThinkTime.NONE, machines);
    var spec = JobSpec.of("job", stage("a", 1, size(2, 2)), stage("b", 1, UNIT).withAfter("a"));
    var asked = commit.plan(0, 1, spec);
    var waiting = only(commit.tell(0, new ExplainTask(1, 0, 0)));
    assertThat(waiting.policy()).isEqualTo(JobSpec.SHARED);
    assertThat(waiting.summary()).isEqualTo("its claim is being decided");

    commit.judged(0, commit.told(0, asked));

    var why = only(commit.tell(0, new ExplainTask(1, 0, 0)));
    assertThat(why.summary()).isEqualTo("claimed on node-1");
    assertThat(nodes(why, CandidateOutcome.CHOSEN)).containsExactly(1);
    assertThat(nodes(why, CandidateOutcome.RULED_OUT)).containsExactly(0);
  }

  @Test
  void anExplanationKeepsSoManyCandidatesAndCountsTheRest() {
    var many = new SchedulerCell(40);
    many.plan(1, JobSpec.of("job", stage("a", 30)));

    var why = only(many.scheduler.tell(new ExplainTask(1, 0, 0)));

    assertThat(why.candidates()).hasSize(Explanation.MAX_CANDIDATES);
    assertThat(why.omitted()).isEqualTo(40 - Explanation.MAX_CANDIDATES);
  }
}
