package dev.muster.sim.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Role;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.sim.drive.Network;
import dev.muster.sim.drive.Simulation;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class FaultPlanTest {

  private static final long HEAL_NS = 60_000_000_000L;

  private static List<FaultPlan> plans() {
    return LongStream.range(0, 500).mapToObj(seed -> FaultPlan.draw(seed, 5, 2, HEAL_NS)).toList();
  }

  private static boolean dies(FaultPlan plan, Role role) {
    return plan.crashes().stream().anyMatch(crash -> crash.actor().role() == role);
  }

  @Test
  void everyKindOfFaultIsInSomePlansAndNotInOthers() {
    var plans = plans();

    assertThat(plans).anyMatch(plan -> plan.loss() > 0).anyMatch(plan -> plan.loss() == 0);
    assertThat(plans).anyMatch(plan -> plan.copies() > 0).anyMatch(plan -> plan.copies() == 0);
    assertThat(plans).anyMatch(plan -> plan.delays() > 0).anyMatch(plan -> plan.delays() == 0);
    assertThat(plans).anyMatch(plan -> plan.slow() > 0).anyMatch(plan -> plan.slow() == 0);
    assertThat(plans).anyMatch(p -> p.maxSkewNs() > 0).anyMatch(p -> p.maxSkewNs() == 0);
    assertThat(plans).anyMatch(p -> p.slowLogNs() > 0).anyMatch(p -> p.slowLogNs() == 0);
    assertThat(plans).anyMatch(plan -> dies(plan, Role.NODE)).anyMatch(p -> !dies(p, Role.NODE));
    assertThat(plans)
        .anyMatch(plan -> dies(plan, Role.SCHEDULER))
        .anyMatch(plan -> !dies(plan, Role.SCHEDULER));
    assertThat(plans)
        .anyMatch(plan -> !plan.monitorCrashes().isEmpty())
        .anyMatch(plan -> plan.monitorCrashes().isEmpty());
    assertThat(plans).anyMatch(p -> !p.cuts().isEmpty()).anyMatch(p -> p.cuts().isEmpty());
    assertThat(plans).anyMatch(p -> !p.pauses().isEmpty()).anyMatch(p -> p.pauses().isEmpty());
  }

  @Test
  void everythingIsOverWhenItHeals() {
    for (var plan : plans()) {
      assertThat(plan.crashes()).allMatch(crash -> crash.atNs() + crash.forNs() <= HEAL_NS);
      assertThat(plan.monitorCrashes()).allMatch(crash -> crash.atNs() + crash.forNs() <= HEAL_NS);
      assertThat(plan.pauses()).allMatch(pause -> pause.atNs() + pause.forNs() <= HEAL_NS);
      assertThat(plan.cuts()).allMatch(cut -> cut.toNs() <= HEAL_NS);
      assertThat(plan.slownessOf(1, HEAL_NS)).isEqualTo(1);
    }
  }

  @Test
  void aSlowLogIsAsFastAsEverWhenItHeals() {
    var slow = plans().stream().filter(plan -> plan.slowLogNs() > 0).findFirst().orElseThrow();
    var network = new FaultyNetwork(slow, _ -> true);

    assertThat(network.commitNs(HEAL_NS - 1)).isEqualTo(Simulation.COMMIT_NS + slow.slowLogNs());
    assertThat(network.commitNs(HEAL_NS)).isEqualTo(Simulation.COMMIT_NS);
  }

  @Test
  void aNetworkLosesCopiesDelaysAndCutsAsPlannedAndThenNoMore() {
    var cut = new FaultPlan.Cut(0, HEAL_NS / 2, 3);
    var plan =
        new FaultPlan(1, 0.5, 0.5, 0, 1, 0, 1, 0, List.of(), List.of(cut), List.of(), HEAL_NS);
    var network = new FaultyNetwork(plan, _ -> true);
    var scheduler = SchedulerEvent.at(0);

    int lost = 0;
    int copies = 0;
    int cutOff = 0;
    for (int node = 0; node < 1_000; node++) {
      boolean parted = cut.parts(1, scheduler, NodeEvent.at(node));
      cutOff += parted ? 1 : 0;
      long arrival = network.arrivalNs(1, scheduler, NodeEvent.at(node));
      assertThat(parted && arrival != Network.LOST).isFalse();
      lost += arrival == Network.LOST ? 1 : 0;
      long copy = network.copyArrivalNs(1, scheduler, NodeEvent.at(node));
      copies += copy == Network.LOST ? 0 : 1;
      assertThat(network.arrivalNs(HEAL_NS, scheduler, NodeEvent.at(node))).isPositive();
      assertThat(network.copyArrivalNs(HEAL_NS, scheduler, NodeEvent.at(node)))
          .isEqualTo(Network.LOST);
    }
    assertThat(cutOff).isBetween(400, 600);
    assertThat(lost - cutOff).isBetween(180, 320);
    assertThat(copies).isBetween(180, 320);
  }
}
