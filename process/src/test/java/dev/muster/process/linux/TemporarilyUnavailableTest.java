package dev.muster.process.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.muster.process.spawn.Launcher;
import dev.muster.process.spawn.SpawnTarget;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The kernel refuses to make another process, for real: the group has a limit of none. */
class TemporarilyUnavailableTest {
  private static final Path OWN = Path.of("/sys/fs/cgroup/pids");

  @TempDir private Path home;
  private final Path full = OWN.resolve("muster-test-" + ProcessHandle.current().pid());

  @BeforeEach
  void limit() throws IOException {
    assumeTrue(Glibc.isHere() && Files.isWritable(OWN.resolve("tasks")), "no such groups here");
    Files.createDirectory(full);
    Files.writeString(full.resolve("pids.max"), "0");
  }

  @AfterEach
  void remove() throws IOException {
    Files.deleteIfExists(full);
  }

  /** Enters the full group; lifts its limit when it comes out for the given time. */
  private SpawnTarget target(int liftAfter) {
    return new SpawnTarget() {

      private int visits;

      @Override
      public void enter() throws IOException {
        Files.writeString(full.resolve("tasks"), "0");
      }

      @Override
      public void leave() {
        try {
          Files.writeString(OWN.resolve("tasks"), "0");
          visits++;
          if (visits == liftAfter) {
            Files.writeString(full.resolve("pids.max"), "max");
          }
        } catch (IOException refused) {
          throw new UncheckedIOException(refused);
        }
      }
    };
  }

  private SpawnRequest start() {
    return new SpawnRequest(
        "/bin/sh",
        List.of("sh", "-c", "exit 7"),
        Map.of(),
        home,
        home.resolve("out"),
        home.resolve("err"));
  }

  @Test
  void aStartIsTriedAgainUntilThereIsRoom() throws Exception {
    try (var launcher = Launcher.open("test")) {
      assertThat(launcher.startElsewhere(start(), target(2)).await().exitCode()).isEqualTo(7);
    }
  }

  @Test
  void notForEverAndThenWithTheReason() throws IOException {
    try (var launcher = Launcher.open("test")) {
      assertThatThrownBy(
              () -> launcher.startElsewhere(start(), target(TemporarilyUnavailable.TRIES + 1)))
          .isInstanceOf(IOException.class)
          .hasMessage("no resources for another process: Resource temporarily unavailable");
    }
  }
}
