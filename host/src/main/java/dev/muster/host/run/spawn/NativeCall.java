package dev.muster.host.run.spawn;

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
final class NativeCall {

  static final int EINTR = 4;

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

  /** One that leaves its error number in the {@link #state} given as first argument. */
  static MethodHandle counted(String name, FunctionDescriptor shape) {
    return LINKER.downcallHandle(address(name), shape, Linker.Option.captureCallState("errno"));
  }

  static MethodHandle variadic(String name, FunctionDescriptor shape, int firstVariadic) {
    return LINKER.downcallHandle(
        address(name),
        shape,
        Linker.Option.captureCallState("errno"),
        Linker.Option.firstVariadicArg(firstVariadic));
  }

  private static MemorySegment address(String name) {
    return LINKER.defaultLookup().findOrThrow(name);
  }

  static MemorySegment state(Arena arena) {
    return arena.allocate(STATE);
  }

  static int errno(MemorySegment state) {
    return state.get(ValueLayout.JAVA_INT, ERRNO_OFFSET);
  }

  static IOException failed(int errno) {
    return Crowded.is(errno) ? new Crowded(message(errno)) : new IOException(message(errno));
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
