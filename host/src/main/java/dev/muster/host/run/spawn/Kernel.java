package dev.muster.host.run.spawn;

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

/** The calls about processes that already are: to signal one, to name one, to bury one. */
final class Kernel {

  static final int TERM = 15;
  static final int KILL = 9;
  static final int CONTINUE = 18;
  static final int STOP = 19;
  static final int SIGNAL_BASE = 128;
  static final int RUSAGE_BYTES = 256;

  private static final int ONLY_IF_DEAD = 1;
  private static final short READABLE = 1;
  private static final int POLL_BYTES = 8;
  private static final long PIDFD_OPEN = 434;
  private static final int SIGNAL_MASK = 0x7f;
  private static final long MICRO_NS = 1_000;
  private static final long SECOND_NS = 1_000_000_000;
  private static final long BLOCK_BYTES = 512;

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

  private Kernel() {}

  /** To a process, or to the group of processes -pid. One that is gone hears nothing. */
  static void signal(int pid, int signal) {
    try {
      int _ = (int) SIGNAL.invokeExact(pid, signal);
    } catch (Throwable thrown) {
      throw NativeCall.broken(thrown);
    }
  }

  static void close(int descriptor) {
    try {
      int _ = (int) CLOSE.invokeExact(descriptor);
    } catch (Throwable thrown) {
      throw NativeCall.broken(thrown);
    }
  }

  /** A descriptor that can be read once the process is dead. */
  static int openProcess(int pid) throws IOException {
    try (var arena = Arena.ofConfined()) {
      var state = NativeCall.state(arena);
      long descriptor = (long) SYSTEM_CALL.invokeExact(state, PIDFD_OPEN, pid, 0);
      if (descriptor < 0) {
        throw NativeCall.failed(NativeCall.errno(state));
      }
      return (int) descriptor;
    } catch (IOException refused) {
      throw refused;
    } catch (Throwable thrown) {
      throw NativeCall.broken(thrown);
    }
  }

  /** Whether the descriptor could be read within so long; false as well if a signal came first. */
  static boolean isReadableWithin(int descriptor, Duration limit) {
    try (var arena = Arena.ofConfined()) {
      var request = arena.allocate(POLL_BYTES, Integer.BYTES);
      request.set(JAVA_INT, 0, descriptor);
      request.set(JAVA_SHORT, Integer.BYTES, READABLE);
      return (int) POLL.invokeExact(request, 1L, Math.toIntExact(limit.toMillis())) > 0;
    } catch (Throwable thrown) {
      throw NativeCall.broken(thrown);
    }
  }

  /** Buries a child of ours; empty if it lives. */
  static Optional<Ended> bury(int pid) throws IOException {
    return await(pid, ONLY_IF_DEAD);
  }

  /** Waits for a child of ours, holding the thread. */
  static Ended await(int pid) throws IOException {
    return await(pid, 0).orElseThrow();
  }

  private static Optional<Ended> await(int pid, int options) throws IOException {
    try (var arena = Arena.ofConfined()) {
      var state = NativeCall.state(arena);
      var status = arena.allocate(JAVA_INT);
      var usage = arena.allocate(RUSAGE_BYTES, Long.BYTES);
      int answer;
      do {
        answer = (int) WAIT.invokeExact(state, pid, status, options, usage);
      } while (answer < 0 && NativeCall.errno(state) == NativeCall.EINTR);
      if (answer < 0) {
        throw NativeCall.failed(NativeCall.errno(state));
      }
      return answer == 0 ? Optional.empty() : Optional.of(ended(status.get(JAVA_INT, 0), usage));
    } catch (IOException refused) {
      throw refused;
    } catch (Throwable thrown) {
      throw NativeCall.broken(thrown);
    }
  }

  private static Ended ended(int status, MemorySegment usage) {
    int signal = status & SIGNAL_MASK;
    return new Ended(signal == 0 ? (status >> 8) & 0xff : SIGNAL_BASE + signal, usage(usage));
  }

  /**
   * The peak of memory in there is no use: a process begins in our memory, so its peak is at least
   * ours.
   */
  static Usage usage(MemorySegment rusage) {
    long userNs = rusage.get(JAVA_LONG, 0) * SECOND_NS + rusage.get(JAVA_LONG, 8) * MICRO_NS;
    long systemNs = rusage.get(JAVA_LONG, 16) * SECOND_NS + rusage.get(JAVA_LONG, 24) * MICRO_NS;
    long readBytes = rusage.get(JAVA_LONG, 88) * BLOCK_BYTES;
    long writtenBytes = rusage.get(JAVA_LONG, 96) * BLOCK_BYTES;
    return new Usage(userNs + systemNs, 0, readBytes, writtenBytes);
  }
}
