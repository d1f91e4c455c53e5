package dev.muster.process.linux;

import dev.muster.host.Waits;
import java.io.IOException;
import java.time.Duration;

/** The computer cannot start another process now; it may in a moment. */
public final class TemporarilyUnavailable extends IOException {
  static final int TRIES = 6;

  /** Before the second try; twice as long before each one after it, 1.5 s in all. */
  static final Duration FIRST_PAUSE = Duration.ofMillis(50);

  private static final int EAGAIN = 11;
  private static final int ENOMEM = 12;

  public interface RetriedCall<T> {
    T make() throws IOException;
  }

  TemporarilyUnavailable(String why) {
    super(why);
  }

  static boolean is(int errno) {
    return errno == EAGAIN || errno == ENOMEM;
  }

  public static <T> T retry(RetriedCall<T> call) throws IOException {
    for (int tried = 1; ; tried++) {
      try {
        return call.make();
      } catch (TemporarilyUnavailable full) {
        if (tried == TRIES) {
          throw new IOException("no resources for another process: " + full.getMessage(), full);
        }
        Waits.pause(FIRST_PAUSE.multipliedBy(1L << (tried - 1)));
      }
    }
  }
}
