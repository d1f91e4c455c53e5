package dev.muster.cli.sim;

import dev.muster.cli.run.TextView;
import java.io.PrintStream;
import java.util.function.DoubleConsumer;
import java.util.function.LongSupplier;

/**
 * A line now and then about how far an experiment is, for logs: after so much more of the work and
 * so much more time. What ends sooner says nothing, nor does the end, for its result follows.
 */
public final class RareLines implements DoubleConsumer {

  public static final double STEP = 0.1;
  public static final long STEP_NS = 30_000_000_000L;

  private static final double PERCENT = 100;
  private static final long NS_PER_MS = 1_000_000;

  private final PrintStream err;
  private final String name;
  private final LongSupplier nowNs;
  private final long startedNs;
  private double reported;
  private long reportedNs;

  public RareLines(PrintStream err, String name, LongSupplier nowNs) {
    this.err = err;
    this.name = name;
    this.nowNs = nowNs;
    this.startedNs = nowNs.getAsLong();
    this.reportedNs = startedNs;
  }

  @Override
  public void accept(double done) {
    long now = nowNs.getAsLong();
    if (done >= reported + STEP && now - reportedNs >= STEP_NS && done < 1) {
      reported = done;
      reportedNs = now;
      err.println(line(done, now - startedNs));
    }
  }

  private String line(double done, long tookNs) {
    long leftNs = Math.round(tookNs * (1 - done) / done);
    return "%s: %d%% done in %s, about %s left"
        .formatted(name, Math.round(PERCENT * done), elapsed(tookNs), elapsed(leftNs));
  }

  private static String elapsed(long ns) {
    return TextView.elapsed(ns / NS_PER_MS);
  }
}
