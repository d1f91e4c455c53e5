package dev.muster.cli.run;

import dev.muster.model.JobSpec;
import dev.muster.model.StageReport;
import dev.muster.model.text.Quantity;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;

/** A line when something changed, at most one a second, for logs and pipes. */
final class LineProgress implements ProgressDisplay {

  private static final Duration INTERVAL = Duration.ofSeconds(1);

  @FunctionalInterface
  interface Tick {
    void await() throws InterruptedException;
  }

  private final PrintStream err;
  private final String name;
  private final Tick tick;
  private final Thread printer;
  private volatile List<StageReport> latest = List.of();
  private volatile String waiting = "";

  LineProgress(PrintStream err, JobSpec job) {
    this(err, job, () -> Thread.sleep(INTERVAL));
  }

  LineProgress(PrintStream err, JobSpec job, Tick tick) {
    this.err = err;
    this.name = job.name();
    this.tick = tick;
    this.printer = Thread.ofVirtual().name("progress").start(this::print);
  }

  @Override
  public void show(List<StageReport> stages) {
    waiting = "";
    latest = stages;
  }

  @Override
  public void waits(String why) {
    waiting = why;
  }

  private void print() {
    List<StageReport> printed = List.of();
    var said = "";
    try {
      while (true) {
        tick.await();
        var now = latest;
        var why = waiting;
        if (!why.isEmpty() && !why.equals(said)) {
          err.println(name + ": " + why);
          said = why;
        }
        if (!now.equals(printed)) {
          err.println(line(name, now));
          printed = now;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the job is over
    }
  }

  static String line(String name, List<StageReport> stages) {
    long tasks = stages.stream().mapToLong(StageReport::tasks).sum();
    long ended = stages.stream().mapToLong(ProgressDisplay::ended).sum();
    long running = stages.stream().mapToLong(StageReport::running).sum();
    var busy = ProgressDisplay.busyStages(stages);
    return "%s: %s of %s tasks done, %s running%s"
        .formatted(
            name,
            Quantity.formatCount(ended),
            Quantity.formatCount(tasks),
            Quantity.formatCount(running),
            busy.isEmpty() ? "" : " (" + busy + ")");
  }

  @Override
  public void close() {
    printer.interrupt();
    try {
      printer.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
