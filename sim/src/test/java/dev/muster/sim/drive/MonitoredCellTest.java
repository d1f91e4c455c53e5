package dev.muster.sim.drive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.check.Observer;
import dev.muster.core.actor.Actor;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Role;
import dev.muster.core.actor.Timer;
import dev.muster.core.event.MonitorEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.ReportLoad;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.LoadDelta;
import dev.muster.core.event.Wake;
import dev.muster.core.scheduler.place.load.NodeLoads;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A monitor among real nodes and masters, with a scheduler that only watches. */
final class MonitoredCellTest {

  private static final long MS = 1_000_000;
  private static final long S = 1_000 * MS;
  private static final int NODES = 50;
  private static final Resources SLOT = new Resources(1_000, 1 << 20);
  private static final Resources MACHINE = new Resources(8_000, 8 << 20);
  private static final Address<SchedulerEvent> WATCHER = SchedulerEvent.at(1);

  private enum Watch implements Timer {
    ASK
  }

  /** Asks for loads as long as it wants them. */
  private static final class Watcher implements Actor<SchedulerEvent> {

    private final NodeLoads loads = new NodeLoads(WATCHER, Long.MAX_VALUE);
    private long untilNs;

    @Override
    public void start(long nowNs, Effects out) {
      out.wake(nowNs + S, Watch.ASK);
    }

    @Override
    public void on(long nowNs, SchedulerEvent event, Effects out) {
      if (event instanceof Wake && nowNs < untilNs) {
        loads.ask(out);
        out.wake(nowNs + S, Watch.ASK);
      } else if (event instanceof LoadDelta delta && loads.on(nowNs, delta)) {
        loads.ask(out);
      }
    }
  }

  /** What goes to the monitor and what the monitor sends. */
  private static final class Traffic implements Observer {
    private int messages;

    @Override
    public void sent(Address<?> to, Event event) {
      if (to.role() == Role.MONITOR || event instanceof ReportLoad || event instanceof LoadDelta) {
        messages++;
      }
    }
  }

  private final Watcher watcher = new Watcher();
  private final Traffic traffic = new Traffic();
  private final SimCell cell = cell();

  private SimCell cell() {
    var spec = CellSpec.of(1, NODES, MACHINE);
    var made =
        SimCell.calm(spec, SchedulerMaker.PRODUCTION, MS / 2, (_, _) -> 30 * S, traffic, _ -> {});
    made.simulation().add(WATCHER, watcher, 0);
    return made;
  }

  private void runUntil(long seconds) {
    cell.simulation().runUntil(seconds * S);
  }

  private long oldestNs() {
    long nowNs = cell.simulation().nowNs();
    return IntStream.range(0, NODES).mapToLong(n -> watcher.loads.ageNs(nowNs, n)).max().orElse(0);
  }

  @Test
  void aWatcherLearnsTheLoadsOfAllNodes() {
    watcher.untilNs = 60 * S;
    var stage = StageSpec.of("a", 8 * NODES, SLOT, List.of("modelled")).withEstimate(30 * S);
    cell.submit(S, "k", JobSpec.of("job", stage));
    runUntil(8);
    assertThat(oldestNs()).isLessThan(3 * S);
    long busy =
        IntStream.range(0, NODES)
            .filter(node -> watcher.loads.waitNs(node, MACHINE, MACHINE, 0) > 15 * S)
            .count();
    assertThat(busy).isGreaterThan(NODES / 2);
    runUntil(50);
    assertThat(watcher.loads.lightCount(0)).isEqualTo(16);
    assertThat(watcher.loads.waitNs(7, MACHINE, MACHINE, 0)).isZero();
  }

  @Test
  void whereNobodyAsksThereIsNoMessage() {
    var stage = StageSpec.of("a", 8 * NODES, SLOT, List.of("modelled"));
    cell.submit(S, "k", JobSpec.of("job", stage));
    runUntil(120);
    assertThat(traffic.messages).isZero();
  }

  @Test
  void whereNobodyAsksAnyLongerMessagesEnd() {
    watcher.untilNs = 20 * S;
    runUntil(50);
    int before = traffic.messages;
    assertThat(before).isGreaterThan(NODES * 15);
    runUntil(120);
    assertThat(traffic.messages).isEqualTo(before);
  }

  @Test
  void aMonitorThatComesBackBeginsAnew() {
    watcher.untilNs = 200 * S;
    runUntil(10);
    cell.crash(MonitorEvent.AT);
    runUntil(70);
    assertThat(oldestNs()).isGreaterThan(58 * S);
    assertThat(watcher.loads.lightCount(0)).isPositive();
    cell.restart(MonitorEvent.AT);
    runUntil(75);
    assertThat(oldestNs()).isLessThan(3 * S);
  }

  /** A14: a tenth of the nodes dies at once and returns; what they are worth is what it was. */
  @Test
  void afterAMassFailureReturnedNodesAreAsGoodAsBefore() {
    watcher.untilNs = 200 * S;
    runUntil(10);
    IntStream.range(0, 5).forEach(node -> cell.crash(NodeEvent.at(node)));
    runUntil(60);
    IntStream.range(0, 5).forEach(node -> cell.restart(NodeEvent.at(node)));
    runUntil(66);
    assertThat(oldestNs()).isLessThan(3 * S);
    for (int node = 0; node < NODES; node++) {
      assertThat(watcher.loads.odds(node, 3_600 * S, 66 * S)).isEqualTo(1);
    }
  }

  @Test
  void aRepeatOffenderIsKnown() {
    watcher.untilNs = 200 * S;
    runUntil(10);
    for (int crash = 1; crash <= 4; crash++) {
      cell.crash(NodeEvent.at(7));
      runUntil(10 + crash * 10);
      cell.restart(NodeEvent.at(7));
      runUntil(16 + crash * 10);
    }
    long nowNs = cell.simulation().nowNs();
    assertThat(watcher.loads.odds(7, 60 * S, nowNs)).isLessThan(0.9);
    assertThat(watcher.loads.odds(8, 60 * S, nowNs)).isEqualTo(1);
  }
}
