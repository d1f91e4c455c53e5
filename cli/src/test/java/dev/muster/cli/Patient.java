package dev.muster.cli;

import java.time.Duration;

/** Far more than any test takes: a machine may be slow, and a test that hangs must end. */
public final class Patient {

  public static final int SECONDS = 600;
  public static final Duration LIMIT = Duration.ofSeconds(SECONDS / 2);

  private Patient() {}
}
