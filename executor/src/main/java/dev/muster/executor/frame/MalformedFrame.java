package dev.muster.executor.frame;

import java.io.IOException;

/** The other side said something that cannot be; the connection is of no more use. */
public final class MalformedFrame extends IOException {

  public MalformedFrame(String what) {
    super(what);
  }
}
