package dev.muster.process.directory;

import dev.muster.process.linux.FileHoles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Keeps the logs of a run within their limit while it writes: the middle of a log that has outgrown
 * it goes, again and again, so that the head and the newest part stay. What is left of the middle
 * goes when the run has ended, and nothing is taken out after that.
 */
public final class LogTrimmer {
  /** File systems free whole blocks only; this is a multiple of all their sizes. */
  private static final long BLOCK_BYTES = 64 << 10;

  /** How long the end of a run waits for a disk that takes out a middle. */
  private static final long PATIENCE_MS = 1_000;

  private final ReentrantLock lock = new ReentrantLock();
  private final List<LogFile> logs;
  private final long limitBytes;
  private final HolePunch holePunch;
  private final long[] punchedTo;
  private final long[] seenBytes;
  private volatile boolean ended;

  public LogTrimmer(List<LogFile> logs, long limitBytes, HolePunch holePunch) {
    this.logs = logs;
    this.limitBytes = limitBytes;
    this.holePunch = holePunch;
    this.punchedTo = new long[logs.size()];
    this.seenBytes = new long[logs.size()];
  }

  /** False where the file system cannot keep a log short. */
  public boolean keep() {
    lock.lock();
    try {
      for (int i = 0; i < punchedTo.length && !ended; i++) {
        if (!keep(i)) {
          return false;
        }
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /**
   * The run has ended: its logs that are beyond the limit are cut, unless the disk does not answer
   * just now.
   *
   * @return one of these
   */
  public Optional<LogFile> end() throws IOException, InterruptedException {
    ended = true;
    boolean mayCut = lock.tryLock(PATIENCE_MS, TimeUnit.MILLISECONDS);
    try {
      Optional<LogFile> last = Optional.empty();
      for (var log : logs) {
        if (log.size() > limitBytes) {
          if (mayCut) {
            log.cut(limitBytes);
          }
          last = Optional.of(log);
        }
      }
      return last;
    } finally {
      if (mayCut) {
        lock.unlock();
      }
    }
  }

  private boolean keep(int index) {
    var log = logs.get(index);
    long headBytes = LogFile.keptBytes(limitBytes);
    long size = log.size();
    if (size < seenBytes[index]) {
      punchedTo[index] = 0; // the task began it anew
    }
    seenBytes[index] = size;
    long from = Math.max(punchedTo[index], up(headBytes));
    if (size - from + headBytes <= limitBytes) {
      return true;
    }
    long to = (size - headBytes) / BLOCK_BYTES * BLOCK_BYTES;
    try {
      if (to > from) {
        holePunch.punch(log.path(), from, to);
        punchedTo[index] = to;
      }
      return true;
    } catch (IOException notHere) {
      return false;
    }
  }

  private static long up(long bytes) {
    return (bytes + BLOCK_BYTES - 1) / BLOCK_BYTES * BLOCK_BYTES;
  }

  public interface HolePunch {
    HolePunch OF_THE_KERNEL = FileHoles::punch;

    /** Fails where the file system cannot do that. */
    void punch(Path file, long fromByte, long toByte) throws IOException;
  }
}
