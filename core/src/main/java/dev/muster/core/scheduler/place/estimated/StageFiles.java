package dev.muster.core.scheduler.place.estimated;

import dev.muster.core.scheduler.place.load.CachedFiles;
import dev.muster.model.FileRef;
import dev.muster.model.TaskFiles;
import java.util.Comparator;
import java.util.List;

/**
 * The files that every task of a stage needs before it starts. Of many, the largest speak for all.
 */
final class StageFiles {

  /** How many files are looked for one by one. */
  static final int MAX_FILES = 16;

  private final long[] hashes;
  private final long[] bytes;
  private final long totalBytes;

  /** How many bytes each byte of the files that are looked for stands for. */
  private final double scale;

  StageFiles(TaskFiles files) {
    var all = files.contents().stream().filter(file -> file.bytes() > 0).toList();
    var largest =
        all.stream()
            .sorted(Comparator.comparingLong(FileRef::bytes).reversed())
            .limit(MAX_FILES)
            .toList();
    this.hashes = largest.stream().mapToLong(FileRef::hashPrefix).toArray();
    this.bytes = largest.stream().mapToLong(FileRef::bytes).toArray();
    this.totalBytes = sum(all);
    this.scale = largest.isEmpty() ? 0 : (double) totalBytes / sum(largest);
  }

  private static long sum(List<FileRef> files) {
    return files.stream().mapToLong(FileRef::bytes).sum();
  }

  boolean isNone() {
    return totalBytes == 0;
  }

  long totalBytes() {
    return totalBytes;
  }

  /** Of the largest file; there must be one. */
  long firstHash() {
    return hashes[0];
  }

  /** How much a node would have to fetch, as far as is known. */
  long lackingBytes(int node, CachedFiles cached) {
    long lacking = 0;
    for (int file = 0; file < hashes.length; file++) {
      if (!cached.has(node, hashes[file])) {
        lacking += bytes[file];
      }
    }
    return (long) (lacking * scale);
  }
}
