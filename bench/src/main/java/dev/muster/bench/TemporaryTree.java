package dev.muster.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/** What a benchmark leaves behind on disk. */
final class TemporaryTree {

  private TemporaryTree() {}

  static void delete(Path root) throws IOException {
    try (var files = Files.walk(root)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
