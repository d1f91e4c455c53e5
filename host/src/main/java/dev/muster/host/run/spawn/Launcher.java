package dev.muster.host.run.spawn;

import java.io.IOException;

/** Starts processes. */
public interface Launcher extends AutoCloseable {

  /** The best that this computer has. */
  static Launcher open(String name) throws IOException {
    return open(name, Register.NONE);
  }

  /**
   * @param register where the deaths of what is started here are written down
   */
  static Launcher open(String name, Register register) throws IOException {
    if (Glibc.isHere()) {
      return new NativeLauncher(name, register);
    }
    Glibc.sayOnceThatItIsMissing();
    return new JdkLauncher(name);
  }

  Child start(Start start, Birthplace place) throws IOException;

  /** Takes over a process that another has started; one that is gone has simply ended. */
  Child adopt(Birth birth, Obituaries obituaries) throws IOException;

  /** To be called when all that was started here has ended, or is to be left alone. */
  @Override
  void close();
}
