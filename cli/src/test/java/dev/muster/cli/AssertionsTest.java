package dev.muster.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The core's assertions in a JVM that was started without any, as {@code ./muster} starts it. */
class AssertionsTest {

  private static String errorsOf(String... args) throws Exception {
    var words =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                AssertionProbe.class.getName()));
    words.addAll(List.of(args));
    var process = new ProcessBuilder(words).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    var errors = new String(process.getErrorStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(errors).isZero();
    return errors;
  }

  @Test
  void simulatedRunsAssert() throws Exception {
    assertThat(errorsOf("sim", "swarm", "--seeds", "1"))
        .contains("assertions are on: Once: AFTER may not become BEFORE");
  }

  @Test
  void benchmarksMeasureWhatProductionRuns() throws Exception {
    assertThat(errorsOf("bench", "sim", "--nodes", "10", "--events", "1000"))
        .contains("assertions are off");
  }
}
