package dev.muster.process.directory;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.model.text.Quantity;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/** What a task wrote to one of its two streams. */
public record LogFile(Path path) {
  public static final int TAIL_LINES = 20;

  public static final int TAIL_BYTES = 4 << 10;

  /** How much is kept of either end of a log that went past its limit. */
  static final int KEPT_BYTES = 1 << 20;

  /** Zero for a log that is not there. */
  public long size() {
    return path.toFile().length();
  }

  public String tail() {
    try (var file = new RandomAccessFile(path.toFile(), "r")) {
      long size = file.length();
      var bytes = read(file, Math.max(0, size - TAIL_BYTES), size);
      var text = new String(bytes, UTF_8).stripTrailing();
      int start = lastLines(text);
      boolean cut = start == 0 && size > TAIL_BYTES;
      return cut ? wholeLines(text) : text.substring(start);
    } catch (IOException unreadable) {
      return "";
    }
  }

  private static int lastLines(String text) {
    int start = text.length();
    for (int lines = 0; lines < TAIL_LINES && start >= 0; lines++) {
      start = text.lastIndexOf('\n', start - 1);
    }
    return start + 1;
  }

  /** Without the first line, of which only the end is there; unless it is the only one. */
  private static String wholeLines(String text) {
    return text.substring(text.indexOf('\n') + 1);
  }

  static long keptBytes(long limit) {
    return Math.min(KEPT_BYTES, limit / 2);
  }

  public void cut(long limit) throws IOException {
    try (var file = new RandomAccessFile(path.toFile(), "rw")) {
      long size = file.length();
      long recovered = keptBytes(limit);
      var tail = read(file, size - recovered, size);
      file.seek(recovered);
      file.write(
          "%n[muster: %d bytes dropped here; the limit is %s]%n"
              .formatted(size - 2 * recovered, Quantity.formatBytes(limit))
              .getBytes(UTF_8));
      file.write(tail);
      file.setLength(file.getFilePointer());
    }
  }

  private static byte[] read(RandomAccessFile file, long from, long to) throws IOException {
    var bytes = new byte[(int) (to - from)];
    file.seek(from);
    file.readFully(bytes);
    return bytes;
  }
}
