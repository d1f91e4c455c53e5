package dev.muster.host.file;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/** What is done to whole directories. */
final class Directories {

  private static final String OPEN = "rwxr-xr-x";
  private static final String READABLE = "rw-r--r--";

  private Directories() {}

  /** A directory that was made for us alone is for all to read. */
  static void open(Path directory) throws IOException {
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString(OPEN));
  }

  /** A file that was made for us alone is for all to read. */
  static void openFile(Path file) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(READABLE));
  }

  /** Removes it all, if it is there. */
  static void remove(Path directory) throws IOException {
    remove(directory, Integer.MAX_VALUE);
  }

  /**
   * Removes it all, or so many things of it.
   *
   * @return how many were removed; as many as allowed if there may be more
   */
  static int remove(Path directory, int limit) throws IOException {
    var removal = new Removal(limit);
    if (Files.exists(directory)) {
      Files.walkFileTree(directory, removal);
    }
    return removal.removed;
  }

  private static final class Removal extends SimpleFileVisitor<Path> {

    private final int limit;
    private int removed;

    Removal(int limit) {
      this.limit = limit;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes about) throws IOException {
      return remove(file);
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException unreadable)
        throws IOException {
      if (unreadable != null) {
        throw unreadable;
      }
      return remove(directory);
    }

    private FileVisitResult remove(Path thing) throws IOException {
      if (removed >= limit) {
        return FileVisitResult.TERMINATE;
      }
      Files.deleteIfExists(thing);
      removed++;
      return FileVisitResult.CONTINUE;
    }
  }
}
