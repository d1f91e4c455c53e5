package dev.muster.core.scheduler.place.sampled;

import static dev.muster.core.fake.Jobs.size;
import static dev.muster.core.scheduler.SchedulerCell.CLIENT;
import static dev.muster.core.scheduler.SchedulerCell.view;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Chance;
import dev.muster.core.event.NodeEvent.EnqueueReservation;
import dev.muster.core.event.NodeEvent.WithdrawReservation;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.AvoidedNode;
import dev.muster.core.event.SchedulerEvent.GetTask;
import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.core.event.SchedulerEvent.MachineList;
import dev.muster.core.event.SchedulerEvent.NodesAvoided;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.core.fake.Effect.Send;
import dev.muster.core.fake.Jobs;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.scheduler.SchedulerCell;
import dev.muster.model.JobSpec;
import dev.muster.model.Require;
import dev.muster.model.RunResult;
import dev.muster.model.Where;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A cell that grows while reservations wait at the nodes that joined first. */
final class ReservationSpreadTest {

  private final TreeMap<Long, Integer> nodeOf = new TreeMap<>();

  private static SchedulerCell cell(int nodes) {
    return new SchedulerCell(
        nodes,
        context ->
            List.of(
                new SampledPlacer(context, SampledOptions.PLAIN, Chance.of(1, "reservations"))));
  }

  private RecordingEffects note(RecordingEffects effects) {
    for (var send : effects.only(Send.class)) {
      switch (send.event()) {
        case EnqueueReservation made -> nodeOf.put(made.reservation(), send.to().index());
        case WithdrawReservation over ->
            assertThat(nodeOf.remove(over.reservation())).isEqualTo(send.to().index());
        default -> {}
      }
    }
    return effects;
  }

  /** How many reservations wait at each node that has some. */
  private Map<Integer, Integer> spread() {
    var counts = new TreeMap<Integer, Integer>();
    nodeOf.values().forEach(node -> counts.merge(node, 1, Integer::sum));
    return counts;
  }

  private void plan(SchedulerCell cell, JobSpec job) {
    note(cell.scheduler.tell(new AssignJob(1, job, CLIENT, 0)));
  }

  private void see(SchedulerCell cell, MachineList machines) {
    note(cell.scheduler.tell(machines));
  }

  @Test
  void nodesThatJoinTogetherGetTheirShare() {
    var cell = cell(1);
    plan(cell, Jobs.job(8));
    assertThat(spread()).isEqualTo(Map.of(0, 16));

    see(cell, view(2, 4));
    assertThat(spread()).isEqualTo(Map.of(0, 4, 1, 4, 2, 4, 3, 4));
  }

  @Test
  void nodesThatJoinOneByOneGetTheirShare() {
    var cell = cell(1);
    plan(cell, Jobs.job(50));
    for (int nodes = 2; nodes <= 10; nodes++) {
      see(cell, view(nodes, nodes));
      assertThat(nodeOf).as("reservations move and do not become more").hasSize(100);
    }
    assertThat(spread()).hasSize(10);
    assertThat(spread().values()).allMatch(count -> count >= 4 && count <= 18);
  }

  @Test
  void growthWorthLessThanAReservationIsKeptUntilItIs() {
    var cell = cell(100);
    plan(cell, Jobs.job(25));
    assertThat(spread()).hasSize(50);
    see(cell, view(2, 102));
    assertThat(spread()).as("50 · 2 / 102 is none").doesNotContainKeys(100, 101);

    see(cell, view(3, 103));
    assertThat(nodeOf.values().stream().filter(node -> node >= 100)).hasSize(1);
    assertThat(nodeOf).hasSize(50);
  }

  @Test
  void whatTheNewNodesAlreadyHaveCounts() {
    var cell = cell(1);
    plan(cell, Jobs.job(8));
    see(cell, view(2, 2));
    see(cell, view(3, 2));
    assertThat(spread()).isEqualTo(Map.of(0, 8, 1, 8));
  }

  @Test
  void onlyNodesThatAreLargeEnoughAndAsRequiredCount() {
    var cell = cell(0);
    var wanted = Map.of("disk", "ssd");
    var machines = new ArrayList<>(List.of(new Machine(0, size(4, 4), wanted)));
    see(cell, new MachineList(1, machines));
    var where = Where.ANYWHERE.withRequire(Require.of("disk", "ssd"));
    plan(cell, JobSpec.of("job", Jobs.stage("work", 8, size(2, 2)).withWhere(where)));

    machines.add(new Machine(1, size(1, 1), wanted));
    machines.add(new Machine(2, size(4, 4), Map.of("disk", "hdd")));
    see(cell, new MachineList(2, List.copyOf(machines)));
    assertThat(spread()).isEqualTo(Map.of(0, 16));

    machines.add(new Machine(3, size(4, 4), wanted));
    see(cell, new MachineList(3, List.copyOf(machines)));
    assertThat(spread()).isEqualTo(Map.of(0, 8, 3, 8));
  }

  @Test
  void aStageWithoutReservationsHasNothingToMove() {
    var cell = cell(1);
    plan(cell, JobSpec.of("job", Jobs.stage("work", 1)));
    long reservation = nodeOf.firstKey();
    note(cell.scheduler.tell(new GetTask(0, reservation, 1)));
    nodeOf.remove(reservation);
    assertThat(nodeOf).as("the other is withdrawn").isEmpty();

    see(cell, view(2, 4));
    assertThat(nodeOf).isEmpty();
    note(cell.scheduler.tell(new TaskFinished(0, reservation, 1, 0, 0, RunResult.lost(""))));
    assertThat(nodeOf).as("the task is tried again, anywhere").hasSize(2);
  }

  private void avoid(SchedulerCell cell, long sequence, int... nodes) {
    var avoided = Arrays.stream(nodes).mapToObj(node -> new AvoidedNode(node, "is sick")).toList();
    note(cell.scheduler.tell(new NodesAvoided(sequence, avoided)));
  }

  @Test
  void aNodeThatIsWellAgainGetsItsShareOfWhatWaits() {
    var cell = cell(2);
    avoid(cell, 1, 1);
    plan(cell, Jobs.job(8));
    assertThat(spread()).isEqualTo(Map.of(0, 16));

    avoid(cell, 2);
    assertThat(spread()).isEqualTo(Map.of(0, 8, 1, 8));
    avoid(cell, 3, 0);
    avoid(cell, 4);
    assertThat(spread())
        .as("8 were sent in addition, and those that stayed count")
        .isEqualTo(Map.of(0, 12, 1, 12));
  }

  @Test
  void onlyTheNodesThatAreWellAgainGetMore() {
    var cell = cell(4);
    avoid(cell, 1, 2, 3);
    plan(cell, Jobs.job(8));
    assertThat(spread()).isEqualTo(Map.of(0, 8, 1, 8));

    avoid(cell, 2, 3);
    assertThat(spread()).as("16 · 1 / 4").containsEntry(2, 4).doesNotContainKey(3);
    assertThat(nodeOf).hasSize(16);
  }
}
