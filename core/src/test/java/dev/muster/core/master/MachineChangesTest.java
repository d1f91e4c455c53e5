package dev.muster.core.master;

import static dev.muster.core.fake.Jobs.size;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.event.MasterEntry.MachineRegistered;
import dev.muster.core.event.MasterEntry.NodesDied;
import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.core.master.state.RegisteredMachines;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class MachineChangesTest {

  private final RegisteredMachines machines = new RegisteredMachines();
  private final MachineChanges changes = new MachineChanges(machines);

  private void join(int node, int epoch) {
    machines.apply(new MachineRegistered(node, epoch, size(1, 1), Map.of()));
    changes.changed(node);
  }

  private void die(int node, int epoch) {
    machines.apply(new NodesDied(List.of(node), List.of(epoch)));
    changes.left(node);
  }

  @Test
  void changesAreThoseSinceAVersion() {
    join(3, 1);
    join(4, 1);
    die(3, 1);

    var since = changes.since(1);
    assertThat(since.from()).isEqualTo(1);
    assertThat(since.version()).isEqualTo(machines.version()).isEqualTo(3);
    assertThat(since.changed()).extracting(Machine::node).containsExactly(4);
    assertThat(since.left()).containsExactly(3);
  }

  @Test
  void aNodeThatLeftAndIsBackIsInBothLists() {
    join(3, 1);
    die(3, 1);
    join(3, 2);

    assertThat(changes.since(1).left()).containsExactly(3);
    assertThat(changes.since(1).changed()).containsExactly(new Machine(3, 3, size(1, 1), Map.of()));
    assertThat(changes.since(2).left()).isEmpty();
  }

  @Test
  void onlySoManyAreKept() {
    for (int node = 0; node <= MachineChanges.KEPT; node++) {
      join(node, 1);
    }

    assertThat(changes.has(0)).isFalse();
    assertThat(changes.has(1)).isTrue();
    assertThat(changes.since(1).changed()).hasSize(MachineChanges.KEPT);
    assertThat(changes.has(machines.version())).isTrue();
    assertThat(changes.has(machines.version() + 1)).isFalse();
  }

  @Test
  void aNewLeaderKnowsNoneThatWereMadeBefore() {
    join(0, 1);
    join(1, 1);
    var next = new MachineChanges(machines);

    assertThat(next.has(1)).isFalse();
    assertThat(next.has(2)).isTrue();
  }
}
