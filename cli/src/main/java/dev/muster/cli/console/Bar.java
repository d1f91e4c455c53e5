package dev.muster.cli.console;

import java.io.PrintStream;
import java.util.Optional;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A bar on a terminal; gone when the work has ended, because what is said then says more. */
public final class Bar implements AutoCloseable {

  private static final int DEFAULT_COLUMNS = 80;
  private static final int UPDATE_MS = 200;
  private static final String LINE_START = "\r";

  /** Takes back what stands in the line, so that other lines may come above the bar. */
  public static final String CLEAR_LINE = "\r\u001b[K";

  private final PrintStream err;
  private final ProgressBar bar;

  /** Writes to the stream by itself: the library's own console would take over the terminal. */
  public Bar(PrintStream err, String name, long max) {
    this.err = err;
    this.bar =
        new ProgressBarBuilder()
            .setTaskName(name)
            .setInitialMax(max)
            .setStyle(ProgressBarStyle.ASCII)
            .setUpdateIntervalMillis(UPDATE_MS)
            .setConsumer(
                new DelegatingProgressBarConsumer(text -> err.print(LINE_START + text), columns()))
            .build();
  }

  private static int columns() {
    return Optional.ofNullable(System.getenv("COLUMNS"))
        .filter(text -> text.matches("[1-9]\\d{1,3}"))
        .map(Integer::parseInt)
        .orElse(DEFAULT_COLUMNS);
  }

  public void at(long done, String extra) {
    bar.stepTo(done);
    bar.setExtraMessage(" " + extra);
  }

  public void step() {
    bar.step();
  }

  @Override
  public void close() {
    bar.close();
    err.print(CLEAR_LINE);
    err.flush();
  }
}
