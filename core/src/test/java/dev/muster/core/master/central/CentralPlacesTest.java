package dev.muster.core.master.central;

import static dev.muster.core.fake.Jobs.S;
import static dev.muster.core.fake.Jobs.UNIT;
import static dev.muster.core.fake.Jobs.size;
import static dev.muster.core.master.central.CentralCell.awaited;
import static dev.muster.core.master.central.CentralCell.barring;
import static dev.muster.core.master.central.CentralCell.granted;
import static dev.muster.core.master.central.CentralCell.preferring;
import static dev.muster.core.master.central.CentralCell.request;
import static dev.muster.core.master.central.CentralCell.running;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.cell.Container;
import dev.muster.core.cell.ContainerShortage;
import dev.muster.core.cell.NodePreference;
import dev.muster.core.fake.Jobs;
import dev.muster.core.master.central.CentralOptions.Mode;
import dev.muster.model.Gang;
import dev.muster.model.JobSpec;
import dev.muster.model.Where;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Containers where tasks prefer to be, by heartbeat, and for attempts that run already. */
final class CentralPlacesTest {

  private static final long PATIENCE_NS = 3 * S;

  /** Four nodes in two racks: 0 and 1, 2 and 3. */
  private static CentralCell racks(CentralOptions options, int cores) {
    var cell = new CentralCell(options);
    for (int node = 0; node < 4; node++) {
      cell.join(node, size(cores, cores), Map.of("rack", "r" + node / 2));
    }
    return cell;
  }

  private static JobSpec local(int tasks, long patienceNs) {
    List<List<Integer>> prefer = new ArrayList<>();
    for (int task = 0; task < tasks; task++) {
      prefer.add(List.of(0));
    }
    var where = Where.ANYWHERE.withPrefer(prefer, patienceNs);
    return JobSpec.of("local", Jobs.stage("a", tasks).withWhere(where));
  }

  private static List<Integer> nodes(List<Container> containers) {
    return containers.stream().map(Container::node).toList();
  }

  @Test
  void containersAreWhereTasksPreferToBe() {
    var cell = racks(CentralOptions.STANDARD, 4).job(1, local(3, PATIENCE_NS));
    var wanted = request(1, UNIT, cell.claims(3));
    var out = cell.send(preferring(wanted, 0, new NodePreference(1, 1), new NodePreference(3, 2)));
    assertThat(nodes(granted(out))).containsExactlyInAnyOrder(1, 3, 3);
  }

  @Test
  void noMoreThanPreferItAreOnANode() {
    var cell = racks(CentralOptions.STANDARD, 4).job(1, local(3, PATIENCE_NS));
    var wanted = request(1, UNIT, cell.claims(3));
    var out = cell.send(preferring(wanted, 1, new NodePreference(1, 1)));
    assertThat(granted(out)).as("one there, one anywhere").hasSize(2);
    assertThat(nodes(granted(out))).contains(1);
  }

  @Test
  void aRequestIsPatientThenAnyNodeWillDoAndBestOneOfTheRack() {
    var cell = racks(CentralOptions.STANDARD, 1).job(1, local(1, PATIENCE_NS)).job(2, local(9, 0));
    cell.avoided.add(0);
    var wanted = request(1, UNIT, cell.claims(1));
    var asked = cell.send(preferring(wanted, 0, new NodePreference(0, 1)));
    assertThat(granted(asked)).isEmpty();
    assertThat(awaited(asked).why()).isEqualTo(ContainerShortage.PREFERENCE);
    assertThat(cell.pass(PATIENCE_NS - 1)).isEmpty();
    assertThat(nodes(cell.pass(S))).containsExactly(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void theRackIsThatOfThePreferredNode(int preferred) {
    var cell = racks(CentralOptions.STANDARD, 1).job(1, local(1, PATIENCE_NS));
    cell.avoided.add(preferred);
    var wanted = request(1, UNIT, cell.claims(1));
    cell.send(preferring(wanted, 0, new NodePreference(preferred, 1)));
    assertThat(nodes(cell.pass(PATIENCE_NS + S))).containsExactly(preferred ^ 1);
  }

  @Test
  void whereTheRackIsFullAnyOtherWillDo() {
    var cell = racks(CentralOptions.STANDARD, 1).job(1, local(1, PATIENCE_NS));
    cell.avoided.addAll(List.of(0, 1));
    cell.send(preferring(request(1, UNIT, cell.claims(1)), 0, new NodePreference(0, 1)));
    assertThat(nodes(cell.pass(PATIENCE_NS + S))).containsAnyOf(2, 3).hasSize(1);
  }

  @Test
  void aFirmRequestWaitsForEver() {
    var cell = racks(CentralOptions.STANDARD, 1).job(1, local(1, Where.FIRM));
    cell.avoided.add(0);
    cell.send(preferring(request(1, UNIT, cell.claims(1)), 0, new NodePreference(0, 1)));
    assertThat(cell.pass(15 * S)).isEmpty();
    cell.avoided.clear();
    assertThat(nodes(cell.pass(2 * S))).containsExactly(0);
  }

  @Test
  void aPreferredNodeThatIsFreedIsUsedByThoseThatPreferItThoughOthersMayGoFirst() {
    var cell = racks(CentralOptions.STANDARD, 1).job(1, Jobs.job(9)).job(2, local(1, PATIENCE_NS));
    cell.job(3, Jobs.job(9));
    var all = granted(cell.want(1, UNIT, 4));
    cell.send(preferring(request(2, UNIT, cell.claims(1)), 0, new NodePreference(0, 1)));
    cell.want(3, UNIT, 1);
    var other = all.stream().filter(each -> each.node() == 2).findFirst().orElseThrow();
    assertThat(granted(cell.end(other))).allMatch(each -> cell.isOf(3, each.claim())).hasSize(1);
    var first = all.stream().filter(each -> each.node() == 0).findFirst().orElseThrow();
    assertThat(granted(cell.end(first))).allMatch(each -> cell.isOf(2, each.claim())).hasSize(1);
  }

  @Test
  void aFirmRequestHasItsNodeKept() {
    var cell = racks(CentralOptions.STANDARD, 2).job(1, Jobs.job(99));
    var where = Where.ANYWHERE.withPrefer(List.of(List.of(3)), Where.FIRM);
    cell.job(2, JobSpec.of("firm", Jobs.stage("a", 1, size(2, 2)).withWhere(where)));
    granted(cell.want(1, UNIT, 8));
    var wanted = request(2, size(2, 2), cell.claims(1));
    cell.send(preferring(wanted, 0, new NodePreference(3, 1)));
    cell.pass(CentralOptions.STANDARD.reserving().afterNs() + S);
    var again = request(2, size(2, 2), cell.claims(1));
    var wait = awaited(cell.send(preferring(again, 0, new NodePreference(3, 1))));
    assertThat(wait.why()).isEqualTo(ContainerShortage.RESERVED);
    assertThat(wait.node()).isEqualTo(3);
  }

  @Test
  void aGangIsPatientToo() {
    var cell = racks(CentralOptions.STANDARD, 1);
    var where = Where.ANYWHERE.withPrefer(List.of(List.of(0), List.of(0)), PATIENCE_NS);
    var stage = Jobs.stage("a", 2).with(Gang.REPLACE).withWhere(where);
    cell.job(1, JobSpec.of("gang", stage));
    cell.send(preferring(request(1, UNIT, cell.claims(2)), 0, new NodePreference(0, 2)));
    assertThat(cell.pass(PATIENCE_NS - 1)).isEmpty();
    assertThat(cell.pass(S)).hasSize(2);
  }

  // By heartbeat.

  private static CentralOptions heartbeats(int containers, int missed) {
    return CentralOptions.STANDARD.with(Mode.heartbeats(containers, missed));
  }

  @Test
  void aNodeGetsSoManyContainersWhenItReports() {
    var cell = racks(heartbeats(2, 0), 4).job(1, Jobs.job(9));
    assertThat(granted(cell.want(1, UNIT, 7))).isEmpty();
    assertThat(cell.pass(5 * S)).isEmpty();
    assertThat(nodes(granted(cell.heartbeat(2)))).containsExactly(2, 2);
    assertThat(nodes(granted(cell.heartbeat(2)))).containsExactly(2, 2);
    assertThat(granted(cell.heartbeat(2))).as("it is full").isEmpty();
    var last = granted(cell.heartbeat(0));
    assertThat(last).hasSize(2);
    assertThat(granted(cell.end(last.getFirst()))).as("until it reports").isEmpty();
    assertThat(granted(cell.heartbeat(0))).hasSize(1);
  }

  @Test
  void afterItsPatienceARequestLetsSoManyNodesPassForOneOfTheRack() {
    var cell = racks(heartbeats(1, 3), 1).job(1, local(2, PATIENCE_NS));
    cell.avoided.add(0);
    cell.send(preferring(request(1, UNIT, cell.claims(2)), 0, new NodePreference(0, 2)));
    assertThat(granted(cell.heartbeat(2))).isEmpty();
    assertThat(granted(cell.heartbeat(1))).as("the rack will not do yet").isEmpty();
    cell.pass(PATIENCE_NS);
    assertThat(granted(cell.heartbeat(2))).as("nor will any node now").isEmpty();
    assertThat(nodes(granted(cell.heartbeat(1)))).containsExactly(1);
    assertThat(nodes(granted(cell.heartbeat(3)))).as("it let three pass").containsExactly(3);
  }

  @Test
  void gangsAndWhatIsLargeStartByHeartbeatToo() {
    var cell = racks(heartbeats(1, 0), 2).job(1, Jobs.job(99)).job(2, Jobs.job(9));
    cell.want(1, UNIT, 99);
    List<Container> small = new ArrayList<>();
    for (int beat = 0; beat < 8; beat++) {
      small.addAll(granted(cell.heartbeat(beat % 4)));
    }
    cell.want(2, size(2, 2), 1);
    cell.pass(CentralOptions.STANDARD.reserving().afterNs() + S);
    List<Container> large = new ArrayList<>();
    for (var container : small) {
      cell.end(container);
      large.addAll(granted(cell.heartbeat(container.node())));
    }
    assertThat(large).anyMatch(each -> cell.isOf(2, each.claim()));

    var gangs = racks(heartbeats(1, 0), 2);
    gangs.job(1, JobSpec.of("gang", Jobs.stage("a", 8).with(Gang.REPLACE)));
    assertThat(granted(gangs.want(1, UNIT, 8))).hasSize(8);
  }

  // Beside opportunistic tasks.

  /** Job 1 has tried, so that the central scheduler listens; of each node all is opportunistic. */
  private static CentralCell opportunistic(CentralOptions options, int... nodes) {
    var cell = racks(options, 2).job(1, Jobs.job(99)).job(2, Jobs.job(99));
    cell.send(request(1, size(9, 9), cell.claims(1)));
    for (int node : nodes) {
      cell.heartbeat(node, size(2, 2), size(2, 2));
    }
    return cell;
  }

  @Test
  void nodesWithoutOpportunisticTasksGoFirstThenTheOthersAtOnce() {
    var cell = opportunistic(CentralOptions.STANDARD, 0, 1, 3);
    assertThat(nodes(granted(cell.want(2, UNIT, 2)))).containsExactly(2, 2);
    assertThat(nodes(granted(cell.want(2, UNIT, 6)))).hasSize(6).doesNotContain(2);
  }

  @Test
  void whatIsLeftBesideOpportunisticTasksIsAsGood() {
    var cell = opportunistic(CentralOptions.STANDARD, 0, 1, 2);
    cell.heartbeat(3, size(2, 2), UNIT);
    assertThat(nodes(granted(cell.want(2, UNIT, 1)))).containsExactly(3);
    assertThat(nodes(granted(cell.want(2, UNIT, 1)))).doesNotContain(3);
  }

  @Test
  void aNodeWhoseOpportunisticTasksHaveEndedIsLikeAnyOther() {
    var cell = opportunistic(CentralOptions.STANDARD, 0, 1, 2, 3);
    cell.heartbeat(1, size(2, 2), size(0, 0));
    assertThat(nodes(granted(cell.want(2, UNIT, 2)))).containsExactly(1, 1);
  }

  @Test
  void aNodeThatReturnsHasNoOpportunisticTasks() {
    var cell = opportunistic(CentralOptions.STANDARD, 0, 1, 2, 3);
    cell.die(1);
    cell.rejoin(1, size(2, 2));
    assertThat(nodes(granted(cell.want(2, UNIT, 2)))).containsExactly(1, 1);
  }

  @Test
  void onlySoManyNodesAreSpared() {
    int all = ContainerSearch.MAX_SPARED + 2;
    var cell = new CentralCell(CentralOptions.STANDARD).nodes(all, size(2, 2));
    cell.job(1, Jobs.job(99)).job(2, Jobs.job(999));
    cell.send(request(1, size(9, 9), cell.claims(1)));
    for (int node = 1; node < all; node++) {
      cell.heartbeat(node, size(2, 2), size(2, 2));
    }
    var used = new TreeSet<Integer>();
    for (int i = 0; i < 2 * all; i++) {
      var container = granted(cell.want(2, size(2, 2), 1)).getFirst();
      used.add(container.node());
      cell.end(container);
    }
    assertThat(used).as("node 0 is among the first 101 nearly always, not always").contains(0);
    assertThat(used).hasSizeBetween(2, 10);
  }

  @Test
  void byHeartbeatNodesWithOpportunisticTasksAreLetPassForAWhile() {
    var mode = Mode.heartbeats(9, 0).withSparing(2 * S);
    var cell = opportunistic(CentralOptions.STANDARD.with(mode), 3).after(9 * S);
    cell.want(2, UNIT, 3);
    assertThat(granted(cell.heartbeat(3, size(2, 2), UNIT))).as("beside them").hasSize(1);
    assertThat(granted(cell.heartbeat(3, UNIT, UNIT))).isEmpty();
    assertThat(cell.pass(2 * S - 1)).isEmpty();
    assertThat(granted(cell.heartbeat(3, UNIT, UNIT))).isEmpty();
    assertThat(cell.pass(1)).isEmpty();
    assertThat(nodes(granted(cell.heartbeat(3, UNIT, UNIT)))).containsExactly(3);
    assertThat(nodes(granted(cell.heartbeat(0)))).containsExactly(0);
  }

  // Attempts that run.

  @Test
  void anAttemptThatRunsGetsAContainerOnItsNodeOrNone() {
    var cell = racks(CentralOptions.STANDARD, 2).job(1, Jobs.job(9)).job(2, Jobs.job(9));
    var run = cell.claims(1).getFirst();
    var none = request(1, UNIT, List.of());
    assertThat(granted(cell.send(running(none, new Container(run, 2)))))
        .containsExactly(new Container(run, 2));

    granted(cell.want(2, UNIT, 7));
    var late = cell.claims(1).getFirst();
    assertThat(granted(cell.send(running(none, new Container(late, 3))))).isEmpty();
    assertThat(cell.isOvercommitted()).isFalse();
  }

  @Test
  void itIsTriedAgainWhenTheSchedulerSaysSoAgain() {
    var cell = racks(CentralOptions.STANDARD, 1).job(1, Jobs.job(9)).job(2, Jobs.job(9));
    var all = granted(cell.want(2, UNIT, 4));
    long run = cell.claims(1).getFirst();
    var asked = running(request(1, UNIT, List.of()), new Container(run, all.getFirst().node()));
    assertThat(granted(cell.send(asked))).isEmpty();
    cell.end(all.getFirst());
    assertThat(granted(cell.send(asked))).hasSize(1);
    assertThat(granted(cell.send(asked))).as("again").hasSize(1);
    assertThat(cell.state.cell().claims()).isEqualTo(4);
  }

  @Test
  void aBarredNodeIsNoPlaceForIt() {
    var cell = racks(CentralOptions.STANDARD, 1).job(1, Jobs.job(9));
    long run = cell.claims(1).getFirst();
    var asked = running(request(1, UNIT, List.of()), new Container(run, 2));
    assertThat(granted(cell.send(barring(asked, 2)))).isEmpty();
  }
}
