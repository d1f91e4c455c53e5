package dev.muster.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.muster.executor.TaskFunction;
import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The task of the benchmark of sampling: writes when it started into a file that it shares with
 * whoever measures, and takes the time that it was told. Its argument is {@code SLOT MILLIS}; a
 * slot below zero is none.
 */
public final class Stamp implements TaskFunction {

  /** Names the file. */
  static final String PROPERTY = "muster.bench.stamps";

  private static final byte[] NOTHING = {};

  private final MappedByteBuffer stamps;

  public Stamp() throws IOException {
    var file = Path.of(System.getProperty(PROPERTY, ""));
    try (var channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      this.stamps = channel.map(FileChannel.MapMode.READ_WRITE, 0, channel.size());
    }
  }

  @Override
  public byte[] call(byte[] argument) throws InterruptedException {
    long nowNs = System.nanoTime();
    var words = new String(argument, US_ASCII);
    int split = words.indexOf(' ');
    int slot = Integer.parseInt(words, 0, split, 10);
    if (slot >= 0) {
      stamps.putLong(slot * Long.BYTES, nowNs);
    }
    int millis = Integer.parseInt(words, split + 1, words.length(), 10);
    if (millis > 0) {
      Thread.sleep(millis);
    }
    return NOTHING;
  }
}
