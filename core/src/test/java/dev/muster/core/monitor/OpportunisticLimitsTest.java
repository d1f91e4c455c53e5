package dev.muster.core.monitor;

import static dev.muster.core.monitor.MonitorCell.S;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.muster.core.event.NodeEvent.SetOpportunisticLimits;
import dev.muster.core.event.SchedulerEvent.MachinesChanged;
import dev.muster.core.monitor.MonitorConfig.Policing;
import dev.muster.core.monitor.MonitorConfig.Shedding;
import dev.muster.model.Load;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What the monitor has nodes do about opportunistic tasks. */
final class OpportunisticLimitsTest {

  private static final long NO_LIMIT = Long.MAX_VALUE;
  private static final long LASTS_NS = 20 * S;

  private MonitorCell cell = new MonitorCell(10);
  private final TreeMap<Integer, SetOpportunisticLimits> latest = new TreeMap<>();
  private int taken;

  private void sheds(double sigmas, int nodes) {
    var shedding = new Shedding(sigmas, S);
    cell = new MonitorCell(nodes, 1, new MonitorConfig(shedding, Policing.OFF));
  }

  private void polices(Policing policing, int nodes) {
    cell = new MonitorCell(nodes, 1, new MonitorConfig(Shedding.OFF, policing));
  }

  /** While some scheduler asks. */
  private void run(int seconds) {
    for (int second = 0; second < seconds; second++) {
      cell.ask(0, 1, 0);
      cell.run(S);
    }
  }

  /** What nodes were told since this was last asked; of each the latest. */
  private TreeMap<Integer, SetOpportunisticLimits> told() {
    var told = new TreeMap<Integer, SetOpportunisticLimits>();
    var sends = cell.monitor.sends();
    for (; taken < sends.size(); taken++) {
      if (sends.get(taken).event() instanceof SetOpportunisticLimits limits) {
        told.put(sends.get(taken).to().index(), limits);
      }
    }
    latest.putAll(told);
    return told;
  }

  /** Which share of its cpu a node was told last. */
  private double cpuOf(int node) {
    told();
    return Objects.requireNonNull(latest.get(node)).cpuShare();
  }

  private static SetOpportunisticLimits shedAbove(long ns) {
    return new SetOpportunisticLimits(1, 1, ns, LASTS_NS);
  }

  private static SetOpportunisticLimits shares(double cpu, double memory) {
    return new SetOpportunisticLimits(cpu, memory, NO_LIMIT, LASTS_NS);
  }

  @Test
  void nobodyIsToldAnythingWhereNothingIsConfigured() {
    cell.node(3).delayNs = 900 * S;
    cell.node(3).guaranteedCpu = 1;
    run(30);
    assertThat(told()).isEmpty();
  }

  // Shedding.

  @Test
  void theLimitIsTheMeanAndSoManyDeviations() {
    sheds(2, 4);
    for (int node = 0; node < 4; node++) {
      cell.node(node).delayNs = (node < 2 ? 6 : 14) * S;
    }
    run(4);
    assertThat(told()).hasSize(4).containsValue(shedAbove(18 * S));
  }

  @Test
  void theLimitIsNeverTooLowToBeWorthTheWay() {
    sheds(0, 4);
    cell.node(1).delayNs = S;
    run(4);
    assertThat(told()).containsValue(shedAbove(S));
  }

  @Test
  void nodesThatServeNoneDoNotCount() {
    sheds(1, 4);
    cell.node(0).delayNs = 4 * S;
    cell.node(1).delayNs = 4 * S;
    cell.node(2).delayNs = 500 * S;
    cell.node(2).idleNs = 1;
    cell.node(3).delayNs = Load.NEVER;
    run(4);
    assertThat(told()).as("they are told all the same").hasSize(4).containsValue(shedAbove(4 * S));
    cell.node(2).opportunistic = 1;
    run(4);
    long limitNs = Objects.requireNonNull(told().get(2)).shedAboveNs();
    assertThat(limitNs).as("some wait there").isGreaterThan(300 * S);
  }

  @Test
  void ofOneNodeThereIsNoSpread() {
    sheds(0, 1);
    cell.node(0).delayNs = 90 * S;
    run(4);
    assertThat(told()).isEmpty();
  }

  @Test
  void aLimitThatHardlyChangesIsNotToldAgainBeforeItWouldLapse() {
    sheds(0, 4);
    for (int node = 0; node < 4; node++) {
      cell.node(node).delayNs = 80 * S;
    }
    run(4);
    assertThat(told()).hasSize(4);
    cell.node(0).delayNs = 100 * S;
    run(4);
    assertThat(told()).as("85 s").isEmpty();
    run(5);
    assertThat(told()).as("after half of the time that limits last").hasSize(4);
    cell.node(0).delayNs = 120 * S;
    cell.node(1).delayNs = 120 * S;
    run(2);
    assertThat(told()).hasSize(4).containsValue(shedAbove(100 * S));
  }

  @Test
  void limitsThatNobodyNeedsAnyLongerAreLifted() {
    sheds(0, 2);
    cell.node(0).delayNs = 10 * S;
    run(4);
    assertThat(told()).hasSize(2);
    cell.node(0).delayNs = Load.NEVER;
    run(2);
    assertThat(told()).hasSize(2).containsValue(shedAbove(NO_LIMIT));
    run(30);
    assertThat(told()).isEmpty();
  }

  @Test
  void aNodeThatStartedAnewIsToldAtOnce() {
    sheds(0, 4);
    cell.nodes.values().forEach(node -> node.delayNs = 40 * S);
    run(3);
    assertThat(told()).hasSize(4);
    cell.node(2).epoch++;
    run(2);
    assertThat(told()).containsOnlyKeys(2);
    cell.tell(new MachinesChanged(1, 2, List.of(), List.of(3)));
    run(1);
    assertThat(told()).isEmpty();
    cell.tell(new MachinesChanged(2, 3, List.of(cell.list(3).machines().get(3)), List.of()));
    run(2);
    assertThat(told()).containsOnlyKeys(3);
  }

  @Test
  void aNodeThatDoesNotReportIsToldNothing() {
    sheds(0, 4);
    cell.nodes.values().forEach(node -> node.delayNs = 40 * S);
    run(4);
    cell.node(1).leaseUntilNs = 0;
    cell.nodes.remove(1);
    run(5);
    told();
    cell.node(0).delayNs = 400 * S;
    run(2);
    assertThat(told()).containsOnlyKeys(0, 2, 3);
  }

  @Test
  void aLargeCellIsToldLittleByLittle() {
    sheds(0, 4_000);
    cell.nodes.values().forEach(node -> node.delayNs = 40 * S);
    run(3);
    told();
    cell.nodes.values().forEach(node -> node.delayNs = 90 * S);
    int sum = 0;
    for (int beat = 0; beat < 40; beat++) {
      cell.ask(0, 1, 0);
      cell.run(S / 10);
      int count = told().size();
      assertThat(count).isLessThanOrEqualTo(200);
      sum += count;
    }
    assertThat(sum).isGreaterThanOrEqualTo(4_000);
  }

  @Test
  void whenNobodyWantsLoadsNobodyIsTold() {
    sheds(0, 4);
    cell.node(0).delayNs = 40 * S;
    run(4);
    cell.run(10 * S);
    told();
    cell.run(60 * S);
    assertThat(told()).isEmpty();
    assertThat(cell.isQuiet()).isTrue();
  }

  // Policing.

  private static Policing history(int horizons, double deviations) {
    return new Policing(10 * S, 10 * S * horizons, deviations);
  }

  @Test
  void whatGuaranteedTasksLeaveIsForOthersEachResourceApart() {
    polices(history(2, 1), 3);
    cell.node(0).guaranteedCpu = 0.75;
    cell.node(0).guaranteedMemory = 0.25;
    cell.node(1).guaranteedCpu = 0.01;
    run(3);
    assertThat(told())
        .as("a little is no news, nor is nothing")
        .containsOnlyKeys(0)
        .containsEntry(0, shares(0.25, 0.75));
  }

  @Test
  void thePeakOfTheHorizonCounts() {
    polices(history(2, 0), 1);
    cell.node(0).guaranteedCpu = 0.5;
    run(3);
    cell.node(0).guaranteedCpu = 0.25;
    run(3);
    assertThat(told()).containsEntry(0, shares(0.5, 1));
    cell.node(0).guaranteedCpu = 0.75;
    run(2);
    assertThat(told()).containsEntry(0, shares(0.25, 1));
  }

  @Test
  void pastHorizonsAreForgottenByAndBy() {
    polices(history(2, 0), 1);
    cell.node(0).guaranteedCpu = 0.8;
    run(10);
    assertThat(cpuOf(0)).isEqualTo(0.2, within(1e-9));
    cell.node(0).guaranteedCpu = 0;
    run(9);
    assertThat(cpuOf(0)).as("expected again within a horizon").isEqualTo(0.2, within(1e-9));
    run(4);
    assertThat(cpuOf(0)).isEqualTo(0.6, within(1e-9));
    run(10);
    assertThat(cpuOf(0)).isEqualTo(0.8, within(1e-9));
    cell.node(0).guaranteedCpu = 0.7;
    run(2);
    assertThat(cpuOf(0)).as("at once").isEqualTo(0.3, within(1e-9));
  }

  @Test
  void demandThatVariesIsKeptMoreFor() {
    polices(history(2, 1), 2);
    for (int horizon = 0; horizon < 12; horizon++) {
      cell.node(0).guaranteedCpu = 0.5;
      cell.node(1).guaranteedCpu = horizon % 2 == 0 ? 0.3 : 0.7;
      run(10);
    }
    cell.node(0).guaranteedCpu = 0;
    cell.node(1).guaranteedCpu = 0;
    run(12);
    assertThat(cpuOf(0)).isGreaterThan(cpuOf(1) + 0.1);
  }

  @Test
  void withoutMemoryNothingStarts() {
    polices(history(2, 1), 1);
    cell.node(0).guaranteedMemory = 1;
    run(3);
    assertThat(told()).containsEntry(0, shares(0, 0));
  }

  @Test
  void aNodeOfWhichNothingWasHeardForAHorizonBeginsAnew() {
    polices(history(9, 1), 1);
    cell.node(0).guaranteedCpu = 0.9;
    run(30);
    cell.run(60 * S);
    told();
    cell.node(0).guaranteedCpu = 0.4;
    run(3);
    assertThat(cpuOf(0)).isEqualTo(0.6);
  }

  @Test
  void settingsThatMakeNoSenseAreRejected() {
    assertThatThrownBy(() -> new Shedding(-1, 0)).hasMessageContaining("not negative");
    assertThatThrownBy(() -> new Shedding(Double.NaN, 0)).hasMessageContaining("not negative");
    assertThatThrownBy(() -> new Shedding(1, -1)).hasMessageContaining("not negative");
    assertThatThrownBy(() -> new Policing(2, 1, 0)).hasMessageContaining("no history");
    assertThatThrownBy(() -> new Policing(-1, 1, 0)).hasMessageContaining("no history");
    assertThatThrownBy(() -> new Policing(1, 1, -1)).hasMessageContaining("no history");
  }
}
