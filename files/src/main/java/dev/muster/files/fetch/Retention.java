package dev.muster.files.fetch;

import dev.muster.files.content.Directories;
import dev.muster.files.content.DirectoryScan;
import dev.muster.files.serve.Outputs.Layout;
import dev.muster.host.PrivateFiles;
import dev.muster.host.Waits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Removes what the tasks of a job left, some time after the job has ended. A file named by the
 * job's number remembers since when, and for how long its own cell meant to keep them, through
 * restarts and whichever cell looks; logs are not touched.
 */
public final class Retention implements AutoCloseable {
  public static final Duration DEFAULT_PERIOD = Duration.ofDays(7);
  static final Duration PERIOD = Duration.ofMinutes(1);

  /** How many files and directories one turn removes; the rest waits for the next. */
  static final int REMOVALS_PER_SWEEP = 10_000;

  private static final Pattern MARKER = Pattern.compile("\\d{1,18}");
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(10);

  private final Path ended;
  private final Layout layout;
  private final Duration period;
  private final InstantSource clock;
  private final int removalsPerSweep;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread sweeps =
      Thread.ofPlatform().daemon().name("retention").unstarted(this::sweepUntilClosed);

  Retention(Path ended, Layout layout, Duration period, InstantSource clock) {
    this(ended, layout, period, clock, REMOVALS_PER_SWEEP);
  }

  Retention(Path ended, Layout layout, Duration period, InstantSource clock, int removalsPerSweep) {
    this.ended = ended;
    this.layout = layout;
    this.period = period;
    this.clock = clock;
    this.removalsPerSweep = removalsPerSweep;
  }

  /** Starts the sweeps; the home keeps which jobs have ended. */
  public static Retention start(Path home, Layout layout, Duration period) {
    var retention = new Retention(home.resolve("ended"), layout, period, InstantSource.system());
    retention.sweeps.start();
    return retention;
  }

  private void sweepUntilClosed() {
    try {
      do {
        sweep();
      } while (!closed.await(PERIOD.toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  /** Starts the retention of a job, unless it has started already. */
  public void ended(long job) throws IOException {
    var marker = PrivateFiles.createDirectories(ended).resolve(Long.toString(job));
    if (!Files.exists(marker)) {
      Files.writeString(marker, period.toString());
      Files.setLastModifiedTime(marker, FileTime.from(clock.instant()));
    }
  }

  /** Removes what is due; what can't be removed now is tried again. */
  void sweep() {
    int left = removalsPerSweep;
    for (var marker : markers()) {
      try {
        if (left > 0 && isDue(marker)) {
          left -= remove(marker, left);
        }
      } catch (IOException nextTurn) {
        // The disk may be back by then.
      }
    }
  }

  private List<Path> markers() {
    try {
      return DirectoryScan.entries(ended).stream().filter(Retention::isMarker).toList();
    } catch (IOException noneEndedYet) {
      return List.of();
    }
  }

  private static boolean isMarker(Path file) {
    return MARKER.matcher(file.getFileName().toString()).matches();
  }

  private boolean isDue(Path marker) throws IOException {
    var end = Files.getLastModifiedTime(marker).toInstant();
    return !end.plus(periodOf(marker)).isAfter(clock.instant());
  }

  private static Duration periodOf(Path marker) throws IOException {
    try {
      return Duration.parse(Files.readString(marker));
    } catch (DateTimeParseException tornByACrash) {
      return DEFAULT_PERIOD;
    }
  }

  private int remove(Path marker, int limit) throws IOException {
    int removed = 0;
    for (var directory : layout.all(Long.parseLong(marker.getFileName().toString()))) {
      removed += Directories.remove(directory, limit - removed);
    }
    if (removed < limit) {
      Files.delete(marker);
    }
    return removed;
  }

  @Override
  public void close() {
    closed.countDown();
    Waits.join(sweeps, CLOSE_LIMIT);
  }
}
