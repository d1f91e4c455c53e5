package dev.muster.host.run.journal;

import dev.muster.core.actor.Launch;
import dev.muster.host.Patience;
import dev.muster.host.run.spawn.Birth;
import dev.muster.host.run.spawn.Boot;
import dev.muster.model.RunResult;
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
 * <p>On a full disk nothing new begins, and the rest waits in memory until there is room again.
 */
public final class FileJournal implements Journal {

  private static final System.Logger LOGGER = System.getLogger(FileJournal.class.getName());

  private static final String FILE = "journal";
  private static final String LOCK = "lock";
  private static final String LIFE = "life";
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

  private final FileChannel lock;
  private final int life;
  private final List<Memory> remembered;
  private final Scribe scribe;
  private final Thread thread;

  private FileJournal(FileChannel lock, Path file) throws IOException {
    this.lock = lock;
    this.life = countLife(file.resolveSibling(LIFE));
    var memories = new Memories();
    entries(file).forEach(memories::apply);
    this.remembered = memories.all();
    var entries = remembered.stream().flatMap(each -> each.entries().stream()).toList();
    this.scribe = new Scribe(new JournalFile(file, entries), memories);
    this.thread = Thread.ofPlatform().name("journal").daemon().start(scribe::run);
  }

  /** What nobody can read any more is set aside, and said: its runs are lost. */
  private static List<Entry> entries(Path file) throws IOException {
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

  private static int countLife(Path file) throws IOException {
    int next = Files.exists(file) ? Integer.parseInt(Files.readString(file).strip()) + 1 : 1;
    var fresh = file.resolveSibling(LIFE + ".new");
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
  public int life() {
    return life;
  }

  @Override
  public List<Memory> remembered() {
    return remembered;
  }

  @Override
  public void begun(Launch launch, String group) throws IOException {
    var written = new CompletableFuture<Boolean>();
    scribe.take(new Entry.Begun(launch, group, Boot.id(), Boot.uptimeNs()), written);
    try {
      boolean _ = written.get();
    } catch (ExecutionException failed) {
      throw failed.getCause() instanceof IOException refused ? refused : new IOException(failed);
    } catch (InterruptedException nobodyDoesThat) {
      throw new IllegalStateException(nobodyDoesThat);
    }
  }

  @Override
  public void started(long run, Birth birth) {
    scribe.take(new Entry.Started(run, birth));
  }

  @Override
  public void told(long run) {
    scribe.take(new Entry.Told(run));
  }

  @Override
  public void promoted(long run) {
    scribe.take(new Entry.Promoted(run));
  }

  @Override
  public void ended(long run, RunResult result) {
    scribe.take(new Entry.Ended(run, result));
  }

  @Override
  public void forgotten(long run) {
    scribe.take(new Entry.Forgotten(run));
  }

  @Override
  public void close() {
    scribe.stop();
    Patience.join(thread, CLOSE_LIMIT);
    try {
      lock.close();
    } catch (IOException unimportant) {
      // The lock ends with the process.
    }
  }
}
