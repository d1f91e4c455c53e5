package dev.muster.host.run.cgroup;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Directories of groups, below where this process is, so that limits on it hold for its tasks:
 * {@code muster/PID-N/RUN}.
 */
final class Trees {

  static final String TOP = "muster";

  private static final int TRIES = 1_000;

  private Trees() {}

  /** A new directory of this process; another one may be removing what is above it. */
  static Path create(Path own) throws IOException {
    var top = own.resolve(TOP);
    for (int number = 0; number < TRIES; number++) {
      try {
        Files.createDirectories(top);
        return Files.createDirectory(top.resolve(ProcessHandle.current().pid() + "-" + number));
      } catch (FileAlreadyExistsException | NoSuchFileException again) {
        // The next number is free, or the next try finds it whole.
      }
    }
    throw new IOException("too many groups in " + top);
  }

  /** Removes what processes that are gone have left, as far as nobody is in there. */
  static void removeAbandoned(Path own) {
    for (var root : children(own.resolve(TOP))) {
      if (!isAlive(root)) {
        children(root).forEach(Trees::removeEmpty);
        removeEmpty(root);
      }
    }
  }

  private static boolean isAlive(Path root) {
    var name = root.getFileName().toString();
    int end = name.indexOf('-');
    try {
      return end < 0 || ProcessHandle.of(Long.parseLong(name.substring(0, end))).isPresent();
    } catch (NumberFormatException notOurs) {
      return true;
    }
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

  /** A group in which somebody is stays: it cannot be removed. */
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

  static void close(List<ControlFile> files) {
    for (var file : files) {
      try {
        file.close();
      } catch (IOException unimportant) {
        // What was written has been heard.
      }
    }
  }
}
