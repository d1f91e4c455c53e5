package dev.muster.host.run.spawn;

import java.io.IOException;

/** Starts processes. */
public interface Launcher extends AutoCloseable {

  /** The best that this computer has. */
  static Launcher open(String name) throws IOException {
    return Glibc.isHere() ? new NativeLauncher(name) : new JdkLauncher();
  }

  Child start(Start start, Birthplace place) throws IOException;

  /** To be called when all that was started here has ended. */
  @Override
  void close();
}
