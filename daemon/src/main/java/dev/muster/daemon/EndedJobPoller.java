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
 * Starts the retention of outputs on a node with a home of its own: polls the cell for the jobs
 * that have not ended. Whatever was lost or restarted meanwhile, that answer is the truth.
 */
final class EndedJobPoller implements AutoCloseable {

  static final Duration PERIOD = Duration.ofSeconds(30);

  private static final System.Logger LOGGER = System.getLogger(EndedJobPoller.class.getName());
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

  private final Path home;
  private final Peer cell;
  private final NodeFiles files;

  /** Jobs whose retention has started, so that old jobs cost nothing. */
  private final Set<Long> retained = new HashSet<>();

  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread poller =
      Thread.ofVirtual().name("ended-jobs").unstarted(this::pollUntilClosed);

  EndedJobPoller(Path home, Peer cell, NodeFiles files) {
    this.home = home;
    this.cell = cell;
    this.files = files;
  }

  static EndedJobPoller start(Path home, Peer cell, NodeFiles files) {
    var jobs = new EndedJobPoller(home, cell, files);
    jobs.poller.start();
    return jobs;
  }

  private void pollUntilClosed() {
    try {
      while (!closed.await(PERIOD.toMillis(), TimeUnit.MILLISECONDS)) {
        try {
          poll();
        } catch (IOException nextPoll) {
          LOGGER.log(Level.DEBUG, "which jobs have ended is not known", nextPoll);
        }
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Jobs that began after the cell's answer are left alone, and so are those that another cell of
   * the same home may have begun since.
   */
  void poll() throws IOException {
    var here = JobNumbers.all(home).stream().filter(job -> !retained.contains(job)).toList();
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
    retained.add(job);
  }

  private static boolean leftSomething(List<Path> directories) {
    return directories.stream().anyMatch(Files::exists);
  }

  @Override
  public void close() {
    closed.countDown();
    Waits.join(poller, CLOSE_LIMIT);
  }
}
