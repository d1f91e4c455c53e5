package dev.muster.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.core.event.Notice;
import dev.muster.daemon.DaemonLifecycle.DaemonState;
import dev.muster.model.Resources;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DaemonLifecycleTest {

  private final DaemonLifecycle lifecycle = new DaemonLifecycle();
  private final List<String> done = new ArrayList<>();

  @ParameterizedTest
  @CsvSource({
    "STARTING, RUNNING STOPPING",
    "RUNNING, STOPPING",
    "STOPPING, STOPPED",
    "STOPPED, ''",
  })
  void aStateHasTheseSuccessors(DaemonState state, String successors) {
    for (var next : DaemonState.values()) {
      assertThat(state.mayBecome(next)).isEqualTo(successors.contains(next.name()));
    }
  }

  @Test
  void theStopIsDoneOnce() {
    lifecycle.started();
    assertThat(lifecycle.isRunning()).isTrue();
    lifecycle.stop(() -> done.add("stopped, running: " + lifecycle.isRunning()));
    lifecycle.stop(() -> done.add("again"));
    assertThat(done).containsExactly("stopped, running: false");
  }

  @Test
  void whatHasStoppedDoesNotStartAgain() {
    lifecycle.stop(() -> {});
    assertThatThrownBy(lifecycle::started).isInstanceOf(AssertionError.class);
  }

  @Test
  void aNodeThatJoinsIsLoggedWithItsCapacity() {
    assertThat(CellDaemon.text(new Notice.NodeJoined(0, new Resources(500, 4L << 30))))
        .isEqualTo("node-0 joined (0.5 cpu, 4 GiB)");
  }

  @Test
  void whatIsWrongWithANodeIsLogged() {
    assertThat(CellDaemon.text(new Notice.NodeAvoided(1, "the disk is full")))
        .isEqualTo("node-1 is avoided: the disk is full");
    assertThat(CellDaemon.text(new Notice.NodeAvoided(1, ""))).isEqualTo("node-1 gets tasks again");
    assertThat(CellDaemon.text(new Notice.NodeDied(1)))
        .isEqualTo("node-1 is dead: what ran there starts elsewhere");
  }
}
