package dev.muster.process.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.muster.model.Resources;
import dev.muster.process.cgroup.CgroupDetection.Mount;
import dev.muster.process.linux.SpawnRequest;
import dev.muster.process.spawn.Launcher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Groups of version 2 hold a run together even where the controllers are elsewhere. */
class V2CgroupTest {
  private static final Map<String, String> ENVIRONMENT = Map.of("PATH", "/usr/bin:/bin");

  @TempDir private Path home;
  private Path root;

  @BeforeEach
  void create() throws IOException {
    var own = Mount.all().stream().filter(Mount::isV2).map(Mount::own).findFirst();
    assumeTrue(own.isPresent() && Files.isWritable(own.get()), "no control groups of version 2");
    root = CgroupTree.create(own.get());
  }

  @AfterEach
  void remove() {
    if (root != null) {
      CgroupTree.removeWithParent(root);
      assertThat(root).doesNotExist();
    }
  }

  private SpawnRequest shell(String line) {
    return new SpawnRequest(
        "/bin/sh",
        List.of("sh", "-c", line, "zero", "one two"),
        ENVIRONMENT,
        home,
        home.resolve("out"),
        home.resolve("err"));
  }

  @Test
  void itIsBornThereAndAllOfItEndsThere() throws Exception {
    try (var launcher = Launcher.open("test");
        var groups = new V2Cgroups(root, false, 99)) {
      var group = groups.take(Resources.NONE);
      var line = "(setsid sleep 100 &); cat /proc/self/cgroup; echo $0 \"$1\"; exit 3";
      assertThat(launcher.start(shell(line), group).await().exitCode()).isEqualTo(3);
      var spent = group.finish();
      assertThat(spent.usage().cpuNs()).isPositive();
      assertThat(Files.readString(home.resolve("out")))
          .contains("/muster/" + root.getFileName() + "/0\n")
          .endsWith("zero one two\n");
      assertThat(root.resolve("0")).doesNotExist();
    }
  }

  @Test
  void forceEndsAllOfItAtOnce() throws Exception {
    try (var launcher = Launcher.open("test");
        var groups = new V2Cgroups(root, false, 99)) {
      var group = groups.take(Resources.NONE);
      var child = launcher.start(shell("trap '' TERM; (setsid sleep 100 &); sleep 100"), group);
      group.end(false);
      group.end(true);
      child.end(true);
      assertThat(child.await().exitCode()).isIn(137, 143);
      assertThat(group.finish().outOfMemory()).isFalse();
      assertThat(root.resolve("0")).doesNotExist();
    }
  }
}
