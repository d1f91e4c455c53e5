package dev.muster.process.directory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Directories of tasks that wrote nothing at all, to be used again by later tasks.
 *
 * <p>One rename then stands for the making of five things. That matters because file systems make
 * things slowly: ext4 passes over the places of all that was removed in the last minutes, so making
 * may take longer than running. A directory is ready only once a look at the processes of the
 * computer, begun after its run, has shown that nobody can still write there.
 */
public final class DirectoryPool {
  /** More than this are left where they are. */
  static final int LIMIT = 10_000;

  private final ArrayDeque<AttemptDirectory> waiting = new ArrayDeque<>();
  private final ArrayDeque<Path> ready = new ArrayDeque<>();

  public synchronized void offer(AttemptDirectory attempt) {
    if (waiting.size() + ready.size() < LIMIT) {
      waiting.add(attempt);
    }
  }

  /** For one without traces that nobody can write to any more: all in its group are gone. */
  public void pass(AttemptDirectory attempt) {
    keep(attempt.task());
  }

  private synchronized void keep(Path task) {
    if (waiting.size() + ready.size() < LIMIT) {
      ready.add(task);
    }
  }

  public synchronized List<AttemptDirectory> waiting() {
    return List.copyOf(waiting);
  }

  /**
   * @param checked those that were waiting when the look began
   * @param marks of the processes seen
   */
  public void release(List<AttemptDirectory> checked, Set<String> marks) {
    for (var attempt : checked) {
      if (!marks.contains(attempt.mark())) {
        release(attempt.task(), AttemptDirectory.Traces.of(attempt).none());
      } else {
        waitLonger();
      }
    }
  }

  private synchronized void release(Path task, boolean untouched) {
    waiting.remove();
    if (untouched) {
      ready.add(task);
    }
  }

  private synchronized void waitLonger() {
    waiting.add(waiting.remove());
  }

  /**
   * Makes the directory of a first attempt from one that is ready; false if there is none, or a
   * later attempt of the task has made the directory.
   *
   * @throws NoSuchFileException if the directory of the stage is not there
   */
  boolean reuse(AttemptDirectory attempt) throws IOException {
    if (Files.exists(attempt.task())) {
      return false;
    }
    for (var spare = take(); spare.isPresent(); spare = take()) {
      if (AttemptDirectory.isOfFirstAttempt(spare.get()) && move(spare.get(), attempt.task())) {
        return true;
      }
    }
    return false;
  }

  /**
   * A second attempt, of a first one that was given up and succeeded later, may come to a spare
   * directory at any time, from another node of the same home: the directory goes back.
   */
  private boolean move(Path spare, Path task) throws IOException {
    try {
      Files.move(spare, task, StandardCopyOption.ATOMIC_MOVE);
    } catch (NoSuchFileException removed) {
      if (Files.exists(spare)) {
        giveBack(spare);
        throw removed;
      }
      return false;
    }
    if (!AttemptDirectory.isOfFirstAttempt(task)) {
      Files.move(task, spare, StandardCopyOption.ATOMIC_MOVE);
      return false;
    }
    return true;
  }

  private synchronized Optional<Path> take() {
    return Optional.ofNullable(ready.poll());
  }

  private synchronized void giveBack(Path task) {
    ready.add(task);
  }
}
