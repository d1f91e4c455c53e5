package dev.muster.host.file;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/** Symbolic links that tasks left: peers must not read through them what no task left. */
final class Links {

  private Links() {}

  /**
   * Looks for links to elsewhere below a directory.
   *
   * @throws IOException if there is one, since a copy would lack what it leads to
   */
  static void checkInside(Path directory) throws IOException {
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

  /** Where a file below the directory truly lies; empty if that is not below it. */
  static Optional<Path> inside(Path directory, String name) {
    try {
      var file = Inside.resolve(directory, name).toRealPath();
      return file.startsWith(directory.toRealPath()) ? Optional.of(file) : Optional.empty();
    } catch (IOException gone) {
      return Optional.empty();
    }
  }
}
