package dev.muster.core.scheduler.place.commit;

import static dev.muster.core.fake.Jobs.size;
import static dev.muster.core.fake.Jobs.stage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.cell.Rejection;
import dev.muster.core.cell.RejectionReason;
import dev.muster.core.cell.TransactionResult;
import dev.muster.core.event.MasterEvent.CommitTransaction;
import dev.muster.core.event.MasterEvent.GetCellDelta;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.SchedulerEvent.AvoidedNode;
import dev.muster.core.event.SchedulerEvent.ClaimsPreempted;
import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.core.event.SchedulerEvent.NodesAvoided;
import dev.muster.core.event.SchedulerEvent.TransactionDecided;
import dev.muster.core.fake.Effect;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.scheduler.CommitCell;
import dev.muster.core.scheduler.place.ThinkTime;
import dev.muster.model.JobKind;
import dev.muster.model.JobSpec;
import dev.muster.model.Require;
import dev.muster.model.Where;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Gangs and services among the jobs that claim their room. */
final class CommitterKindsTest {

  private static final CommitConfig CONFIG = CommitConfig.standard();

  private static JobSpec gang(int tasks) {
    return JobSpec.of("gang", stage("all", tasks).asGang());
  }

  private static JobSpec service(int tasks) {
    return JobSpec.of("service", stage("shop", tasks)).with(JobKind.SERVICE);
  }

  /** Two machines in each of three racks; 0 and 1 in the first. */
  private static CommitCell racks(int slots) {
    var machines = new Machine[6];
    for (int node = 0; node < machines.length; node++) {
      var attributes = Map.of("rack", "r" + node / 2, "disk", node % 2 == 0 ? "ssd" : "hdd");
      machines[node] = new Machine(node, size(slots, slots), attributes);
    }
    return new CommitCell(1, CONFIG, ThinkTime.NONE, machines);
  }

  private static List<Integer> nodesOf(RecordingEffects out) {
    return out.only(Effect.Send.class).stream()
        .filter(send -> send.event() instanceof PlaceTask)
        .map(send -> send.to().index())
        .toList();
  }

  private static List<Integer> racksOf(RecordingEffects out) {
    List<Integer> racks = new ArrayList<>();
    for (int node : nodesOf(out)) {
      racks.add(node / 2);
    }
    return racks;
  }

  private static List<Integer> sorted(List<Integer> numbers) {
    return numbers.stream().sorted().toList();
  }

  @Test
  void aGangGoesInWholeThoughOthersNeedNot() {
    var cell = CommitCell.of(CONFIG.withBatch(2), size(4, 4));
    var committed = cell.told(0, cell.plan(0, 1, gang(4)));
    var transaction = committed.sent(CommitTransaction.class).getFirst().transaction();
    assertThat(transaction.options().isAllOrNothing()).isTrue();
    assertThat(transaction.ids()).as("whatever the batch").hasSize(4);
    assertThat(cell.judged(0, committed).sent(PlaceTask.class)).hasSize(4);
  }

  @Test
  void aGangThatLostAClaimBeforeItHeardTheDecisionStartsNoTask() {
    var cell = CommitCell.of(CONFIG, size(8, 8));
    var committed = cell.told(0, cell.plan(0, 1, gang(3)));
    var claims = committed.sent(CommitTransaction.class).getFirst().transaction().ids();
    cell.tell(0, new ClaimsPreempted(List.of(claims[0])));

    var out = cell.judged(0, committed);

    assertThat(out.sent(PlaceTask.class)).isEmpty();
    var started = cell.judged(0, cell.told(0, out));
    assertThat(started.sent(PlaceTask.class)).as("all of them once more").hasSize(3);
    var beat = cell.beatAfter(0, CommitCell.TIMING.beatNs());
    assertThat(beat.sent(CommitTransaction.class).getFirst().transaction().released())
        .containsExactlyInAnyOrder(claims);
  }

  @Test
  void aGangOfWhichAMachineLeftBeforeTheDecisionStartsNoTask() {
    var cell = CommitCell.of(CONFIG, size(8, 8));
    var committed = cell.told(0, cell.plan(0, 1, gang(3)));
    var claims = committed.sent(CommitTransaction.class).getFirst().transaction().ids();
    var decided = cell.judge(committed);
    var gone = new Rejection(1, claims[1], 0, RejectionReason.NO_MACHINE, 0, 0);
    var result = new TransactionResult(List.of(gone), List.of(), decided.result().fresh());

    var out = cell.tell(0, new TransactionDecided(decided.number(), result));

    assertThat(out.sent(PlaceTask.class)).isEmpty();
    var beat = cell.beatAfter(0, CommitCell.TIMING.beatNs());
    assertThat(beat.sent(CommitTransaction.class).getFirst().transaction().released())
        .containsExactlyInAnyOrder(claims[0], claims[2]);
  }

  @Test
  void aGangThatFindsTooLittleRoomTakesNone() {
    var cell = CommitCell.of(CONFIG, size(4, 4));
    cell.placed(0, 1, JobSpec.of("other", stage("work", 1)));
    var out = cell.told(0, cell.plan(0, 2, gang(4)));
    assertThat(out.sent(CommitTransaction.class)).isEmpty();
    assertThat(cell.retry(0, out).sent(GetCellDelta.class)).as("it waits").hasSize(1);
  }

  @Test
  void ofTwoGangsThatWantTheSameRoomOneGetsAllAndTheOtherNothing() {
    var two = new CommitCell(2, CONFIG, ThinkTime.NONE, new Machine(0, size(4, 4)));
    var first = two.told(0, two.plan(0, 1, gang(3)));
    var second = two.told(1, two.plan(1, 2, gang(3)));
    assertThat(two.judged(0, first).sent(PlaceTask.class)).hasSize(3);
    assertThat(two.judged(1, second).sent(PlaceTask.class)).isEmpty();
    assertThat(two.state().claims()).isEqualTo(3);
  }

  @Test
  void aGangWaitsUntilItsJobHasTokensForAllOfIt() {
    var cell = CommitCell.of(CONFIG, size(9, 9));
    var spec = JobSpec.of("job", stage("work", 2), stage("all", 3).asGang()).withTokens(4);
    var asked = cell.plan(0, 1, spec);
    var places = cell.judged(0, cell.told(0, asked)).sent(PlaceTask.class);
    assertThat(places).as("two tokens are left").hasSize(2);

    var after = cell.finished(0, 0, places.getFirst());

    assertThat(after.sent(GetCellDelta.class)).as("three are").hasSize(1);
    assertThat(cell.judged(0, cell.told(0, after)).sent(PlaceTask.class)).hasSize(3);
  }

  @Test
  void theTasksOfAServiceAreSpreadOverRacksAndMachines() {
    var cell = racks(4);
    var out = cell.judged(0, cell.told(0, cell.plan(0, 1, service(6))));
    assertThat(sorted(nodesOf(out))).containsExactly(0, 1, 2, 3, 4, 5);
  }

  @Test
  void whatRunsAlreadyCounts() {
    var cell = racks(4);
    var spec = service(5).withTokens(2);
    var first = cell.judged(0, cell.told(0, cell.plan(0, 1, spec)));
    var racks = racksOf(first);
    assertThat(racks).doesNotHaveDuplicates();

    var place = first.sent(PlaceTask.class).getFirst();
    var after = cell.finished(0, nodesOf(first).getFirst(), place);
    racks.addAll(racksOf(cell.judged(0, cell.told(0, after))));

    assertThat(racks.get(2)).as("not the rack of the one that runs").isNotEqualTo(racks.get(1));
  }

  @Test
  void aServiceRunsWhereItMustAndSpreadsThere() {
    var cell = racks(4);
    var where = Where.ANYWHERE.withRequire(Require.of("disk", "ssd"));
    var spec = JobSpec.of("shop", stage("s", 6).withWhere(where)).with(JobKind.SERVICE);
    var out = cell.judged(0, cell.told(0, cell.plan(0, 1, spec)));
    assertThat(sorted(nodesOf(out))).containsExactly(0, 0, 2, 2, 4, 4);
  }

  @Test
  void whatItPrefersComesFirstAndCounts() {
    var cell = racks(4);
    var prefer = List.of(List.of(0), List.of(0), List.<Integer>of(), List.<Integer>of());
    var where = Where.ANYWHERE.withPrefer(prefer, 1);
    var spec = JobSpec.of("shop", stage("s", 4).withWhere(where)).with(JobKind.SERVICE);
    var racks = racksOf(cell.judged(0, cell.told(0, cell.plan(0, 1, spec))));
    assertThat(sorted(racks)).containsExactly(0, 0, 1, 2);
  }

  @Test
  void avoidedNodesGetNothingUntilTheyAreWell() {
    var cell = racks(1);
    cell.tell(0, new NodesAvoided(1, List.of(new AvoidedNode(0, "does not report"))));
    var placed = cell.judged(0, cell.told(0, cell.plan(0, 1, service(4))));
    assertThat(nodesOf(placed))
        .as("nor is the other node of that rack trusted")
        .hasSize(4)
        .doesNotContain(0, 1);
    var more = cell.judged(0, cell.told(0, cell.plan(0, 2, service(2))));
    assertThat(nodesOf(more)).as("the other one will do").containsExactly(1);

    cell.tell(0, new NodesAvoided(2, List.of()));
    var well = cell.judged(0, cell.told(0, cell.retry(0, more)));
    assertThat(nodesOf(well)).containsExactly(0);
  }
}
