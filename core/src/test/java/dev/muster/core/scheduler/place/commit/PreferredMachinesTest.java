package dev.muster.core.scheduler.place.commit;

import static dev.muster.core.fake.Jobs.S;
import static dev.muster.core.fake.Jobs.size;
import static dev.muster.core.fake.Jobs.stage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.event.MasterEvent.CommitTransaction;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.scheduler.CommitCell;
import dev.muster.core.scheduler.place.ThinkTime;
import dev.muster.model.Elastic;
import dev.muster.model.JobSpec;
import dev.muster.model.Where;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tasks that prefer machines, of jobs with few tokens: machine 0 has one slot, 1 has eight. */
final class PreferredMachinesTest {

  private static final int SMALL = 0;
  private static final int LARGE = 1;

  private final CommitCell cell =
      new CommitCell(
          1,
          CommitConfig.standard(),
          ThinkTime.NONE,
          new Machine(SMALL, size(1, 1)),
          new Machine(LARGE, size(8, 8)));

  /** Each task prefers one machine. */
  private static JobSpec job(int tokens, long patienceNs, int... machines) {
    List<List<Integer>> prefer = new ArrayList<>();
    for (int machine : machines) {
      prefer.add(List.of(machine));
    }
    var where = Where.ANYWHERE.withPrefer(prefer, patienceNs);
    var stage = stage("read", machines.length).withWhere(where).withEstimate(10 * S);
    return JobSpec.of("reader", stage).withTokens(tokens);
  }

  private RecordingEffects committed(JobSpec spec) {
    return cell.told(0, cell.plan(0, 1, spec));
  }

  private void fillSmall() {
    var other = job(1, Where.FIRM, SMALL);
    assertThat(cell.placed(0, 9, other)).hasSize(1);
  }

  private static int[] machines(RecordingEffects out) {
    return out.sent(CommitTransaction.class).getFirst().transaction().machines();
  }

  private static List<Integer> tasks(RecordingEffects out) {
    return out.sent(PlaceTask.class).stream().map(place -> place.work().index()).toList();
  }

  @Test
  void noMoreOfThemStartThanThereAreTokens() {
    var committed = committed(job(2, Where.FIRM, LARGE, LARGE, LARGE, LARGE));
    assertThat(machines(committed)).containsExactly(LARGE, LARGE);
    var started = cell.judged(0, committed);
    assertThat(tasks(started)).containsExactly(0, 1);

    var next = cell.told(0, cell.finished(0, LARGE, started.sent(PlaceTask.class).getFirst()));
    assertThat(machines(next)).as("a token is back").containsExactly(LARGE);
    assertThat(tasks(cell.judged(0, next))).containsExactly(2);
  }

  @Test
  void theOnlyTokenGoesToATaskWhoseMachineHasRoomNotToTheFirstInLine() {
    fillSmall();
    var committed = committed(job(1, Where.FIRM, SMALL, SMALL, LARGE, LARGE));
    assertThat(machines(committed)).containsExactly(LARGE);
    assertThat(tasks(cell.judged(0, committed))).containsExactly(2);
  }

  @Test
  void whoHasNoPatienceGoesElsewhereWithATokenOfItsOwn() {
    fillSmall();
    var committed = committed(job(2, 1, SMALL, LARGE, LARGE));
    assertThat(machines(committed)).containsExactly(LARGE, LARGE);
    assertThat(tasks(cell.judged(0, committed))).containsExactlyInAnyOrder(0, 1);
  }

  @Test
  void aJobThatGrowsHasThemBeyondItsTokens() {
    var grows = job(1, Where.FIRM, LARGE, LARGE, LARGE, LARGE).with(Elastic.MAX_PARALLELISM);
    var committed = committed(grows);
    assertThat(machines(committed)).containsExactly(LARGE, LARGE, LARGE, LARGE);
    assertThat(tasks(cell.judged(0, committed))).containsExactly(0, 1, 2, 3);
  }
}
