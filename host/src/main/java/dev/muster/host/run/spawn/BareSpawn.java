package dev.muster.host.run.spawn;

import java.io.IOException;

/** A start and a wait and nothing around them, to measure everything else against. */
public final class BareSpawn {

  private BareSpawn() {}

  /** Whether this computer can do it. */
  public static boolean isHere() {
    return Glibc.isHere();
  }

  /** The exit code; holds the thread until the process has ended. */
  public static int run(Start start) throws IOException {
    return Kernel.await(PosixSpawn.start(start)).exitCode();
  }
}
