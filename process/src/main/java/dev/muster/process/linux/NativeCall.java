package dev.muster.process.linux;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/** How calls of the C library are made, and what they say when they fail. */
@SuppressWarnings("restricted") // this is the one place where the JVM is left
public final class NativeCall {
  private static final int EINTR = 4;

  private static final Linker LINKER = Linker.nativeLinker();
  private static final StructLayout STATE = Linker.Option.captureStateLayout();
  private static final long ERRNO_OFFSET =
      STATE.byteOffset(MemoryLayout.PathElement.groupElement("errno"));
  private static final MethodHandle STRERROR =
      plain("strerror", FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.JAVA_INT));
  private static final int MESSAGE_LIMIT = 200;

  private NativeCall() {}

  /** One that answers with its error number, or cannot fail. */
  static MethodHandle plain(String name, FunctionDescriptor shape) {
    return LINKER.downcallHandle(address(name), shape);
  }

  /** One that leaves its error number in the state given as first argument. */
  static MethodHandle counted(String name, FunctionDescriptor shape) {
    return LINKER.downcallHandle(address(name), shape, Linker.Option.captureCallState("errno"));
  }

  public static MethodHandle variadic(String name, FunctionDescriptor shape, int firstVariadic) {
    return LINKER.downcallHandle(
        address(name),
        shape,
        Linker.Option.captureCallState("errno"),
        Linker.Option.firstVariadicArg(firstVariadic));
  }

  private static MemorySegment address(String name) {
    return LINKER.defaultLookup().findOrThrow(name);
  }

  @FunctionalInterface
  public interface FailingCall {
    /** The state is the first argument of the call, and receives its error number. */
    long make(MemorySegment state) throws Throwable;
  }

  /** Makes a call, again if a signal interrupts it; a failure has the message of the C library. */
  public static long checked(FailingCall call) throws IOException {
    try (var arena = Arena.ofConfined()) {
      var state = arena.allocate(STATE);
      while (true) {
        long answer = call.make(state);
        int errno = state.get(ValueLayout.JAVA_INT, ERRNO_OFFSET);
        if (answer >= 0) {
          return answer;
        }
        if (errno != EINTR) {
          throw failed(errno);
        }
      }
    } catch (IOException refused) {
      throw refused;
    } catch (Throwable thrown) {
      throw broken(thrown);
    }
  }

  static IOException failed(int errno) {
    return TemporarilyUnavailable.is(errno)
        ? new TemporarilyUnavailable(message(errno))
        : new IOException(message(errno));
  }

  private static String message(int errno) {
    try {
      var text = (MemorySegment) STRERROR.invokeExact(errno);
      return text.reinterpret(MESSAGE_LIMIT).getString(0);
    } catch (Throwable thrown) {
      throw broken(thrown);
    }
  }

  /** A call of C throws nothing; whatever comes is a mistake of ours or of the JVM. */
  static IllegalStateException broken(Throwable thrown) {
    return new IllegalStateException(thrown);
  }
}
