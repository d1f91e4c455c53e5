package dev.muster.host.guard;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.muster.host.run.spawn.Death;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.function.Consumer;

/** Reads a file of deaths while another process writes it, each line once or, at worst, twice. */
final class ExitsReader {

  private final Path file;
  private String lastKey = "none";
  private long position;

  ExitsReader(Path file) {
    this.file = file;
  }

  /** What was written since the last time, and at the first time all that is there. */
  void read(Consumer<Death> found) throws IOException {
    var key = key(file);
    if (!key.equals(lastKey)) {
      readFrom(Exits.aside(file), 0, found);
      lastKey = key;
      position = 0;
    }
    position += readFrom(file, position, found);
  }

  /** Another file has another one. */
  private static String key(Path path) throws IOException {
    try {
      return String.valueOf(Files.readAttributes(path, BasicFileAttributes.class).fileKey());
    } catch (NoSuchFileException notYet) {
      return "";
    }
  }

  /** How many bytes of it are behind us: a last line may be in the making, and is read again. */
  private static int readFrom(Path path, long from, Consumer<Death> found) throws IOException {
    try (var channel = FileChannel.open(path, StandardOpenOption.READ)) {
      var bytes = ByteBuffer.allocate(Math.toIntExact(Math.max(0, channel.size() - from)));
      while (bytes.hasRemaining() && channel.read(bytes, from + bytes.position()) > 0) {}
      var text = new String(bytes.array(), 0, bytes.position(), ISO_8859_1);
      text.lines().forEach(line -> Exits.parse(line).ifPresent(found));
      return Math.max(0, text.lastIndexOf('\n'));
    } catch (NoSuchFileException notYet) {
      return 0;
    }
  }
}
