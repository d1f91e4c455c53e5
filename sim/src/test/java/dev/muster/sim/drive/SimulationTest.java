package dev.muster.sim.drive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.check.Observer;
import dev.muster.core.actor.Actor;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Work;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.Measured;
import dev.muster.core.event.NodeEvent.RunExited;
import dev.muster.core.event.NodeEvent.RunsMeasured;
import dev.muster.core.event.NodeEvent.WithdrawReservation;
import dev.muster.core.event.Wake;
import dev.muster.model.Demand;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.model.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** The world around the actors: delays, clocks, crashes, think time. */
class SimulationTest {

  private static final Address<NodeEvent> A = NodeEvent.at(0);
  private static final Address<NodeEvent> B = NodeEvent.at(1);
  private static final long DELAY_NS = 10;
  private static final long RUN_NS = 500;

  private final List<String> heard = new ArrayList<>();
  private final Simulation simulation =
      new Simulation(new Network.Fixed(DELAY_NS), (_, _) -> RUN_NS, Observer.NONE);

  /** Writes down what it hears and when by its own clock, then does as it was told. */
  private final class Scribe implements Actor<NodeEvent> {
    private final String name;
    private final BiConsumer<NodeEvent, Effects> deed;

    Scribe(String name, BiConsumer<NodeEvent, Effects> deed) {
      this.name = name;
      this.deed = deed;
    }

    @Override
    public void on(long nowNs, NodeEvent event, Effects out) {
      heard.add(name + "@" + nowNs + " " + event);
      deed.accept(event, out);
    }
  }

  private Actor<NodeEvent> scribe(String name) {
    return new Scribe(name, (_, _) -> {});
  }

  private Actor<NodeEvent> scribe(String name, BiConsumer<NodeEvent, Effects> deed) {
    return new Scribe(name, deed);
  }

  private static Work work() {
    var stage = StageSpec.of("s", 1, new Resources(1, 1), List.of("modelled"));
    return Work.of(1, JobSpec.of("j", stage), 0, 0, 1);
  }

  @Test
  void messagesTakeTheirTimeAndTimersAreKeptByTheActorsOwnClock() {
    simulation.add(
        A,
        scribe(
            "a",
            (event, out) -> {
              if (event instanceof WithdrawReservation) {
                out.send(B, new WithdrawReservation(2));
                out.wake(1_100, Alarm.A9);
              }
            }),
        0);
    simulation.add(B, scribe("b"), 1_000);
    simulation.post(100, A, new WithdrawReservation(1));
    simulation.runUntil(2_000);

    assertThat(heard)
        .containsExactly(
            "a@100 " + new WithdrawReservation(1),
            "b@1110 " + new WithdrawReservation(2),
            "a@1100 " + new Wake(Alarm.A9));
  }

  @Test
  void aBusyActorHearsLaterAndAnswersLater() {
    simulation.add(
        A,
        scribe(
            "a",
            (event, out) -> {
              out.busy(100);
              if (event.equals(new WithdrawReservation(1))) {
                out.send(B, new WithdrawReservation(3));
              }
            }),
        0);
    simulation.add(B, scribe("b"), 0);
    simulation.post(0, A, new WithdrawReservation(1));
    simulation.post(5, A, new WithdrawReservation(2));
    simulation.runUntil(1_000);

    assertThat(heard)
        .containsExactly(
            "a@0 " + new WithdrawReservation(1),
            "a@100 " + new WithdrawReservation(2),
            "b@110 " + new WithdrawReservation(3));
  }

  @Test
  void aPausedActorHearsEverythingAfterwardsInOrder() {
    simulation.add(A, scribe("a"), 0);
    simulation.at(10, () -> simulation.pause(A, 500));
    simulation.post(5, A, new WithdrawReservation(1));
    simulation.post(20, A, new WithdrawReservation(2));
    simulation.post(30, A, new WithdrawReservation(3));
    simulation.post(500, A, new WithdrawReservation(4));
    simulation.runUntil(1_000);

    assertThat(heard)
        .containsExactly(
            "a@5 " + new WithdrawReservation(1),
            "a@500 " + new WithdrawReservation(2),
            "a@500 " + new WithdrawReservation(3),
            "a@500 " + new WithdrawReservation(4));
  }

  @Test
  void aCrashTakesTimersAndRunsButNotMessages() {
    simulation.add(
        A,
        scribe(
            "a",
            (event, out) -> {
              if (event instanceof WithdrawReservation) {
                out.wake(300, Alarm.A1);
                out.launch(new Launch(7, 0, Demand.of(Resources.NONE), work()));
              }
            }),
        0);
    simulation.post(0, A, new WithdrawReservation(1));
    simulation.post(150, A, new WithdrawReservation(2));
    simulation.post(700, A, new WithdrawReservation(3));
    simulation.at(100, () -> simulation.crash(A));
    simulation.at(200, () -> simulation.restart(A, scribe("again")));
    simulation.runUntil(2_000);

    assertThat(heard)
        .containsExactly(
            "a@0 " + new WithdrawReservation(1), "again@700 " + new WithdrawReservation(3));
  }

  @Test
  void aKilledRunEndsSoonAndItsOwnEndIsStillTold() {
    simulation.add(
        A,
        scribe(
            "a",
            (event, out) -> {
              if (event instanceof WithdrawReservation) {
                out.launch(new Launch(7, 0, Demand.of(Resources.NONE), work()));
                out.kill(7, false);
              }
            }),
        0);
    simulation.post(0, A, new WithdrawReservation(1));
    simulation.runUntil(10 * Machines.KILL_NS);

    assertThat(heard).hasSize(3);
    assertThat(heard.get(1)).startsWith("a@500 " + RunExited.class.getSimpleName());
    assertThat(heard.get(2)).startsWith("a@" + Machines.KILL_NS);
  }

  @Test
  void watchedRunsAreMeasuredUntilTheyEnd() {
    var demand = Demand.of(new Resources(2_000, 7));
    simulation.add(
        A,
        scribe(
            "a",
            (event, out) -> {
              if (event instanceof WithdrawReservation(var what)) {
                switch ((int) what) {
                  case 1 -> out.launch(new Launch(1, 0, demand.whileWatched(), work()));
                  case 2 -> out.launch(new Launch(2, 0, demand, work()));
                  case 3 -> out.launch(new Launch(3, 0, demand.whileWatched(), work()));
                  case 4 -> out.kill(3, true);
                  default -> out.measure();
                }
              }
            }),
        0);
    simulation.post(0, A, new WithdrawReservation(1));
    simulation.post(100_000, A, new WithdrawReservation(1));
    simulation.post(100_000, A, new WithdrawReservation(2));
    simulation.post(100_000, A, new WithdrawReservation(3));
    simulation.post(100_100, A, new WithdrawReservation(4));
    simulation.post(100_400, A, new WithdrawReservation(9));
    simulation.post(200_000, A, new WithdrawReservation(9));
    simulation.runUntil(300_000);

    assertThat(heard)
        .contains(
            "a@100400 " + new RunsMeasured(List.of(new Measured(1, new Usage(800, 7, 0, 0)))),
            "a@200000 " + new RunsMeasured(List.of()));
  }
}
