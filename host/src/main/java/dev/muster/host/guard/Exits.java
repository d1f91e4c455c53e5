package dev.muster.host.guard;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.util.Objects.requireNonNull;

import dev.muster.host.run.spawn.Birth;
import dev.muster.host.run.spawn.Boot;
import dev.muster.host.run.spawn.Death;
import dev.muster.host.run.spawn.Ended;
import dev.muster.host.run.spawn.Register;
import dev.muster.model.Usage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * A file of deaths, a line each. What a writer began and did not finish is no line: each begins
 * with a line feed of its own and ends with a word that says so.
 *
 * <p>There are two per node, one of the guardian and one of the node's process, so that each has
 * one writer. What the page cache holds outlives any process; a power failure ends all tasks
 * anyway.
 */
public final class Exits implements Register {

  /** Then the file is set aside, and what was set aside before is dropped. */
  static final long LIMIT_BYTES = 8L << 20;

  private static final String LAST_WORD = "end";
  private static final int WORDS = 8;

  private final Path file;
  private FileChannel channel;
  private long size;

  private Exits(Path file) throws IOException {
    this.file = file;
    this.channel = append(file);
    this.size = channel.size();
  }

  /** The one that the guardian writes. */
  public static Exits ofGuardian(Path state) throws IOException {
    return open(guardian(state));
  }

  /** The one that the node's process writes. */
  public static Exits ofNode(Path state) throws IOException {
    return open(node(state));
  }

  /** Processes are told apart within one start of the computer only, so each has its own files. */
  private static Exits open(Path file) throws IOException {
    var directory = Files.createDirectories(requireNonNull(file.getParent()));
    try (var boots = Files.newDirectoryStream(requireNonNull(directory.getParent()))) {
      for (var boot : boots) {
        if (!boot.equals(directory)) {
          remove(boot);
        }
      }
    }
    return new Exits(file);
  }

  private static void remove(Path boot) {
    try (var files = Files.newDirectoryStream(boot)) {
      for (var each : files) {
        Files.delete(each);
      }
      Files.delete(boot);
    } catch (IOException inNobodysWay) {
      // It is tried again at the next start.
    }
  }

  static Path guardian(Path state) {
    return directory(state).resolve("guardian");
  }

  static Path node(Path state) {
    return directory(state).resolve("node");
  }

  private static Path directory(Path state) {
    return state.resolve("exits").resolve(Boot.id().isEmpty() ? "boot" : Boot.id());
  }

  static Path aside(Path file) {
    return file.resolveSibling(file.getFileName() + ".old");
  }

  private static FileChannel append(Path file) throws IOException {
    return FileChannel.open(
        file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
  }

  /** Where no new file can be had, the old one goes on. */
  @Override
  public synchronized void enter(Death death) throws IOException {
    if (size > LIMIT_BYTES) {
      tryToSetAside();
    }
    var bytes = ByteBuffer.wrap(line(death).getBytes(ISO_8859_1));
    while (bytes.hasRemaining()) {
      size += channel.write(bytes);
    }
  }

  private void tryToSetAside() {
    try {
      setAside();
    } catch (IOException refused) {
      // It is tried again at the next death.
    }
  }

  private void setAside() throws IOException {
    try {
      Files.move(file, aside(file), StandardCopyOption.ATOMIC_MOVE);
    } catch (NoSuchFileException alreadyGone) {
      // A new one is all that is missing.
    }
    var old = channel;
    channel = append(file);
    size = 0;
    old.close();
  }

  private static String line(Death death) {
    var usage = death.how().usage();
    return "\n"
        + death.who().pid()
        + ' '
        + death.who().startTick()
        + ' '
        + death.how().exitCode()
        + ' '
        + usage.cpuNs()
        + ' '
        + usage.peakMemoryBytes()
        + ' '
        + usage.readBytes()
        + ' '
        + usage.writtenBytes()
        + ' '
        + LAST_WORD;
  }

  /** What a line says; nothing if it was never finished. */
  static Optional<Death> parse(String line) {
    var words = line.split(" ", -1);
    if (words.length != WORDS || !words[WORDS - 1].equals(LAST_WORD)) {
      return Optional.empty();
    }
    var birth = new Birth(Integer.parseInt(words[0]), number(words, 1));
    var usage = new Usage(number(words, 3), number(words, 4), number(words, 5), number(words, 6));
    return Optional.of(new Death(birth, new Ended(Integer.parseInt(words[2]), usage)));
  }

  private static long number(String[] words, int at) {
    return Long.parseLong(words[at]);
  }

  @Override
  public synchronized void close() throws IOException {
    channel.close();
  }
}
