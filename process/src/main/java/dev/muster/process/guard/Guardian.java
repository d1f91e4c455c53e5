package dev.muster.process.guard;

import dev.muster.host.Exit;
import dev.muster.host.IoErrors;
import dev.muster.host.PrivateFiles;
import dev.muster.host.Waits;
import dev.muster.process.linux.Signals;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A small program that starts a node and outlives it: see the package. Its end is that of the node:
 * the same exit code when that ended on purpose, and a signal to end is passed on.
 */
public final class Guardian {
  /** What the JVM of a guardian is started with: it never has more than a few objects. */
  public static final List<String> JVM_OPTIONS =
      List.of(
          "-Xmx16m",
          "-Xss256k",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-XX:ReservedCodeCacheSize=8m",
          "--enable-native-access=ALL-UNNAMED");

  /** Has the number of the guardian's process for a node that has one. */
  public static final String VARIABLE = "MUSTER_GUARDIAN";

  /** Has the number of a process without which this guardian and its node shall not go on. */
  public static final String UNTIL = "MUSTER_GUARDIAN_UNTIL";

  public static final int AGAIN = RestartPolicy.AGAIN;

  private static final int BAD_USAGE = 1;

  /** How long a node may take to end when it is asked to. */
  private static final Duration GRACE = Duration.ofSeconds(30);

  private final List<String> command;
  private final OrphanReaper reaper;
  private final RestartPolicy restarts = new RestartPolicy();
  private @Nullable Process node;
  private boolean stopping;

  private Guardian(List<String> command, OrphanReaper reaper) {
    this.command = command;
    this.reaper = reaper;
  }

  public static void main(String[] arguments) throws InterruptedException {
    if (arguments.length < 2) {
      System.err.println("guardian: give a state directory and the command of a node");
      System.exit(BAD_USAGE);
    }
    var words = List.of(arguments);
    try {
      var state = PrivateFiles.createPassage(Path.of(words.getFirst()));
      var reaper = new OrphanReaper(ExitFile.ofGuardian(state));
      reaper.start();
      endWith(System.getenv(UNTIL));
      Exit.with(new Guardian(words.subList(1, words.size()), reaper).guard());
    } catch (IOException refused) {
      System.err.println("guardian: " + IoErrors.reason(refused));
      System.exit(BAD_USAGE);
    }
  }

  /** Ends this process, a node, as soon as its guardian is gone; does nothing where it has none. */
  public static void endNodeWithIt() {
    endWith(System.getenv(VARIABLE));
  }

  private static void endWith(@Nullable String pid) {
    if (pid == null) {
      return;
    }
    var _ =
        ProcessHandle.of(Long.parseLong(pid))
            .map(ProcessHandle::onExit)
            .orElseGet(() -> CompletableFuture.completedFuture(null))
            .thenRunAsync(
                () -> Exit.with(RestartPolicy.TERMINATE),
                task -> new Thread(task, "until").start());
  }

  public static Optional<Long> ofThisProcess() {
    return ProcessHandle.current()
        .parent()
        .map(ProcessHandle::pid)
        .filter(pid -> Long.toString(pid).equals(System.getenv(VARIABLE)));
  }

  private int guard() throws IOException, InterruptedException {
    Runtime.getRuntime().addShutdownHook(new Thread(this::stop, "stop"));
    while (true) {
      long startTick = System.nanoTime();
      int exitCode = live();
      var lived = Duration.ofNanos(System.nanoTime() - startTick);
      var pause = isStopping() ? Optional.<Duration>empty() : restarts.after(exitCode, lived);
      if (pause.isEmpty()) {
        return exitCode;
      }
      System.err.printf(
          "guardian: the node died with %d after %d s; it is started again%n",
          exitCode, lived.toSeconds());
      Waits.pause(pause.get());
    }
  }

  private int live() throws IOException, InterruptedException {
    var started = start();
    return started.isPresent() ? started.get().waitFor() : RestartPolicy.TERMINATE;
  }

  /** Empty after a signal to end: that has either found the last node, or this. */
  private synchronized Optional<Process> start() throws IOException {
    if (stopping) {
      return Optional.empty();
    }
    var builder = new ProcessBuilder(command).inheritIO();
    builder.environment().remove(UNTIL);
    builder.environment().put(VARIABLE, Long.toString(ProcessHandle.current().pid()));
    var started = reaper.spare(builder);
    node = started;
    return Optional.of(started);
  }

  private synchronized Optional<Process> startNoMore() {
    stopping = true;
    return Optional.ofNullable(node).filter(Process::isAlive);
  }

  private synchronized boolean isStopping() {
    return stopping;
  }

  private void stop() {
    startNoMore().ifPresent(Guardian::end);
  }

  /** Tasks of a node that has to be ended by force go on, and the next node takes them over. */
  private static void end(Process last) {
    last.destroy();
    try {
      if (!last.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
        System.err.println("guardian: the node did not end in time; it is ended by force");
        last.destroyForcibly().waitFor();
      }
      Runtime.getRuntime().halt(last.exitValue());
    } catch (InterruptedException impatient) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Whether a node that died is started again, and after how long: at once the first time, later
   * and later if it does not live, and not for ever.
   */
  public static final class RestartPolicy {
    /** A node that says so with its exit code is started again as well. */
    static final int AGAIN = 75;

    static final Duration STABLE = Duration.ofMinutes(1);

    static final Duration FIRST_PAUSE = Duration.ofMillis(200);

    /** Shorter than the time after which the master gives a node and its tasks up. */
    static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

    /** How many crashes in a row, none of them after a stable time, are too many. */
    static final int LIMIT = 100;

    /** What a process ends with that was asked to. */
    static final int TERMINATE = Signals.BASE + Signals.TERM;

    private static final int HANGUP = Signals.BASE + Signals.HANGUP;
    private static final int INTERRUPT = Signals.BASE + Signals.INTERRUPT;

    private int crashes;

    /** The pause before the next start; empty if there is none. */
    public Optional<Duration> after(int exitCode, Duration uptime) {
      if (!isCrash(exitCode)) {
        return Optional.empty();
      }
      crashes = uptime.compareTo(STABLE) < 0 ? crashes + 1 : 1;
      if (crashes > LIMIT) {
        return Optional.empty();
      }
      return Optional.of(pause(crashes - 1));
    }

    private static Duration pause(int earlier) {
      if (earlier == 0) {
        return Duration.ZERO;
      }
      long millis = FIRST_PAUSE.toMillis() << Math.min(earlier - 1, Integer.SIZE);
      return Duration.ofMillis(Math.min(millis, LONGEST_PAUSE.toMillis()));
    }

    /** Whoever ends with a code of his own meant to end; so did who was asked to by a signal. */
    static boolean isCrash(int exitCode) {
      return switch (exitCode) {
        case AGAIN -> true;
        case HANGUP, INTERRUPT, TERMINATE -> false;
        default -> exitCode > Signals.BASE;
      };
    }
  }
}
