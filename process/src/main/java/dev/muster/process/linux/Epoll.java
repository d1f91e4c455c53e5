package dev.muster.process.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** A set of descriptors, and the wait for some of them to become readable. */
public final class Epoll implements AutoCloseable {
  static final int BATCH = 64;

  private static final int ADD = 1;
  private static final int REMOVE = 2;
  private static final int READABLE = 1;
  private static final int CLOSE_ON_EXEC = 0x80000;
  private static final int FOREVER = -1;

  /** The kernel packs its record on one processor only. */
  private static final boolean PACKED = !System.getProperty("os.arch", "").equals("aarch64");

  private static final int EVENT_BYTES = PACKED ? 12 : 16;
  private static final int DATA_OFFSET = PACKED ? 4 : 8;

  private static final MethodHandle CREATE =
      NativeCall.counted("epoll_create1", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
  private static final MethodHandle CONTROL =
      NativeCall.counted(
          "epoll_ctl", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS));
  private static final MethodHandle WAIT =
      NativeCall.counted(
          "epoll_wait", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT));
  private static final MethodHandle EVENT_DESCRIPTOR =
      NativeCall.counted("eventfd", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));

  private final int descriptor;

  public Epoll() throws IOException {
    this.descriptor =
        (int) NativeCall.checked(state -> (int) CREATE.invokeExact(state, CLOSE_ON_EXEC));
  }

  public static int readable() throws IOException {
    return (int)
        NativeCall.checked(state -> (int) EVENT_DESCRIPTOR.invokeExact(state, 1, CLOSE_ON_EXEC));
  }

  public void add(int watched) throws IOException {
    control(ADD, watched);
  }

  public void remove(int watched) throws IOException {
    control(REMOVE, watched);
  }

  private void control(int operation, int watched) throws IOException {
    try (var arena = Arena.ofConfined()) {
      var event = arena.allocate(EVENT_BYTES, Long.BYTES);
      event.set(JAVA_INT, 0, READABLE);
      event.set(JAVA_INT_UNALIGNED, DATA_OFFSET, watched);
      long _ =
          NativeCall.checked(
              state -> (int) CONTROL.invokeExact(state, descriptor, operation, watched, event));
    }
  }

  public int[] await() throws IOException {
    try (var arena = Arena.ofConfined()) {
      var events = arena.allocate((long) BATCH * EVENT_BYTES, Long.BYTES);
      int count = await(events);
      var ready = new int[count];
      for (int i = 0; i < count; i++) {
        ready[i] = events.get(JAVA_INT_UNALIGNED, (long) i * EVENT_BYTES + DATA_OFFSET);
      }
      return ready;
    }
  }

  private int await(MemorySegment events) throws IOException {
    return (int)
        NativeCall.checked(
            state -> (int) WAIT.invokeExact(state, descriptor, events, BATCH, FOREVER));
  }

  @Override
  public void close() {
    Kernel.close(descriptor);
  }
}
