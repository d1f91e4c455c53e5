package dev.muster.process.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.invoke.MethodHandle;
import java.util.List;

/**
 * Whose reads and writes go first. It is a property of processes, which their children inherit; not
 * every disk asks for it.
 */
public final class IoPriority {
  private static final boolean ARM = System.getProperty("os.arch", "").equals("aarch64");
  private static final long IOPRIO_SET = ARM ? 30 : 251;
  private static final int PROCESS = 1;
  private static final int FAMILY = 2;
  private static final int USUAL = 0;
  private static final int IDLE = 3 << 13;

  private IoPriority() {}

  private static final class Native {
    static final MethodHandle SYSTEM_CALL =
        NativeCall.variadic(
            "syscall",
            FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT),
            1);
  }

  /** Sets the priority of a process group, and of processes that may have left the group. */
  public static void set(long family, List<Long> others, boolean low) {
    if (!Glibc.isHere()) {
      return;
    }
    set(FAMILY, family, low);
    others.forEach(pid -> set(PROCESS, pid, low));
  }

  private static void set(int kind, long number, boolean low) {
    try {
      int priority = low ? IDLE : USUAL;
      long _ =
          NativeCall.checked(
              state ->
                  (long)
                      Native.SYSTEM_CALL.invokeExact(
                          state, IOPRIO_SET, kind, (int) number, priority));
    } catch (IOException goneOrUnknown) {
      // Then it keeps the priority that it has.
    }
  }
}
