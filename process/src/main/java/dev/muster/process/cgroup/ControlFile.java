package dev.muster.process.cgroup;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * One of the files by which a group is controlled. It stays open from its first use on: opening one
 * takes several times as long as what is then done with it.
 */
final class ControlFile implements AutoCloseable {
  private static final int BUFFER_BYTES = 4 << 10;
  private static final int NUMBER_BYTES = 32;

  private final Path path;
  private @Nullable RandomAccessFile file;

  ControlFile(Path path) {
    this.path = path;
  }

  static void write(Path path, String text) throws IOException {
    try (var file = new ControlFile(path)) {
      file.write(text.getBytes(US_ASCII));
    }
  }

  synchronized void write(byte[] text) throws IOException {
    opened().write(text);
  }

  synchronized String read() throws IOException {
    var opened = opened();
    opened.seek(0);
    var text = new StringBuilder();
    var buffer = new byte[BUFFER_BYTES];
    for (int count = opened.read(buffer); count > 0; count = opened.read(buffer)) {
      text.append(new String(buffer, 0, count, US_ASCII));
    }
    return text.toString();
  }

  synchronized long number() throws IOException {
    var opened = opened();
    opened.seek(0);
    var buffer = new byte[NUMBER_BYTES];
    int count = opened.read(buffer);
    return Long.parseLong(new String(buffer, 0, Math.max(0, count), US_ASCII).strip());
  }

  /** The number in the line of this key; zero without such a line. */
  long number(String key) throws IOException {
    return number(read(), key);
  }

  static long number(String text, String key) {
    return text.lines()
        .filter(line -> line.startsWith(key + " "))
        .mapToLong(line -> Long.parseLong(line.substring(key.length() + 1).strip()))
        .findFirst()
        .orElse(0);
  }

  private RandomAccessFile opened() throws IOException {
    if (file == null) {
      file = new RandomAccessFile(path.toFile(), "rw");
    }
    return file;
  }

  /** A failure does not matter: the kernel has what was written. */
  @Override
  public synchronized void close() {
    try {
      if (file != null) {
        file.close();
      }
    } catch (IOException unimportant) { // The descriptor is of no more use.
    } finally {
      file = null;
    }
  }
}
