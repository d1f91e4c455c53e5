package dev.muster.host.run.spawn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.muster.host.run.cgroup.Group;
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

  private static final Register SOME =
      new Register() {
        @Override
        public void enter(Death death) {}

        @Override
        public void close() {}
      };

  @TempDir private Path home;
  private final AtomicInteger pid = new AtomicInteger();

  @BeforeEach
  void onlyWhereItCanBeHad() {
    assumeTrue(Glibc.isHere(), "no glibc here");
  }

  private Start sleep() {
    return new Start(
        "/bin/sleep",
        List.of("sleep", "100"),
        Map.of(),
        home,
        home.resolve("out"),
        home.resolve("err"));
  }

  private Optional<Birth> notToBeRead(int started) {
    pid.set(started);
    return Optional.empty();
  }

  private Optional<Birth> broken(int started) {
    pid.set(started);
    throw new IllegalStateException("broken");
  }

  @Test
  void oneThatTheKernelDoesNotShow() throws IOException {
    try (var launcher = new NativeLauncher("test", SOME, this::notToBeRead)) {
      assertThatThrownBy(() -> launcher.start(sleep(), Group.NONE))
          .isInstanceOf(IOException.class)
          .hasMessage("cannot read /proc/" + pid + "/stat");
      assertThat(Birth.of(pid.get())).isEmpty();
    }
  }

  @Test
  void oneThatAMistakeOfOursLosesSightOf() throws IOException {
    try (var launcher = new NativeLauncher("test", SOME, this::broken)) {
      assertThatThrownBy(() -> launcher.start(sleep(), Group.NONE)).hasMessage("broken");
      assertThat(Birth.of(pid.get())).isEmpty();
    }
  }
}
