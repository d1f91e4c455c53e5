package dev.muster.files.content;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Directory trees: opened to readers, removed, and kept from being left through names or links. */
public final class Directories {
  private static final String OPEN = "rwxr-xr-x";
  private static final String READABLE = "rw-r--r--";

  private Directories() {}

  /** A directory that was made for us alone is for all to read. */
  public static void open(Path directory) throws IOException {
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString(OPEN));
  }

  /** A file that was made for us alone is for all to read. */
  public static void openFile(Path file) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(READABLE));
  }

  public static void remove(Path directory) throws IOException {
    remove(directory, Integer.MAX_VALUE);
  }

  /** Removes at most so many files and directories, and says how many were removed. */
  public static int remove(Path directory, int limit) throws IOException {
    var removal = new Removal(limit);
    if (Files.exists(directory)) {
      Files.walkFileTree(directory, removal);
    }
    return removal.removed;
  }

  /** The place of that name below the directory; a name that others gave may lead elsewhere. */
  public static Path resolveInside(Path directory, String name) throws IOException {
    try {
      var place = directory.resolve(name).normalize();
      if (place.startsWith(directory) && !place.equals(directory)) {
        return place;
      }
    } catch (InvalidPathException unspeakable) {
      // Refused below.
    }
    throw new IOException("`" + name + "` leads out of its directory");
  }

  /** Refuses links that lead out of the directory: a copy would lack their target. */
  public static void checkLinks(Path directory) throws IOException {
    var real = directory.toRealPath();
    Files.walkFileTree(
        real,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes about)
              throws IOException {
            if (about.isSymbolicLink() && !file.toRealPath().startsWith(real)) {
              throw new IOException(
                  "the link `" + real.relativize(file) + "` leads out of the task's output");
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }

  public static Optional<Path> realPathInside(Path directory, String name) {
    try {
      var file = resolveInside(directory, name).toRealPath();
      return file.startsWith(directory.toRealPath()) ? Optional.of(file) : Optional.empty();
    } catch (IOException gone) {
      return Optional.empty();
    }
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
