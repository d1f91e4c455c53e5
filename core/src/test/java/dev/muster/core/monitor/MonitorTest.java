package dev.muster.core.monitor;

import static dev.muster.core.monitor.MonitorCell.MACHINE;
import static dev.muster.core.monitor.MonitorCell.MS;
import static dev.muster.core.monitor.MonitorCell.S;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MasterEvent.GetMachines;
import dev.muster.core.event.MonitorEvent;
import dev.muster.core.event.MonitorEvent.LoadReported;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.ReportLoad;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.AvoidedNode;
import dev.muster.core.event.SchedulerEvent.LoadDelta;
import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.core.event.SchedulerEvent.MachineList;
import dev.muster.core.event.SchedulerEvent.MachinesChanged;
import dev.muster.core.event.SchedulerEvent.NodesAvoided;
import dev.muster.core.fake.Effect;
import dev.muster.core.scheduler.place.load.NodeLoads;
import dev.muster.model.Load;
import dev.muster.model.Resources;
import dev.muster.model.WaitMatrix;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MonitorTest {

  private final MonitorCell cell = new MonitorCell(40);
  private final NodeLoads loads = new NodeLoads(SchedulerEvent.at(0), Long.MAX_VALUE);
  private long seen;

  /** Asks as a scheduler does, for three intervals. */
  private void askAndRun() {
    for (int interval = 0; interval < 3; interval++) {
      cell.ask(0, MonitorCell.INSTANCE, seen);
      cell.run(S);
      take();
    }
  }

  private void take() {
    for (var delta : cell.deltas) {
      loads.on(cell.monitor.nowNs(), delta);
      seen = delta.upTo();
    }
    cell.deltas.clear();
  }

  private long waitNs(int node) {
    return loads.waitNs(node, MACHINE, new Resources(1, 1), 0);
  }

  @Test
  void withoutASchedulerThereIsNoMessageAndNoTimer() {
    cell.run(60 * S);
    assertThat(cell.monitor.sends()).isEmpty();
    assertThat(cell.isQuiet()).isTrue();
  }

  @Test
  void theFirstQuestionAsksForTheNodesAndTheseForTheirLoads() {
    cell.node(7).waitNs = 5 * S;
    var asked = cell.tell(new MonitorEvent.GetLoads(SchedulerEvent.at(0), 0, 0));
    assertThat(asked.sentTo(MasterEvent.at(0)))
        .containsExactly(new GetMachines(MonitorEvent.AT, 0, 0));
    cell.run(S);
    take();
    askAndRun();
    assertThat(cell.nodes.values()).allMatch(node -> node.leases == 1);
    assertThat(waitNs(7)).isEqualTo(5 * S);
    assertThat(waitNs(8)).isZero();
    assertThat(loads.ageNs(cell.monitor.nowNs(), 39)).isLessThan(2 * S);
  }

  @Test
  void interestEndsAndWithItEverything() {
    askAndRun();
    cell.run(60 * S);
    assertThat(cell.isQuiet()).isTrue();
    int sent = cell.monitor.sends().size();
    cell.run(60 * S);
    assertThat(cell.monitor.sends()).hasSize(sent);
    askAndRun();
    assertThat(cell.monitor.sends().size()).isGreaterThan(sent);
    assertThat(loads.ageNs(cell.monitor.nowNs(), 0)).isLessThan(2 * S);
    var transitions = new TreeMap<String, Long>();
    cell.monitor.lifecycles().forEach(one -> one.visit((f, t, n) -> transitions.put(f + t, n)));
    assertThat(transitions).isEqualTo(Map.of("IDLEGATHERING", 2L, "GATHERINGIDLE", 1L));
  }

  @Test
  void leasesAreRenewedInTimeAndNotMoreOften() {
    for (int round = 0; round < 33; round++) {
      askAndRun();
      assertThat(loads.ageNs(cell.monitor.nowNs(), round)).isLessThan(2 * S);
    }
    assertThat(cell.nodes.values()).allMatch(node -> node.leases >= 6 && node.leases <= 10);
  }

  @Test
  void leasesOfALargeCellAreSpread() {
    var large = new MonitorCell(5_000);
    large.ask(0, 0, 0);
    var perInstant = new TreeMap<Long, Integer>();
    for (int beat = 0; beat < 300; beat++) {
      int before = large.monitor.sends().size();
      large.run(100 * MS);
      if (beat % 10 == 0) {
        large.ask(0, MonitorCell.INSTANCE, 0);
      }
      long leases =
          large.monitor.sends().stream()
              .skip(before)
              .filter(send -> send.event() instanceof ReportLoad)
              .count();
      perInstant.put((long) beat, (int) leases);
    }
    assertThat(perInstant.values()).allMatch(count -> count <= 500);
    assertThat(large.nodes.values()).allMatch(node -> node.leases >= 1);
    // the second ones are spread over more than the first
    assertThat(perInstant.tailMap(100L).values()).allMatch(count -> count <= 250);
  }

  /** Its message was lost, or the node started anew and knows of no lease. */
  @Test
  void aNodeThatDoesNotReportGetsItsLeaseAgain() {
    askAndRun();
    cell.node(3).leaseUntilNs = 0;
    askAndRun();
    askAndRun();
    assertThat(cell.node(3).leases).isEqualTo(2);
    assertThat(cell.node(4).leases).isEqualTo(1);
  }

  @Test
  void answersComeAtLeastHalfAnIntervalApart() {
    askAndRun();
    for (int tenth = 0; tenth < 100; tenth++) {
      cell.ask(0, MonitorCell.INSTANCE, seen);
      cell.run(100 * MS);
    }
    assertThat(cell.deltas).hasSizeBetween(15, 20);
  }

  @Test
  void whatIsAsPredictedIsNotToldAgain() {
    cell.nodes.values().forEach(node -> node.freeNs = cell.monitor.nowNs() + 100 * S);
    askAndRun();
    cell.node(9).freeNs -= 30 * S;
    cell.ask(0, MonitorCell.INSTANCE, seen);
    cell.run(S);
    take();
    cell.ask(0, MonitorCell.INSTANCE, seen);
    cell.run(S);
    var delta = cell.deltas.getFirst().loads();
    assertThat(delta.rows().length).isEqualTo(18);
    assertThat(delta.rows()[0]).isEqualTo(9);
    assertThat(delta.again().length).isEqualTo(39 * 2);
    take();
    assertThat(waitNs(9)).isBetween(64 * S, 67 * S);
    assertThat(waitNs(10)).isBetween(94 * S, 97 * S);
    assertThat(loads.ageNs(cell.monitor.nowNs(), 10)).isLessThan(2 * S);
  }

  @Test
  void aSchedulerThatKnowsAnotherInstanceLearnsEverythingAnew() {
    askAndRun();
    cell.ask(1, MonitorCell.INSTANCE - 1, 1_000_000);
    cell.run(S);
    var delta = cell.deltas.getFirst();
    assertThat(delta.from()).isZero();
    assertThat(delta.instance()).isEqualTo(MonitorCell.INSTANCE);
    assertThat(delta.loads().rows().length).isEqualTo(40 * 18);
  }

  @Test
  void schedulersThatHaveSeenTheSameShareOneDelta() {
    askAndRun();
    cell.ask(1, 0, 0);
    cell.ask(2, 0, 0);
    cell.ask(0, MonitorCell.INSTANCE, seen);
    cell.run(100 * MS);
    assertThat(cell.deltas.get(1)).isSameAs(cell.deltas.get(2));
    assertThat(cell.deltas.get(0).from()).isEqualTo(seen);
  }

  @Test
  void staleReportsAndStrangersAreIgnored() {
    askAndRun();
    cell.tell(new LoadReported(3, 1, 1, new Load(0, 0, 0, MonitorCell.waits(9 * S))));
    cell.tell(new LoadReported(3, 0, 99, new Load(0, 0, 0, MonitorCell.waits(9 * S))));
    cell.tell(new LoadReported(3, 1, 99, new Load(0, 0, 0, WaitMatrix.UNKNOWN)));
    cell.tell(new LoadReported(77, 1, 9, new Load(0, 0, 0, MonitorCell.waits(9 * S))));
    cell.ask(0, MonitorCell.INSTANCE, seen);
    cell.run(100 * MS);
    take();
    assertThat(waitNs(3)).isZero();
    assertThat(loads.ageNs(0, 77)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void aNodeThatJoinsAgainGetsItsLeaseAtOnce() {
    askAndRun();
    cell.tell(new MachinesChanged(1, 2, List.of(), List.of(5)));
    var back = new Machine(5, 3, MACHINE, Map.of());
    cell.tell(new MachinesChanged(2, 3, List.of(back), List.of()));
    cell.run(100 * MS);
    assertThat(cell.node(5).leases).isEqualTo(2);
    assertThat(cell.node(6).leases).isEqualTo(1);
  }

  @Test
  void aNodeThatRestartsAgainAndAgainHasWorseOdds() {
    askAndRun();
    long minute = 60 * S;
    for (int restart = 0; restart < 4; restart++) {
      cell.node(5).epoch++;
      askAndRun();
    }
    assertThat(loads.odds(5, minute, cell.monitor.nowNs())).isBetween(0.7, 0.8);
    assertThat(loads.odds(6, minute, cell.monitor.nowNs())).isEqualTo(1);
  }

  @Test
  void aNodeThatLeftIsForgottenAndComesBackAsKnownOffender() {
    cell.node(5).waitNs = 50 * S;
    askAndRun();
    for (int version = 2; version < 8; version += 2) {
      cell.tell(new MachinesChanged(version - 1, version, List.of(), List.of(5)));
      cell.node(5).isReporting = false;
      cell.node(5).epoch++;
      cell.node(5).leaseUntilNs = 0;
      cell.run(100 * MS);
      var back = new Machine(5, version + 1, MACHINE, Map.of());
      cell.tell(new MachinesChanged(version, version + 1, List.of(back), List.of()));
      askAndRun();
    }
    assertThat(cell.node(5).leases).isEqualTo(4);
    assertThat(loads.odds(5, 60 * S, cell.monitor.nowNs())).isBetween(0.85, 0.87);
  }

  /** A14: a tenth of the cell dies at once and returns. */
  @Test
  void afterAMassFailureThoseThatReturnAreAsGoodAsBefore() {
    askAndRun();
    cell.tell(new MachinesChanged(1, 2, List.of(), List.of(0, 1, 2, 3)));
    for (int node = 0; node < 4; node++) {
      cell.node(node).epoch++;
      cell.node(node).leaseUntilNs = 0;
    }
    cell.run(30 * S);
    var back = List.of(machine(0), machine(1), machine(2), machine(3));
    cell.tell(new MachinesChanged(2, 3, back, List.of()));
    askAndRun();
    askAndRun();
    askAndRun();
    for (int node = 0; node < 4; node++) {
      assertThat(loads.odds(node, 3_600 * S, cell.monitor.nowNs())).isEqualTo(1);
      assertThat(loads.ageNs(cell.monitor.nowNs(), node)).isLessThan(2 * S);
    }
  }

  private static Machine machine(int node) {
    return new Machine(node, 3, MACHINE, Map.of());
  }

  /** Whoever joined later than the version that is known has been away. */
  @Test
  void aListOfAllTellsWhoLeftToo() {
    askAndRun();
    cell.node(5).epoch++;
    var machines = new ArrayList<>(cell.list(9).machines());
    machines.set(5, new Machine(5, 8, MACHINE, Map.of()));
    machines.remove(6);
    cell.tell(new MachineList(9, machines));
    cell.tell(new MachineList(9, List.of()));
    askAndRun();
    assertThat(loads.odds(5, 60 * S, cell.monitor.nowNs())).isLessThan(1);
    assertThat(loads.odds(7, 60 * S, cell.monitor.nowNs())).isEqualTo(1);
    long reportedNs = loads.ageNs(0, 6);
    askAndRun();
    assertThat(loads.ageNs(0, 6)).isEqualTo(reportedNs);
    assertThat(loads.ageNs(0, 5)).isLessThan(reportedNs);
  }

  @Test
  void maintenanceIsToldOnceAndWhenItMoves() {
    cell.node(5).maintenanceNs = 300 * S;
    askAndRun();
    assertThat(loads.odds(5, 280 * S, cell.monitor.nowNs())).isEqualTo(1);
    assertThat(loads.odds(5, 310 * S, cell.monitor.nowNs())).isLessThan(0.01);
    cell.ask(0, MonitorCell.INSTANCE, seen);
    cell.run(S);
    assertThat(cell.deltas).allMatch(delta -> delta.loads().risks().length == 0);
    take();
    cell.node(5).maintenanceNs = LoadReported.NO_MAINTENANCE;
    askAndRun();
    askAndRun();
    assertThat(loads.odds(5, 310 * S, cell.monitor.nowNs())).isEqualTo(1);
    cell.node(5).maintenanceNs = 0;
    askAndRun();
    askAndRun();
    assertThat(loads.odds(5, S, cell.monitor.nowNs())).isLessThan(0.01);
  }

  @Test
  void filesAreToldWhenTheyChange() {
    cell.node(5).files = List.of(8L, -3L);
    cell.node(5).listsFiles = true;
    askAndRun();
    assertThat(loads.files().has(5, 8)).isTrue();
    assertThat(loads.files().has(5, -3)).isTrue();
    cell.ask(0, MonitorCell.INSTANCE, seen);
    cell.run(S);
    assertThat(cell.deltas).allMatch(delta -> delta.loads().files().length == 0);
    take();
    cell.node(5).listsFiles = false;
    cell.node(5).files = List.of();
    askAndRun();
    askAndRun();
    assertThat(loads.files().has(5, 8)).isTrue();
    cell.node(5).listsFiles = true;
    askAndRun();
    askAndRun();
    assertThat(loads.files().has(5, 8)).isFalse();
  }

  @Test
  void theLightListIsOfThoseThatAreLightAndWell() {
    for (int node = 0; node < 30; node++) {
      cell.node(node).waitNs = 10 * S;
    }
    cell.node(35).maintenanceNs = 30 * S;
    askAndRun();
    cell.tell(new NodesAvoided(1, List.of(new AvoidedNode(34, "has not reported"))));
    cell.tell(new NodesAvoided(1, List.of()));
    askAndRun();
    askAndRun();
    var light = lightNodes();
    assertThat(light).hasSize(LightNodes.LEAST);
    assertThat(light.subList(8, 16)).containsExactly(30, 31, 32, 33, 36, 37, 38, 39);
  }

  @Test
  void aNodeThatNoLongerReportsIsNotLight() {
    IntStream.range(16, 40).forEach(node -> cell.node(node).waitNs = S);
    askAndRun();
    assertThat(lightNodes()).contains(3);
    cell.node(3).leaseUntilNs = 0;
    cell.nodes.remove(3);
    askAndRun();
    askAndRun();
    assertThat(lightNodes()).doesNotContain(3).contains(2, 4);
  }

  @Test
  void aNodeThatFailsAgainAndAgainIsNotLight() {
    IntStream.range(16, 40).forEach(node -> cell.node(node).waitNs = S);
    askAndRun();
    assertThat(lightNodes()).contains(3);
    for (int restart = 0; restart < 3; restart++) {
      cell.node(3).epoch++;
      askAndRun();
    }
    askAndRun();
    assertThat(lightNodes()).doesNotContain(3).contains(2, 4);
  }

  private List<Integer> lightNodes() {
    return IntStream.range(0, loads.lightCount(0)).mapToObj(loads::light).toList();
  }

  /** Larger than one delta: the rest follows at once, not on the next beat. */
  @Test
  void aLargeCellIsToldInSeveralDeltas() {
    var large = new MonitorCell(5_000);
    large.ask(0, 0, 0);
    large.run(S);
    large.deltas.clear();
    var own = new NodeLoads(SchedulerEvent.at(1), Long.MAX_VALUE);
    large.ask(1, 0, 0);
    large.run(100 * MS);
    LoadDelta first = large.deltas.getFirst();
    assertThat(first.more()).isTrue();
    assertThat(first.loads().rows().length).isEqualTo(LoadDeltas.MAX_ROWS * 18);
    assertThat(own.on(large.monitor.nowNs(), first)).isTrue();
    large.ask(1, MonitorCell.INSTANCE, first.upTo());
    LoadDelta second = large.deltas.getLast();
    assertThat(second.more()).isFalse();
    assertThat(second.loads().relit()).isTrue();
    assertThat(own.on(large.monitor.nowNs(), second)).isFalse();
    assertThat(large.nodes.keySet())
        .allMatch(node -> own.ageNs(large.monitor.nowNs(), node) < 2 * S);
    assertThat(own.lightCount(0)).isEqualTo(500);
  }

  @Test
  void leasesGoToTheirNode() {
    var out = cell.tell(new MonitorEvent.GetLoads(SchedulerEvent.at(0), 0, 0));
    cell.run(S);
    assertThat(out.all()).isNotEmpty();
    assertThat(cell.monitor.sends())
        .contains(new Effect.Send(NodeEvent.at(3), new ReportLoad(S, 20 * S)));
  }
}
