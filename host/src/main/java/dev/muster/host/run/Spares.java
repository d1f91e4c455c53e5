package dev.muster.host.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
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
final class Spares {

  /** More than this are left where they are. */
  static final int LIMIT = 10_000;

  private record Spare(Path task, String mark) {}

  private final ArrayDeque<Spare> waiting = new ArrayDeque<>();
  private final ArrayDeque<Path> ready = new ArrayDeque<>();

  /** To be called when the run has ended. */
  synchronized void offer(Attempt attempt) {
    if (waiting.size() + ready.size() < LIMIT) {
      waiting.add(new Spare(attempt.task(), attempt.mark()));
    }
  }

  /** How many wait now: those that the look at the processes which begins now is about. */
  synchronized int waiting() {
    return waiting.size();
  }

  /**
   * @param first how many had been waiting when the look began
   * @param marks of the processes seen
   */
  synchronized void release(int first, Set<String> marks) {
    for (int i = 0; i < first; i++) {
      var spare = waiting.remove();
      if (marks.contains(spare.mark)) {
        waiting.add(spare);
      } else {
        ready.add(spare.task);
      }
    }
  }

  /** Makes the directory of a first attempt from one that is ready; false if there is none. */
  boolean reuse(Attempt attempt) throws IOException {
    for (var spare = take(); spare.isPresent(); spare = take()) {
      if (attempt.at(spare.get()).isUntouched()) {
        Files.move(spare.get(), attempt.task(), StandardCopyOption.ATOMIC_MOVE);
        return true;
      }
    }
    return false;
  }

  private synchronized Optional<Path> take() {
    return Optional.ofNullable(ready.poll());
  }
}
