package dev.muster.process.cgroup;

import dev.muster.host.Waits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Makes a run stand still. Few runs ever do, so its group in the freezer's hierarchy is made when
 * it is first wanted. It is frozen before anybody is in it: whoever comes in stops at once, so only
 * those that are still outside can fork, and each round leaves fewer of them.
 */
final class V1Freezer {
  private static final int ROUNDS = 200;
  private static final Duration BETWEEN_ROUNDS = Duration.ofMillis(1);

  /** ABSENT until first wanted, then FROZEN and THAWED in turn, as the kernel writes them. */
  private enum FreezerState {
    ABSENT,
    FROZEN,
    THAWED
  }

  private final Optional<Path> directory;
  private FreezerState state;

  /**
   * @param directory its group, perhaps made by an earlier epoch of the node; empty where there is
   *     no such hierarchy
   */
  V1Freezer(Optional<Path> directory) {
    this.directory = directory;
    boolean made = directory.isPresent() && Files.isDirectory(directory.get());
    this.state = made ? FreezerState.FROZEN : FreezerState.ABSENT;
  }

  synchronized void freeze(Members members) throws IOException {
    var place = directory.orElseThrow(() -> new IOException("no freezer"));
    if (state == FreezerState.ABSENT) {
      Files.createDirectory(place);
    }
    state = FreezerState.FROZEN;
    write(place, state);
    var inside = new Members(place.resolve("cgroup.procs"));
    for (int round = 0; round < ROUNDS; round++) {
      var outside = members.listWithout(inside);
      if (outside.isEmpty()) {
        return;
      }
      outside.forEach(pid -> admit(place, pid));
      if (round > 0) {
        Waits.pause(BETWEEN_ROUNDS);
      }
    }
  }

  /** A process that has ended cannot be moved. */
  private static void admit(Path directory, long pid) {
    try {
      ControlFile.write(directory.resolve("cgroup.procs"), Long.toString(pid));
    } catch (IOException gone) {
      // The next round sees whether it is.
    }
  }

  synchronized void thaw() throws IOException {
    if (state == FreezerState.FROZEN) {
      write(directory.orElseThrow(), FreezerState.THAWED);
      state = FreezerState.THAWED;
    }
  }

  private static void write(Path directory, FreezerState state) throws IOException {
    ControlFile.write(directory.resolve("freezer.state"), state.name());
  }

  synchronized void remove() {
    if (state != FreezerState.ABSENT) {
      CgroupTree.removeEmpty(directory.orElseThrow());
      state = Files.exists(directory.orElseThrow()) ? state : FreezerState.ABSENT;
    }
  }
}
