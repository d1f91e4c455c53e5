package dev.muster.core.scheduler;

import static dev.muster.core.fake.Jobs.size;
import static dev.muster.core.fake.Jobs.stage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.event.MasterEvent.CommitTransaction;
import dev.muster.core.event.MasterEvent.GetCellDelta;
import dev.muster.core.event.NodeEvent.KillTask;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.Notice.TaskExplained;
import dev.muster.core.event.ReservationId;
import dev.muster.core.event.ReturnReason;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.AttemptsListed;
import dev.muster.core.event.SchedulerEvent.ClaimsPreempted;
import dev.muster.core.event.SchedulerEvent.ExplainTask;
import dev.muster.core.event.SchedulerEvent.HeldAttempt;
import dev.muster.core.event.SchedulerEvent.JobsInherited;
import dev.muster.core.event.SchedulerEvent.ReservationReturned;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.core.fake.Jobs;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.scheduler.place.commit.CommitConfig;
import dev.muster.model.Edge;
import dev.muster.model.Gang;
import dev.muster.model.JobSpec;
import dev.muster.model.Outcome;
import dev.muster.model.RunResult;
import dev.muster.model.RunResult.LostInputs;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A gang of three tasks, one of which has to run again. */
final class GangRestartTest {

  private static final RunResult FAILED = RunResult.failed(1, "no");
  private static final RunResult KILLED = RunResult.of(Outcome.KILLED, 143, "");
  private static final RunResult OUTPUT = RunResult.SUCCESS.withOutput(1);
  private static final JobSpec RESTART = spec(Gang.RESTART);

  private final CommitCell cell = CommitCell.of(CommitConfig.standard(), size(8, 8));
  private List<PlaceTask> members = List.of();

  private static JobSpec spec(Gang gang) {
    return JobSpec.of("gang", stage("all", 3).with(gang).withRetries(1));
  }

  private void place(JobSpec spec) {
    members = cell.placed(0, 1, spec);
  }

  private static TaskFinished finished(PlaceTask place, RunResult result) {
    var work = place.work();
    return new TaskFinished(0, place.reservation(), work.job(), work.stage(), work.index(), result);
  }

  private RecordingEffects end(int member, RunResult result) {
    return cell.tell(0, finished(members.get(member), result));
  }

  private static List<Long> killed(RecordingEffects out) {
    return out.sent(KillTask.class).stream().map(KillTask::reservation).toList();
  }

  private Long id(int member) {
    return members.get(member).reservation();
  }

  private int task(int member) {
    return members.get(member).work().index();
  }

  /** The tasks that are placed once the master has answered. */
  private List<Integer> placedAfter(RecordingEffects asked) {
    return cell.judged(0, cell.told(0, asked)).sent(PlaceTask.class).stream()
        .map(place -> place.work().index())
        .toList();
  }

  @Test
  void allThatHaveNotSucceededStartAgainTogether() {
    place(RESTART);
    end(0, RunResult.SUCCESS);

    var failed = end(1, FAILED);
    assertThat(killed(failed)).containsExactly(id(2));
    assertThat(failed.sent(GetCellDelta.class)).as("the other still runs").isEmpty();
    var explained = cell.tell(0, new ExplainTask(1, 0, task(1)));
    assertThat(((TaskExplained) explained.published().getFirst()).why().summary())
        .isEqualTo("starts again with its gang, once 1 other has ended");

    assertThat(placedAfter(end(2, KILLED))).containsExactlyInAnyOrder(task(1), task(2));
  }

  @Test
  void ofAGangThatReplacesTheOthersRunOn() {
    place(spec(Gang.REPLACE));

    var failed = end(1, FAILED);

    assertThat(killed(failed)).isEmpty();
    assertThat(placedAfter(failed)).containsExactly(task(1));
  }

  @Test
  void aMemberThatItsNodeReturnsEndsTheOthers() {
    place(RESTART);

    var returned = cell.tell(0, new ReservationReturned(0, id(1), ReturnReason.SICK, "full"));

    assertThat(killed(returned)).containsExactlyInAnyOrder(id(0), id(2));
    assertThat(returned.sent(GetCellDelta.class)).isEmpty();
  }

  @Test
  void theLateSuccessOfAMemberDoesNotKeepTheOthersFromStartingAgain() {
    place(RESTART);
    cell.tell(0, new ReservationReturned(0, id(0), ReturnReason.SICK, "full"));
    assertThat(killed(end(0, RunResult.SUCCESS))).as("they end already").isEmpty();

    assertThat(end(1, KILLED).sent(GetCellDelta.class)).as("one still runs").isEmpty();
    assertThat(placedAfter(end(2, KILLED))).containsExactlyInAnyOrder(task(1), task(2));
  }

  @Test
  void aGangWhoseClaimsAreNotDecidedWaitsForNobody() {
    var committed = cell.told(0, cell.plan(0, 1, RESTART));
    var claims = committed.sent(CommitTransaction.class).getFirst().transaction().ids();
    cell.tell(0, new ClaimsPreempted(List.of(claims[0])));
    cell.tell(0, new TaskFinished(0, 77, 1, 0, 0, FAILED)); // of long ago

    assertThat(placedAfter(cell.judged(0, committed))).hasSize(3);
  }

  /** A reader of the other stage misses what a member made, while the others run. */
  @Test
  void aMemberWhoseOutputIsLostEndsTheOthers() {
    var gang = RESTART.stages().getFirst();
    var reader = stage("reader", 3).withEdges(List.of(Edge.oneToOne("all")));
    var asked = cell.plan(0, 1, JobSpec.of("job", gang, reader));
    members = cell.judged(0, cell.told(0, asked)).sent(PlaceTask.class);
    var read = cell.judged(0, cell.told(0, end(0, OUTPUT))).sent(PlaceTask.class).getFirst();

    var lost = RunResult.inputMissing("gone", new LostInputs("all", List.of(task(0))));
    var out = cell.tell(0, finished(read, lost));

    assertThat(killed(out)).containsExactlyInAnyOrder(id(1), id(2));
  }

  @Test
  void aGangIsWholeUntilAllNodesHaveSaidWhatTheyHoldOfIt() {
    var heir = SchedulerCell.ofEpoch(2);
    heir.scheduler.tell(new JobsInherited(2, 1, List.of(1L)));
    var spec = RESTART.withPolicy(JobSpec.SHARED);
    heir.scheduler.tell(
        new AssignJob(1, spec, SchedulerCell.CLIENT, 0, 2, true, Jobs.done(0), 0, List.of()));
    heir.scheduler.tell(SchedulerCell.view(1, 2));
    long first = ReservationId.of(ReservationId.base(0, 1), 5, 17);
    var onNode0 =
        List.of(new HeldAttempt(first, 1, 0, 0, 1), new HeldAttempt(first + 1, 1, 0, 1, 1));
    heir.scheduler.tell(new AttemptsListed(0, 2, onNode0));

    var done = heir.scheduler.tell(new TaskFinished(0, first, 1, 0, 0, RunResult.SUCCESS));
    assertThat(killed(done)).as("the third may run").isEmpty();

    var counted = heir.scheduler.tell(new AttemptsListed(1, 2, List.of()));
    assertThat(killed(counted)).as("nobody runs the third").containsExactly(first + 1);
  }
}
