package dev.muster.bench;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** When tasks of other processes started: System.nanoTime is one clock for all of a computer. */
final class StampFile {

  private final Path path;
  private final MappedByteBuffer stamps;
  private int used;

  private StampFile(Path path, MappedByteBuffer stamps) {
    this.path = path;
    this.stamps = stamps;
  }

  static StampFile create(Path path, int slots) throws IOException {
    try (var channel =
        FileChannel.open(
            path,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      return new StampFile(
          path, channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) slots * Long.BYTES));
    }
  }

  Path path() {
    return path;
  }

  /** The first of so many slots that nobody has used. */
  int take(int slots) {
    int first = used;
    used += slots;
    return first;
  }

  long read(int slot) {
    return stamps.getLong(slot * Long.BYTES);
  }
}
