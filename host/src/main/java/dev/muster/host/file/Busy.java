package dev.muster.host.file;

import java.io.IOException;

/** A peer has too much to do now, and will answer later. */
final class Busy extends IOException {

  private static final long serialVersionUID = 1;

  Busy() {
    super("has too much to do");
  }
}
