package dev.muster.host.run.spawn;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/** A look at children that have ended, which leaves them to be buried. */
final class Zombies {

  /** One of them. */
  record Zombie(int pid, Ended ended) {}

  private static final boolean ARM = System.getProperty("os.arch", "").equals("aarch64");

  /** The call of the C library would not say what the child used. */
  private static final long WAIT = ARM ? 95 : 247;

  private static final int ANYBODY = 0;
  private static final int BY_PID = 1;
  private static final int AT_ONCE = 1;
  private static final int ENDED = 4;
  private static final int LEAVE_IT = 0x0100_0000;

  private static final int INFO_BYTES = 128;
  private static final long CODE_AT = 8;
  private static final long PID_AT = 16;
  private static final long STATUS_AT = 24;
  private static final int BY_ITSELF = 1;

  private static final MethodHandle SYSTEM_CALL =
      NativeCall.variadic(
          "syscall",
          FunctionDescriptor.of(
              JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS),
          1);

  private Zombies() {}

  /** Whether this child of ours is one, and how it ended. */
  static Optional<Ended> of(int pid) throws IOException {
    return look(BY_PID, pid, AT_ONCE).map(Zombie::ended);
  }

  /** Any of our children; waits until there is one, holding the thread. */
  static Zombie any() throws IOException {
    return look(ANYBODY, 0, 0).orElseThrow();
  }

  private static Optional<Zombie> look(int kind, int id, int options) throws IOException {
    try (var arena = Arena.ofConfined()) {
      var state = NativeCall.state(arena);
      var info = arena.allocate(INFO_BYTES, Long.BYTES);
      var usage = arena.allocate(Kernel.RUSAGE_BYTES, Long.BYTES);
      int how = ENDED | LEAVE_IT | options;
      long answer;
      do {
        answer = (long) SYSTEM_CALL.invokeExact(state, WAIT, kind, id, info, how, usage);
      } while (answer < 0 && NativeCall.errno(state) == NativeCall.EINTR);
      if (answer < 0) {
        throw NativeCall.failed(NativeCall.errno(state));
      }
      int pid = info.get(JAVA_INT, PID_AT);
      return pid == 0 ? Optional.empty() : Optional.of(new Zombie(pid, ended(info, usage)));
    } catch (IOException refused) {
      throw refused;
    } catch (Throwable thrown) {
      throw NativeCall.broken(thrown);
    }
  }

  private static Ended ended(MemorySegment info, MemorySegment usage) {
    int status = info.get(JAVA_INT, STATUS_AT);
    boolean byItself = info.get(JAVA_INT, CODE_AT) == BY_ITSELF;
    return new Ended(byItself ? status : Kernel.SIGNAL_BASE + status, Kernel.usage(usage));
  }
}
