package dev.muster.process.cgroup;

import dev.muster.host.Waits;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;

/** The processes in a group, as its file {@code cgroup.procs} lists them. */
record Members(Path file) {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(1);

  /** The kernel may hold a process that waits for a disk; a group with such a one is given up. */
  private static final int LOOKS = 5_000;

  private static final long SELF = ProcessHandle.current().pid();

  /**
   * Without this process: one of its threads may be in there to start something. The file is opened
   * each time, since older kernels show a reader for a second what he has read before.
   */
  List<Long> list() throws IOException {
    try (var opened = new ControlFile(file)) {
      return opened.read().lines().map(Long::valueOf).filter(pid -> pid != SELF).toList();
    }
  }

  List<Long> listWithout(Members others) throws IOException {
    var known = new HashSet<>(others.list());
    return list().stream().filter(pid -> !known.contains(pid)).toList();
  }

  void end(boolean force) throws IOException {
    for (long pid : list()) {
      ProcessHandle.of(pid)
          .ifPresent(force ? ProcessHandle::destroyForcibly : ProcessHandle::destroy);
    }
  }

  interface KillStep {
    void strike() throws IOException;
  }

  /** Kills until the group is empty; false if a process remains. */
  boolean clear(KillStep blow) throws IOException {
    for (int look = 0; look < LOOKS; look++) {
      if (list().isEmpty()) {
        return true;
      }
      blow.strike();
      Waits.pause(BETWEEN_LOOKS);
    }
    return false;
  }
}
