package dev.muster.process.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Pace;
import dev.muster.model.Resources;
import dev.muster.model.Usage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the kernel is told about groups of version 2, and how its answers are read, in a directory
 * that stands for the kernel's: few computers have controllers there and let us use them.
 */
class V2LimitsTest {
  private static final Resources NEEDS = new Resources(2_000, 64L << 20);

  @TempDir private Path top;
  private Path directory;
  private Cgroup group;

  @BeforeEach
  void take() throws IOException {
    var root = Files.createDirectories(top.resolve("muster/7-0"));
    group = new V2Cgroups(root, true, 99).take(NEEDS);
    directory = root.resolve("0");
  }

  private void says(String file, String text) {
    assertThat(directory.resolve(file)).content().startsWith(text);
  }

  @Test
  void limits() {
    says("memory.max", "67108864");
    says("memory.oom.group", "1");
    says("cpu.weight", "200");
    says("pids.max", "99");
  }

  @Test
  void paces() throws IOException {
    Files.writeString(directory.resolve("io.weight"), "");
    assertThat(group.pace(Pace.LOW)).isTrue();
    says("cpu.weight", "1");
    says("io.weight", "default 1");
    says("cgroup.freeze", "0");
    group.pace(Pace.FROZEN);
    says("cgroup.freeze", "1");
    group.pace(Pace.FULL);
    says("cpu.weight", "200");
    says("io.weight", "default 100");
    says("cgroup.freeze", "0");
  }

  @Test
  void aWeightThatIsRefusedKeepsNobodyFromGoingOn() throws IOException {
    group.pace(Pace.FROZEN);
    Files.delete(directory.resolve("cpu.weight"));
    Files.createDirectory(directory.resolve("cpu.weight"));
    assertThat(group.pace(Pace.LOW)).isTrue();
    says("cgroup.freeze", "0");
  }

  @Test
  void endsByForceAllAtOnceAndPolitelyAwake() {
    group.pace(Pace.FROZEN);
    group.end(false);
    says("cgroup.freeze", "0");
    group.end(true);
    says("cgroup.kill", "1");
  }

  @Test
  void whatWasUsed() throws IOException {
    Files.writeString(directory.resolve("cgroup.procs"), "");
    Files.writeString(directory.resolve("cpu.stat"), "usage_usec 1500\nuser_usec 1000\n");
    Files.writeString(directory.resolve("memory.peak"), "5000\n");
    Files.writeString(directory.resolve("memory.events"), "low 0\noom 1\noom_kill 1\n");
    assertThat(group.finish())
        .isEqualTo(new Cgroup.CgroupUsage(true, new Usage(1_500_000, 5_000, 0, 0)));
  }
}
