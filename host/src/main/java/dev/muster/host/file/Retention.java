package dev.muster.host.file;

import dev.muster.host.Patience;
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

  public static final Duration DEFAULT_LIFE = Duration.ofDays(7);
  static final Duration PERIOD = Duration.ofMinutes(1);

  /** How many files and directories one turn removes; the rest waits for the next. */
  static final int REMOVALS_PER_TURN = 10_000;

  private static final Pattern MARK = Pattern.compile("\\d{1,18}");
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(10);

  private final Path ended;
  private final Outputs.Layout layout;
  private final Duration life;
  private final InstantSource clock;
  private final int removalsPerTurn;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread turns =
      Thread.ofPlatform().daemon().name("retention").unstarted(this::turnUntilClosed);

  Retention(Path ended, Outputs.Layout layout, Duration life, InstantSource clock) {
    this(ended, layout, life, clock, REMOVALS_PER_TURN);
  }

  Retention(
      Path ended, Outputs.Layout layout, Duration life, InstantSource clock, int removalsPerTurn) {
    this.ended = ended;
    this.layout = layout;
    this.life = life;
    this.clock = clock;
    this.removalsPerTurn = removalsPerTurn;
  }

  /**
   * One that has begun its work.
   *
   * @param home where it keeps which jobs have ended
   */
  public static Retention start(Path home, Outputs.Layout layout, Duration life) {
    var retention = new Retention(home.resolve("ended"), layout, life, InstantSource.system());
    retention.turns.start();
    return retention;
  }

  private void turnUntilClosed() {
    try {
      do {
        turn();
      } while (!closed.await(PERIOD.toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  /** Its time begins now; for one that has ended already it goes on. */
  public void ended(long job) throws IOException {
    var mark = Files.createDirectories(ended).resolve(Long.toString(job));
    if (!Files.exists(mark)) {
      Files.writeString(mark, life.toString());
      Files.setLastModifiedTime(mark, FileTime.from(clock.instant()));
    }
  }

  /** Removes what is due; what can't be removed now is tried again. */
  void turn() {
    int left = removalsPerTurn;
    for (var mark : marks()) {
      try {
        if (left > 0 && isDue(mark)) {
          left -= remove(mark, left);
        }
      } catch (IOException nextTurn) {
        // The disk may be back by then.
      }
    }
  }

  private List<Path> marks() {
    try {
      return Survey.entries(ended).stream().filter(Retention::isMark).toList();
    } catch (IOException noneEndedYet) {
      return List.of();
    }
  }

  private static boolean isMark(Path file) {
    return MARK.matcher(file.getFileName().toString()).matches();
  }

  private boolean isDue(Path mark) throws IOException {
    var end = Files.getLastModifiedTime(mark).toInstant();
    return !end.plus(lifeOf(mark)).isAfter(clock.instant());
  }

  private static Duration lifeOf(Path mark) throws IOException {
    try {
      return Duration.parse(Files.readString(mark));
    } catch (DateTimeParseException tornByACrash) {
      return DEFAULT_LIFE;
    }
  }

  private int remove(Path mark, int limit) throws IOException {
    int removed = 0;
    for (var directory : layout.all(Long.parseLong(mark.getFileName().toString()))) {
      removed += Directories.remove(directory, limit - removed);
    }
    if (removed < limit) {
      Files.delete(mark);
    }
    return removed;
  }

  @Override
  public void close() {
    closed.countDown();
    Patience.join(turns, CLOSE_LIMIT);
  }
}
