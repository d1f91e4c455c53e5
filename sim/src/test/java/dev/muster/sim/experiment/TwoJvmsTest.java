package dev.muster.sim.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Promise 10: the same seed gives the same trace, in JVMs that hash, compile and write numbers
 * differently.
 */
class TwoJvmsTest {

  private static final long EVENTS = 1_000_000;

  @Test
  void theSameSeedGivesTheSameTraceHashInTwoJvms() throws Exception {
    var compiled = start(11, "-XX:hashCode=2");
    var interpretedFirst =
        start(
            11,
            "-XX:hashCode=3",
            "-XX:TieredStopAtLevel=1",
            "-Duser.language=ar",
            "-Duser.country=EG");
    var other = start(12);

    var trace = output(compiled);
    assertThat(output(interpretedFirst)).isEqualTo(trace);
    assertThat(output(other)).isNotEqualTo(trace);
    assertThat(Long.parseLong(trace.split(" ")[0])).isGreaterThan(EVENTS);
  }

  private static Process start(long seed, String... options) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:+UnlockExperimentalVMOptions");
    command.addAll(List.of(options));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(TracePrinter.class.getName(), Long.toString(seed)));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  private static String output(Process process) throws Exception {
    var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertThat(process.waitFor()).as(text).isZero();
    return text;
  }
}
