package dev.muster.core.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Lifecycle;
import dev.muster.core.node.NodeHealth.HealthState;
import dev.muster.model.Outcome;
import dev.muster.model.RunResult;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each event makes of the health of a node, in each of its states. */
final class HealthStateTest {

  private static final long NOW = 7_000_000_000L;
  private static final RunResult NOT_STARTED = RunResult.notStarted("no space");

  private final Lifecycle<HealthState> lifecycle = new Lifecycle<>(HealthState.class);
  private final NodeHealth health = new NodeHealth(lifecycle);
  private long run;

  private boolean launchFails(long atNs) {
    return health.exited(atNs, ++run, NOT_STARTED);
  }

  private void failLaunches() {
    for (int i = 0; i < NodeHealth.MAX_NOT_STARTED; i++) {
      launchFails(0);
    }
  }

  private void begin(String state) {
    switch (state) {
      case "WELL" -> {}
      case "SICK_DISK" -> health.ofMachine("full");
      case "SICK_LAUNCHES" -> failLaunches();
      case "SICK_BOTH" -> {
        failLaunches();
        health.ofMachine("full");
      }
      case "TRIAL" -> {
        failLaunches();
        health.beat(NodeHealth.FIRST_PAUSE_NS, new KnownTasks());
      }
      default -> throw new IllegalArgumentException(state);
    }
  }

  private boolean happens(String event) {
    return switch (event) {
      case "full" -> health.ofMachine("full");
      case "disk well" -> health.ofMachine("");
      case "beat" -> health.beat(NOW, new KnownTasks());
      case "early beat" -> health.beat(NodeHealth.FIRST_PAUSE_NS - 1, new KnownTasks());
      case "launch fails" -> launchFails(NOW);
      default -> health.exited(NOW, ++run, RunResult.of(Outcome.valueOf(event), 1, ""));
    };
  }

  private List<String> transitions() {
    List<String> made = new ArrayList<>();
    lifecycle.visit((from, to, times) -> made.addAll(List.of(from + " " + to + " " + times)));
    return made;
  }

  @ParameterizedTest
  @CsvSource({
    "WELL, full, SICK",
    "WELL, disk well, ",
    "WELL, beat, ",
    "WELL, launch fails, ",
    "WELL, SUCCEEDED, ",
    "SICK_DISK, full, ",
    "SICK_DISK, disk well, WELL",
    "SICK_DISK, beat, ",
    "SICK_DISK, launch fails, ",
    "SICK_DISK, SUCCEEDED, ",
    "SICK_LAUNCHES, full, ",
    "SICK_LAUNCHES, disk well, ",
    "SICK_LAUNCHES, early beat, ",
    "SICK_LAUNCHES, beat, TRIAL",
    "SICK_LAUNCHES, launch fails, ",
    "SICK_LAUNCHES, SUCCEEDED, ",
    "SICK_BOTH, disk well, ",
    "SICK_BOTH, beat, ",
    "TRIAL, full, SICK",
    "TRIAL, disk well, ",
    "TRIAL, beat, ",
    "TRIAL, launch fails, SICK",
    "TRIAL, SUCCEEDED, WELL",
    "TRIAL, FAILED, WELL",
    "TRIAL, TIMED_OUT, WELL",
    "TRIAL, LOG_LIMIT, WELL",
    "TRIAL, OUTPUT_LIMIT, WELL",
    "TRIAL, OUT_OF_MEMORY, WELL",
    "TRIAL, EVICTED, ",
    "TRIAL, KILLED, ",
    "TRIAL, LOST, ",
    "TRIAL, INPUT_MISSING, ",
    "TRIAL, UNSTARTABLE, ",
  })
  void eachEventInEachState(String state, String event, String next) {
    begin(state);
    var before = transitions();
    boolean changes = happens(event);

    assertThat(changes).isEqualTo(next != null);
    var made = transitions();
    made.removeAll(before);
    if (next == null) {
      assertThat(made).isEmpty();
    } else {
      assertThat(made)
          .singleElement()
          .asString()
          .startsWith(state.replaceAll("_.*", "") + " " + next);
    }
  }
}
