package dev.muster.process;

import static dev.muster.process.ProcessRunState.ADOPTING;
import static dev.muster.process.ProcessRunState.CONCLUDED;
import static dev.muster.process.ProcessRunState.CREATED;
import static dev.muster.process.ProcessRunState.EXITED;
import static dev.muster.process.ProcessRunState.LOCALIZING;
import static dev.muster.process.ProcessRunState.RUNNING;
import static dev.muster.process.ProcessRunState.STARTING;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Every transition of a run, as the drawing of {@link ProcessRunState} has them. */
class ProcessRunStateTest {
  private static final Map<ProcessRunState, Set<ProcessRunState>> ALLOWED =
      Map.of(
          CREATED, Set.of(LOCALIZING, STARTING, ADOPTING, CONCLUDED),
          LOCALIZING, Set.of(STARTING, CONCLUDED),
          STARTING, Set.of(RUNNING, CONCLUDED),
          ADOPTING, Set.of(RUNNING, CONCLUDED),
          RUNNING, Set.of(EXITED),
          EXITED, Set.of(CONCLUDED),
          CONCLUDED, Set.of());

  @Test
  void onlyTheDrawnTransitionsAreAllowed() {
    for (var from : ProcessRunState.values()) {
      assertThat(Arrays.stream(ProcessRunState.values()).filter(from::canBecome))
          .as("from %s", from)
          .containsExactlyInAnyOrderElementsOf(ALLOWED.getOrDefault(from, Set.of()));
    }
  }

  @Test
  void aRunHasAProcessFromItsStartToItsResult() {
    assertThat(Arrays.stream(ProcessRunState.values()).filter(ProcessRunState::hasProcess))
        .containsExactly(ADOPTING, RUNNING, EXITED);
  }
}
