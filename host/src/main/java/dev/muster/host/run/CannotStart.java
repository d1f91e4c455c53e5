package dev.muster.host.run;

import dev.muster.host.Refusal;
import java.io.IOException;

/** Why an attempt never became a process, in words for the person who asked for it. */
final class CannotStart extends Exception {

  CannotStart(String why) {
    super(why);
  }

  CannotStart(String what, IOException cause) {
    super(what + ": " + Refusal.reason(cause), cause);
  }

  String why() {
    return String.valueOf(getMessage());
  }
}
