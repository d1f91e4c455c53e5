package dev.muster.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where jobs are kept, as the environment and the kernel say. */
class HomeOptionTest {

  @Test
  void theVariableThenTheHomeOfTheUser() {
    var home = Map.of("HOME", "/home/me");
    assertThat(MachineOptions.standardHome(home)).hasToString("/home/me/.muster");
    assertThat(MachineOptions.standardHome(Map.of("HOME", "/home/me", "MUSTER_HOME", "/srv/m")))
        .hasToString("/srv/m");
  }

  @Test
  void anEmptyVariableCountsAsNotSet() {
    assertThat(MachineOptions.standardHome(Map.of("HOME", "/home/me", "MUSTER_HOME", "")))
        .hasToString("/home/me/.muster");
    var ofAccount = Path.of(System.getProperty("user.home"), ".muster");
    assertThat(MachineOptions.standardHome(Map.of("HOME", "", "MUSTER_HOME", "")))
        .isEqualTo(ofAccount);
    assertThat(MachineOptions.standardHome(Map.of())).isEqualTo(ofAccount);
  }

  @Test
  void upFromALinkIsUpFromItsTarget(@TempDir Path directory) throws IOException {
    var real = directory.toRealPath();
    Files.createDirectories(directory.resolve("far/away"));
    var link = Files.createSymbolicLink(directory.resolve("link"), Path.of("far/away"));
    assertThat(KernelPath.of(link.resolve("../home"))).isEqualTo(real.resolve("far/home"));
    assertThat(KernelPath.of(link.resolve("../new/home"))).isEqualTo(real.resolve("far/new/home"));
    assertThat(KernelPath.of(link.resolve("home"))).isEqualTo(link.resolve("home"));
  }
}
