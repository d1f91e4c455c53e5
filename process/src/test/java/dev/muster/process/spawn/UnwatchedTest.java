package dev.muster.process.spawn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.muster.process.cgroup.Cgroup;
import dev.muster.process.linux.Glibc;
import dev.muster.process.linux.ProcessId;
import dev.muster.process.linux.SpawnRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process of which nobody would hear how it ends is ended at once, and refused. */
class UnwatchedTest {
  private static final ExitLog SOME =
      new ExitLog() {
        @Override
        public void write(ExitLog.ExitRecord death) {}

        @Override
        public void close() {}
      };

  @TempDir private Path home;
  private final AtomicInteger pid = new AtomicInteger();

  @BeforeEach
  void onlyWhereItCanBeHad() {
    assumeTrue(Glibc.isHere(), "no glibc here");
  }

  private SpawnRequest sleep() {
    return new SpawnRequest(
        "/bin/sleep",
        List.of("sleep", "100"),
        Map.of(),
        home,
        home.resolve("out"),
        home.resolve("err"));
  }

  private Optional<ProcessId> notToBeRead(int started) {
    pid.set(started);
    return Optional.empty();
  }

  private Optional<ProcessId> broken(int started) {
    pid.set(started);
    throw new IllegalStateException("broken");
  }

  @Test
  void oneThatTheKernelDoesNotShow() throws IOException {
    try (var launcher = new NativeLauncher("test", SOME, this::notToBeRead)) {
      assertThatThrownBy(() -> launcher.start(sleep(), Cgroup.NONE))
          .isInstanceOf(IOException.class)
          .hasMessage("cannot read /proc/" + pid + "/stat");
      assertThat(ProcessId.of(pid.get())).isEmpty();
    }
  }

  @Test
  void oneThatAMistakeOfOursLosesSightOf() throws IOException {
    try (var launcher = new NativeLauncher("test", SOME, this::broken)) {
      assertThatThrownBy(() -> launcher.start(sleep(), Cgroup.NONE)).hasMessage("broken");
      assertThat(ProcessId.of(pid.get())).isEmpty();
    }
  }
}
