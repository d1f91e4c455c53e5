package dev.muster.host.file;

import dev.muster.host.Refusal;
import java.io.IOException;

/** Nobody is there where a peer should listen. */
final class Unreachable extends IOException {

  private static final long serialVersionUID = 1;

  Unreachable(IOException why) {
    super(Refusal.reason(why), why);
  }
}
