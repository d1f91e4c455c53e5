package dev.muster.process.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.muster.process.cgroup.CgroupDetection.Mount;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class MountTest {
  @Test
  void hierarchiesOfBothVersions() {
    var mounts =
        List.of(
            "24 22 0:20 / /proc rw - proc proc rw",
            "30 24 0:26 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct",
            "31 24 0:27 / /sys/fs/cgroup/memory rw shared:9 - cgroup cgroup rw,memory",
            "32 24 0:28 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw,nsdelegate");
    var memberships = List.of("4:memory:/box/a", "2:cpu,cpuacct:/", "0::/user");
    assertThat(Mount.parse(mounts, memberships))
        .extracting(Mount::isV2, Mount::own)
        .containsExactly(
            tuple(false, Path.of("/sys/fs/cgroup/cpu,cpuacct")),
            tuple(false, Path.of("/sys/fs/cgroup/memory/box/a")),
            tuple(true, Path.of("/sys/fs/cgroup/unified/user")));
  }

  @Test
  void aContainerSeesOnlyItsPart() {
    var mounts = List.of("31 24 0:27 /docker/1 /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory");
    var mount = Mount.parse(mounts, List.of("4:memory:/docker/1/x")).getFirst();
    assertThat(mount.own()).isEqualTo(Path.of("/sys/fs/cgroup/memory/x"));
    assertThat(mount.controllers()).contains("memory");
  }
}
