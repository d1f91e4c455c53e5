package dev.muster.process.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.muster.model.Usage;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.time.Duration;
import java.util.Optional;

/** The calls about processes that are there: to signal one, to watch one, to reap one. */
public final class Kernel {
  private static final int RUSAGE_BYTES = 256;

  private static final int ONLY_IF_DEAD = 1;
  private static final short READABLE = 1;
  private static final int POLL_BYTES = 8;
  private static final long PIDFD_OPEN = 434;
  private static final int SIGNAL_MASK = 0x7f;
  private static final long MICRO_NS = 1_000;
  private static final long SECOND_NS = 1_000_000_000;
  private static final long BLOCK_BYTES = 512;

  private static final boolean ARM = System.getProperty("os.arch", "").equals("aarch64");

  /** The {@code waitid} of the C library would not say what the child used. */
  private static final long WAIT_ID = ARM ? 95 : 247;

  private static final int ANY_CHILD = 0;
  private static final int BY_PID = 1;
  private static final int ENDED = 4;
  private static final int LEAVE_IT = 0x0100_0000;
  private static final int INFO_BYTES = 128;
  private static final long CODE_AT = 8;
  private static final long PID_AT = 16;
  private static final long STATUS_AT = 24;
  private static final int CLD_EXITED = 1;

  private static final MethodHandle SIGNAL =
      NativeCall.plain("kill", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));
  private static final MethodHandle CLOSE =
      NativeCall.plain("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
  private static final MethodHandle POLL =
      NativeCall.plain("poll", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));
  private static final MethodHandle WAIT =
      NativeCall.counted(
          "wait4", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS));
  private static final MethodHandle SYSTEM_CALL =
      NativeCall.variadic(
          "syscall", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT), 1);

  private static final MethodHandle WAIT_ID_CALL =
      NativeCall.variadic(
          "syscall",
          FunctionDescriptor.of(
              JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS),
          1);

  private Kernel() {}

  /** To a process, or to the group of processes -pid. A process that is gone receives nothing. */
  public static void signal(int pid, int signal) {
    try {
      int _ = (int) SIGNAL.invokeExact(pid, signal);
    } catch (Throwable thrown) {
      throw NativeCall.broken(thrown);
    }
  }

  public static void close(int descriptor) {
    try {
      int _ = (int) CLOSE.invokeExact(descriptor);
    } catch (Throwable thrown) {
      throw NativeCall.broken(thrown);
    }
  }

  /** A descriptor that can be read once the process is dead. */
  public static int openProcess(int pid) throws IOException {
    return (int)
        NativeCall.checked(state -> (long) SYSTEM_CALL.invokeExact(state, PIDFD_OPEN, pid, 0));
  }

  /** Whether the descriptor could be read within so long; false as well if a signal came first. */
  public static boolean isReadableWithin(int descriptor, Duration limit) {
    try (var arena = Arena.ofConfined()) {
      var request = arena.allocate(POLL_BYTES, Integer.BYTES);
      request.set(JAVA_INT, 0, descriptor);
      request.set(JAVA_SHORT, Integer.BYTES, READABLE);
      return (int) POLL.invokeExact(request, 1L, Math.toIntExact(limit.toMillis())) > 0;
    } catch (Throwable thrown) {
      throw NativeCall.broken(thrown);
    }
  }

  public static Optional<ExitStatus> reap(int pid) throws IOException {
    return await(pid, ONLY_IF_DEAD);
  }

  /** Waits for a child of ours and reaps it, holding the thread. */
  public static ExitStatus await(int pid) throws IOException {
    return await(pid, 0).orElseThrow();
  }

  private static Optional<ExitStatus> await(int pid, int options) throws IOException {
    try (var arena = Arena.ofConfined()) {
      var status = arena.allocate(JAVA_INT);
      var usage = arena.allocate(RUSAGE_BYTES, Long.BYTES);
      long answer =
          NativeCall.checked(state -> (int) WAIT.invokeExact(state, pid, status, options, usage));
      return answer == 0
          ? Optional.empty()
          : Optional.of(exitStatus(status.get(JAVA_INT, 0), usage));
    }
  }

  private static ExitStatus exitStatus(int status, MemorySegment usage) {
    int signal = status & SIGNAL_MASK;
    return new ExitStatus(signal == 0 ? (status >> 8) & 0xff : Signals.BASE + signal, usage(usage));
  }

  public record Zombie(int pid, ExitStatus exit) {}

  public static Optional<Zombie> zombie(int pid) throws IOException {
    return zombie(BY_PID, pid, ONLY_IF_DEAD);
  }

  /** Any of our children; waits until there is one, holding the thread. */
  public static Zombie anyZombie() throws IOException {
    return zombie(ANY_CHILD, 0, 0).orElseThrow();
  }

  private static Optional<Zombie> zombie(int kind, int id, int options) throws IOException {
    try (var arena = Arena.ofConfined()) {
      var info = arena.allocate(INFO_BYTES, Long.BYTES);
      var usage = arena.allocate(RUSAGE_BYTES, Long.BYTES);
      int how = ENDED | LEAVE_IT | options;
      long _ =
          NativeCall.checked(
              state -> (long) WAIT_ID_CALL.invokeExact(state, WAIT_ID, kind, id, info, how, usage));
      int pid = info.get(JAVA_INT, PID_AT);
      return pid == 0 ? Optional.empty() : Optional.of(new Zombie(pid, exitStatusOf(info, usage)));
    }
  }

  private static ExitStatus exitStatusOf(MemorySegment info, MemorySegment usage) {
    int status = info.get(JAVA_INT, STATUS_AT);
    boolean exited = info.get(JAVA_INT, CODE_AT) == CLD_EXITED;
    return new ExitStatus(exited ? status : Signals.BASE + status, usage(usage));
  }

  /**
   * The peak of memory in there is no use: a process begins in our memory, so its peak is at least
   * ours.
   */
  private static Usage usage(MemorySegment rusage) {
    long userNs = rusage.get(JAVA_LONG, 0) * SECOND_NS + rusage.get(JAVA_LONG, 8) * MICRO_NS;
    long systemNs = rusage.get(JAVA_LONG, 16) * SECOND_NS + rusage.get(JAVA_LONG, 24) * MICRO_NS;
    long readBytes = rusage.get(JAVA_LONG, 88) * BLOCK_BYTES;
    long writtenBytes = rusage.get(JAVA_LONG, 96) * BLOCK_BYTES;
    return new Usage(userNs + systemNs, 0, readBytes, writtenBytes);
  }
}
