package dev.muster.process.guard;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.muster.host.IoErrors;
import dev.muster.host.Waits;
import dev.muster.process.linux.ExitStatus;
import dev.muster.process.linux.ProcessId;
import dev.muster.process.spawn.ExitLog;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Consumer;

/**
 * How tasks of earlier epochs of this node ended: what they themselves wrote, and what the guardian
 * has written or is about to.
 */
public final class ExitHistory implements ExitLog.ExitLookup {
  private static final System.Logger LOGGER = System.getLogger(ExitHistory.class.getName());

  /** How many are known at a time; the oldest are dropped first. */
  static final int LIMIT = 400_000;

  /** How often an exit is looked for that the guardian must be about to write: 10 s in all. */
  private static final int LOOKS = 500;

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

  private final ExitFileReader ofGuardian;
  private final boolean guarded;
  private final SequencedMap<ProcessId, ExitStatus> known = new LinkedHashMap<>();

  /**
   * @param guarded whether there is a guardian, so that it is worth while to wait for what it says
   */
  public ExitHistory(Path state, boolean guarded) throws IOException {
    this.guarded = guarded;
    this.ofGuardian = new ExitFileReader(ExitFile.guardian(state));
    new ExitFileReader(ExitFile.node(state)).read(this::add);
    ofGuardian.read(this::add);
  }

  private void add(ExitLog.ExitRecord record) {
    known.put(record.id(), record.exit());
    if (known.size() > LIMIT) {
      known.pollFirstEntry();
    }
  }

  @Override
  public Optional<ExitStatus> of(ProcessId id) {
    var found = look(id);
    for (int looks = 0; found.isEmpty() && guarded && looks < LOOKS; looks++) {
      Waits.pause(BETWEEN_LOOKS);
      found = look(id);
    }
    return found;
  }

  private synchronized Optional<ExitStatus> look(ProcessId id) {
    try {
      ofGuardian.read(this::add);
    } catch (IOException unreadable) {
      LOGGER.log(Level.WARNING, "cannot read how tasks end: " + IoErrors.reason(unreadable));
    }
    return Optional.ofNullable(known.get(id));
  }

  /** Reads a file of exits while another process writes it, each line once or, at worst, twice. */
  static final class ExitFileReader {
    private final Path file;
    private String lastKey = "none";
    private long position;

    ExitFileReader(Path file) {
      this.file = file;
    }

    /** What was written since the last time, and at the first time all that is there. */
    void read(Consumer<ExitLog.ExitRecord> found) throws IOException {
      var key = key(file);
      if (!key.equals(lastKey)) {
        readFrom(ExitFile.aside(file), 0, found);
        lastKey = key;
        position = 0;
      }
      position += readFrom(file, position, found);
    }

    private static String key(Path path) throws IOException {
      try {
        return String.valueOf(Files.readAttributes(path, BasicFileAttributes.class).fileKey());
      } catch (NoSuchFileException notYet) {
        return "";
      }
    }

    /** The number of bytes read; a line that is still being written is read again. */
    private static int readFrom(Path path, long from, Consumer<ExitLog.ExitRecord> found)
        throws IOException {
      try (var channel = FileChannel.open(path, StandardOpenOption.READ)) {
        var bytes = ByteBuffer.allocate(Math.toIntExact(Math.max(0, channel.size() - from)));
        while (bytes.hasRemaining() && channel.read(bytes, from + bytes.position()) > 0) {}
        var text = new String(bytes.array(), 0, bytes.position(), ISO_8859_1);
        text.lines().forEach(line -> ExitFile.parse(line).ifPresent(found));
        return Math.max(0, text.lastIndexOf('\n'));
      } catch (NoSuchFileException notYet) {
        return 0;
      }
    }
  }
}
