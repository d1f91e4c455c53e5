package dev.muster.cli.run;

import dev.muster.core.event.ClientEvent.JobWaits;
import dev.muster.model.text.Quantity;

/** Why a job is not admitted yet, in one line. */
final class WaitText {

  private static final long S = 1_000_000_000;

  private WaitText() {}

  /** As in {@code waits, place 2 of 5: 6 of 6 tokens …; about 40s}. */
  static String of(JobWaits wait) {
    var place = wait.length() > 1 ? ", place " + wait.place() + " of " + wait.length() : "";
    var expected =
        wait.expectedNs() < 0
            ? ""
            : "; about " + Quantity.formatDuration(Math.ceilDiv(wait.expectedNs(), S) * S);
    return "waits" + place + ": " + wait.why() + expected;
  }
}
