package dev.muster.host.run.cgroup;

import dev.muster.host.Patience;
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

  private final Optional<Path> place;
  private boolean made;
  private boolean frozen;

  /**
   * @param place its group, perhaps made by an earlier life of this process; empty where there is
   *     no such hierarchy
   */
  V1Freezer(Optional<Path> place) {
    this.place = place;
    this.made = place.isPresent() && Files.isDirectory(place.get());
    this.frozen = made;
  }

  synchronized void freeze(Members members) throws IOException {
    var directory = place.orElseThrow(() -> new IOException("no freezer"));
    if (!made) {
      Files.createDirectory(directory);
      made = true;
    }
    frozen = true;
    say(directory, "FROZEN");
    var inside = new Members(directory.resolve("cgroup.procs"));
    for (int round = 0; round < ROUNDS; round++) {
      var outside = members.listWithout(inside);
      if (outside.isEmpty()) {
        return;
      }
      outside.forEach(pid -> admit(directory, pid));
      if (round > 0) {
        Patience.pause(BETWEEN_ROUNDS);
      }
    }
  }

  /** One that has ended meanwhile cannot come in. */
  private static void admit(Path directory, long pid) {
    try {
      ControlFile.write(directory.resolve("cgroup.procs"), Long.toString(pid));
    } catch (IOException gone) {
      // The next round sees whether it is.
    }
  }

  synchronized void thaw() throws IOException {
    if (frozen) {
      say(place.orElseThrow(), "THAWED");
      frozen = false;
    }
  }

  private static void say(Path directory, String state) throws IOException {
    ControlFile.write(directory.resolve("freezer.state"), state);
  }

  /** To be called when nobody is in there. */
  synchronized void remove() {
    if (made) {
      Trees.removeEmpty(place.orElseThrow());
      made = Files.exists(place.orElseThrow());
    }
  }
}
