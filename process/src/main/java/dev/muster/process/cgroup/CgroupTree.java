package dev.muster.process.cgroup;

import dev.muster.process.guard.Guardian;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Directories of groups, below where this process is, so that limits on it hold for its tasks:
 * {@code muster/PID-N/RUN}.
 */
final class CgroupTree {
  static final String TOP = "muster";

  private static final int TRIES = 1_000;

  /** Whose they are: the guardian's where there is one, so that they outlive an epoch. */
  private static final long OWNER = Guardian.ofThisProcess().orElse(ProcessHandle.current().pid());

  private static final Set<String> MADE = ConcurrentHashMap.newKeySet();

  private CgroupTree() {}

  /** A new directory of this process; another one may be removing what is above it. */
  static Path create(Path own) throws IOException {
    var top = own.resolve(TOP);
    for (int number = 0; number < TRIES; number++) {
      try {
        Files.createDirectories(top);
        var tree = Files.createDirectory(top.resolve(OWNER + "-" + number));
        MADE.add(tree.getFileName().toString());
        return tree;
      } catch (FileAlreadyExistsException | NoSuchFileException again) {
        // The next number is free, or the next try finds it whole.
      }
    }
    throw new IOException("too many groups in " + top);
  }

  /**
   * Removes what processes that are gone have left, as far as nobody is in there.
   *
   * @param recovered the names of those that somebody will look into
   */
  static void removeAbandoned(Path own, Set<String> recovered) {
    for (var root : children(own.resolve(TOP))) {
      if (!isAlive(root)) {
        children(root).stream()
            .filter(group -> !recovered.contains(name(group)))
            .forEach(CgroupTree::removeEmpty);
        removeEmpty(root);
      }
    }
  }

  private static boolean isAlive(Path root) {
    var name = root.getFileName().toString();
    int end = name.indexOf('-');
    try {
      long owner = end < 0 ? 0 : Long.parseLong(name.substring(0, end));
      return owner == OWNER ? MADE.contains(name) : end < 0 || ProcessHandle.of(owner).isPresent();
    } catch (NumberFormatException notOurs) {
      return true;
    }
  }

  static String name(Path group) {
    return group.subpath(group.getNameCount() - 2, group.getNameCount()).toString();
  }

  static Path find(Path root, String name) {
    return root.resolveSibling(name);
  }

  private static List<Path> children(Path directory) {
    try (var entries = Files.newDirectoryStream(directory, Files::isDirectory)) {
      var found = new ArrayList<Path>();
      entries.forEach(found::add);
      return found;
    } catch (IOException | DirectoryIteratorException notThere) {
      return List.of();
    }
  }

  /** A group with processes cannot be removed, and stays. */
  static void removeEmpty(Path directory) {
    try {
      Files.deleteIfExists(directory);
    } catch (IOException inUse) {
      // Whoever comes next with nobody in it removes it.
    }
  }

  static void removeWithParent(Path directory) {
    removeEmpty(directory);
    var parent = directory.getParent();
    if (parent != null) {
      removeEmpty(parent);
    }
  }
}
