package dev.muster.host.run.spawn;

import java.io.IOException;

/** Starts processes. */
public interface Launcher extends AutoCloseable {

  /** The best that this computer has. */
  static Launcher open(String name) throws IOException {
    if (Glibc.isHere()) {
      return new NativeLauncher(name);
    }
    Glibc.sayOnceThatItIsMissing();
    return new JdkLauncher(name);
  }

  Child start(Start start, Birthplace place) throws IOException;

  /** To be called when all that was started here has ended. */
  @Override
  void close();
}
