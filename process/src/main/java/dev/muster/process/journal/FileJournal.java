package dev.muster.process.journal;

import dev.muster.core.actor.Launch;
import dev.muster.host.Waits;
import dev.muster.process.linux.Boot;
import dev.muster.wire.WireException;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * A journal in the state directory of a node, which only one process may use at a time.
 *
 * <p>On a full disk nothing new begins, and the rest waits in memory until it can be written again.
 */
public final class FileJournal implements Journal {
  private static final System.Logger LOGGER = System.getLogger(FileJournal.class.getName());

  private static final String FILE = "journal";
  private static final String LOCK = "lock";
  private static final String EPOCH = "epoch";
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

  private final FileChannel lock;
  private final int epoch;
  private final List<RunRecord> onFile;
  private final JournalWriter writer;
  private final Thread thread;

  private FileJournal(FileChannel lock, Path file) throws IOException {
    this.lock = lock;
    this.epoch = nextEpoch(file.resolveSibling(EPOCH));
    var records = new RunRecord.RunRecords();
    entries(file).forEach(records::apply);
    this.onFile = records.all();
    var entries = onFile.stream().flatMap(each -> each.entries().stream()).toList();
    this.writer = new JournalWriter(new JournalFile(file, entries), records);
    this.thread = Thread.ofPlatform().name("journal").daemon().start(writer::run);
  }

  /** What nobody can read any more is set aside, and said: its runs are lost. */
  private static List<JournalEntry> entries(Path file) throws IOException {
    try {
      return JournalFile.read(file);
    } catch (WireException unreadable) {
      var aside = file.resolveSibling(file.getFileName() + ".unreadable");
      Files.move(file, aside, StandardCopyOption.REPLACE_EXISTING);
      LOGGER.log(
          Level.WARNING,
          "tasks of before are not taken over, their journal is now {0}: {1}",
          aside,
          unreadable.getMessage());
      return List.of();
    }
  }

  /**
   * @param state the node's own directory; made where it is missing
   * @throws IOException if another process has it, or it cannot be read or written
   */
  public static FileJournal open(Path state) throws IOException {
    Files.createDirectories(state);
    var lock = lock(state);
    try {
      return new FileJournal(lock, state.resolve(FILE));
    } catch (IOException refused) {
      lock.close();
      throw refused;
    }
  }

  private static int nextEpoch(Path file) throws IOException {
    int next = Files.exists(file) ? Integer.parseInt(Files.readString(file).strip()) + 1 : 1;
    var fresh = file.resolveSibling(EPOCH + ".new");
    Files.writeString(fresh, next + "\n");
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    return next;
  }

  private static FileChannel lock(Path state) throws IOException {
    var channel =
        FileChannel.open(state.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (tryLock(channel) == null) {
      channel.close();
      throw new IOException(
          "another process runs the node of "
              + state
              + ": end it, or give this one its own directory");
    }
    return channel;
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException ourselves) {
      return null;
    }
  }

  @Override
  public int epoch() {
    return epoch;
  }

  @Override
  public List<RunRecord> records() {
    return onFile;
  }

  @Override
  public void begin(Launch launch, String group) throws IOException {
    var written = new CompletableFuture<Boolean>();
    writer.take(new JournalEntry.RunBegun(launch, group, Boot.id(), Boot.uptimeNs()), written);
    try {
      boolean _ = written.get();
    } catch (ExecutionException failed) {
      throw failed.getCause() instanceof IOException refused ? refused : new IOException(failed);
    } catch (InterruptedException nobodyDoesThat) {
      throw new IllegalStateException(nobodyDoesThat);
    }
  }

  @Override
  public void add(JournalEntry entry) {
    writer.take(entry);
  }

  @Override
  public void close() {
    writer.stop();
    Waits.join(thread, CLOSE_LIMIT);
    try {
      lock.close();
    } catch (IOException unimportant) {
      // The lock ends with the process.
    }
  }
}
