package dev.muster.host.run.spawn;

import java.io.IOException;

/**
 * Where a process is born, when that is not where this one is: a process begins in the control
 * groups of the thread that starts it, so that not one instruction of it runs outside.
 */
public interface Birthplace {

  /** Beside this process. */
  Birthplace HERE =
      new Birthplace() {
        @Override
        public void enter() {}

        @Override
        public void leave() {}
      };

  /** What to start instead, where only the new process itself can go there. */
  default Start adapt(Start start) {
    return start;
  }

  /** Takes the calling thread there, which has to be the kernel's own. */
  void enter() throws IOException;

  /** Takes the calling thread back. */
  void leave();
}
