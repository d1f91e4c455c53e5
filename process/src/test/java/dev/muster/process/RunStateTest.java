package dev.muster.process;

import static dev.muster.process.RunState.ADOPTING;
import static dev.muster.process.RunState.CONCLUDED;
import static dev.muster.process.RunState.CREATED;
import static dev.muster.process.RunState.EXITED;
import static dev.muster.process.RunState.LOCALIZING;
import static dev.muster.process.RunState.RUNNING;
import static dev.muster.process.RunState.STARTING;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Every transition of a run, as the drawing of {@link RunState} has them. */
class RunStateTest {
  private static final Map<RunState, Set<RunState>> ALLOWED =
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
    for (var from : RunState.values()) {
      assertThat(Arrays.stream(RunState.values()).filter(from::canBecome))
          .as("from %s", from)
          .containsExactlyInAnyOrderElementsOf(ALLOWED.getOrDefault(from, Set.of()));
    }
  }

  @Test
  void aRunHasAProcessFromItsStartToItsResult() {
    assertThat(Arrays.stream(RunState.values()).filter(RunState::hasProcess))
        .containsExactly(ADOPTING, RUNNING, EXITED);
  }
}
