package dev.muster.host.run.spawn;

import dev.muster.host.Patience;
import java.io.IOException;
import java.time.Duration;

/** The computer has no room for another process now; it may have in a moment. */
final class Crowded extends IOException {

  /** How often a start is tried in all. */
  static final int TRIES = 6;

  /** Before the second try; twice as long before each one after it, 1.5 s in all. */
  static final Duration FIRST_PAUSE = Duration.ofMillis(50);

  private static final int EAGAIN = 11;
  private static final int ENOMEM = 12;

  interface Call<T> {
    T make() throws IOException;
  }

  Crowded(String why) {
    super(why);
  }

  static boolean is(int errno) {
    return errno == EAGAIN || errno == ENOMEM;
  }

  /** What the call gives, as soon as there is room. */
  static <T> T persist(Call<T> call) throws IOException {
    for (int tried = 1; ; tried++) {
      try {
        return call.make();
      } catch (Crowded full) {
        if (tried == TRIES) {
          throw new IOException("no room for another process: " + full.getMessage(), full);
        }
        Patience.pause(FIRST_PAUSE.multipliedBy(1L << (tried - 1)));
      }
    }
  }
}
