package dev.muster.daemon;

import dev.muster.files.fetch.NodeFiles;
import dev.muster.files.serve.Peer;
import dev.muster.host.Waits;
import dev.muster.process.directory.JobDirectory;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Starts the time of outputs on a node that keeps them in a home of its own: asks the cell now and
 * then which jobs have not ended. Whatever was lost or restarted meanwhile, that is the truth.
 */
final class EndWatch implements AutoCloseable {

  static final Duration PERIOD = Duration.ofSeconds(30);

  private static final System.Logger LOGGER = System.getLogger(EndWatch.class.getName());
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

  private final Path home;
  private final Peer cell;
  private final NodeFiles files;

  /** Those of which the files have heard, so that old jobs cost nothing. */
  private final Set<Long> told = new HashSet<>();

  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread turns =
      Thread.ofVirtual().name("ended-jobs").unstarted(this::turnUntilClosed);

  EndWatch(Path home, Peer cell, NodeFiles files) {
    this.home = home;
    this.cell = cell;
    this.files = files;
  }

  static EndWatch watch(Path home, Peer cell, NodeFiles files) {
    var jobs = new EndWatch(home, cell, files);
    jobs.turns.start();
    return jobs;
  }

  private void turnUntilClosed() {
    try {
      while (!closed.await(PERIOD.toMillis(), TimeUnit.MILLISECONDS)) {
        try {
          turn();
        } catch (IOException nextTurn) {
          LOGGER.log(Level.DEBUG, "which jobs have ended is not known", nextTurn);
        }
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * A job that is here and began later than the cell answers is not among those looked at, and none
   * that another cell of the same home may have begun since.
   */
  void turn() throws IOException {
    var here = JobNumbers.all(home).stream().filter(job -> !told.contains(job)).toList();
    if (here.isEmpty()) {
      return;
    }
    var known = cell.running();
    var running = Set.copyOf(known.jobs());
    for (long job : here) {
      if (job <= known.last() && !running.contains(job)) {
        ended(job);
      }
    }
  }

  private void ended(long job) throws IOException {
    if (leftSomething(JobDirectory.layout(home).all(job))) {
      files.ended(job);
    }
    told.add(job);
  }

  private static boolean leftSomething(List<Path> directories) {
    return directories.stream().anyMatch(Files::exists);
  }

  @Override
  public void close() {
    closed.countDown();
    Waits.join(turns, CLOSE_LIMIT);
  }
}
