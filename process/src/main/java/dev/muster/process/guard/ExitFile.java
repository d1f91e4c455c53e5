package dev.muster.process.guard;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.util.Objects.requireNonNull;

import dev.muster.host.PrivateFiles;
import dev.muster.model.Usage;
import dev.muster.process.linux.Boot;
import dev.muster.process.linux.ExitStatus;
import dev.muster.process.linux.ProcessId;
import dev.muster.process.spawn.ExitLog;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * A file of exits, a line each. What a writer began and did not finish is no line: each begins with
 * a line feed of its own and ends with a field that says so.
 *
 * <p>There are two per node, one of the guardian and one of the node's process, so that each has
 * one writer. What the page cache holds outlives any process; a power failure ends all tasks
 * anyway.
 */
public final class ExitFile implements ExitLog {
  /** Beyond this size the file is set aside, in place of the file set aside before. */
  static final long LIMIT_BYTES = 8L << 20;

  private static final String END = "end";
  private static final int FIELDS = 8;

  private final Path file;
  private FileChannel channel;
  private long size;

  private ExitFile(Path file) throws IOException {
    this.file = file;
    this.channel = append(file);
    this.size = channel.size();
  }

  public static ExitFile ofGuardian(Path state) throws IOException {
    return open(guardian(state));
  }

  public static ExitFile ofNode(Path state) throws IOException {
    return open(node(state));
  }

  /** Process ids are unique within one boot only, so each has its own files. */
  private static ExitFile open(Path file) throws IOException {
    var directory = PrivateFiles.createDirectories(requireNonNull(file.getParent()));
    try (var boots = Files.newDirectoryStream(requireNonNull(directory.getParent()))) {
      for (var boot : boots) {
        if (!boot.equals(directory)) {
          remove(boot);
        }
      }
    }
    return new ExitFile(file);
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

  /** Without a new file the old one is continued. */
  @Override
  public synchronized void write(ExitLog.ExitRecord record) throws IOException {
    if (size > LIMIT_BYTES) {
      tryToSetAside();
    }
    var bytes = ByteBuffer.wrap(line(record).getBytes(ISO_8859_1));
    while (bytes.hasRemaining()) {
      size += channel.write(bytes);
    }
  }

  private void tryToSetAside() {
    try {
      setAside();
    } catch (IOException refused) {
      // It is tried again at the next exit.
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

  private static String line(ExitLog.ExitRecord record) {
    var usage = record.exit().usage();
    var fields =
        LongStream.of(
            record.id().pid(),
            record.id().startTick(),
            record.exit().exitCode(),
            usage.cpuNs(),
            usage.peakMemoryBytes(),
            usage.readBytes(),
            usage.writtenBytes());
    return "\n" + fields.mapToObj(field -> field + " ").collect(Collectors.joining()) + END;
  }

  static Optional<ExitLog.ExitRecord> parse(String line) {
    var fields = line.split(" ", -1);
    if (fields.length != FIELDS || !fields[FIELDS - 1].equals(END)) {
      return Optional.empty();
    }
    var id = new ProcessId(Integer.parseInt(fields[0]), number(fields, 1));
    var usage =
        new Usage(number(fields, 3), number(fields, 4), number(fields, 5), number(fields, 6));
    return Optional.of(
        new ExitLog.ExitRecord(id, new ExitStatus(Integer.parseInt(fields[2]), usage)));
  }

  private static long number(String[] fields, int at) {
    return Long.parseLong(fields[at]);
  }

  @Override
  public synchronized void close() throws IOException {
    channel.close();
  }
}
