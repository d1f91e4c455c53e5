package dev.muster.cli;

import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** How much of something long is done, for people at a terminal; nothing for anyone else. */
final class ShareBar implements AutoCloseable {

  private static final int STEPS = 1_000;
  private static final int REFRESH_MS = 200;

  private final @Nullable ProgressBar bar;

  private ShareBar(@Nullable ProgressBar bar) {
    this.bar = bar;
  }

  static ShareBar on(Console console, String what) {
    if (!console.errIsTerminal().getAsBoolean()) {
      return new ShareBar(null);
    }
    return new ShareBar(
        new ProgressBarBuilder()
            .setTaskName(what)
            .setInitialMax(STEPS)
            .setStyle(ProgressBarStyle.ASCII)
            .setUpdateIntervalMillis(REFRESH_MS)
            .setConsumer(new ConsoleProgressBarConsumer(console.err()))
            .build());
  }

  /**
   * @param share between 0 and 1
   */
  void at(double share) {
    if (bar != null) {
      bar.stepTo(Math.round(share * STEPS));
    }
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}
