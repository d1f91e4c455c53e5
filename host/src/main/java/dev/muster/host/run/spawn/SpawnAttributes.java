package dev.muster.host.run.spawn;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;

/**
 * What is the same for all new processes: read by every call, changed by none.
 *
 * <ul>
 *   <li>A session of its own keeps the keys of our terminal from the process, and makes it the head
 *       of a group by which its children can be reached.
 *   <li>All signals do to it what they do by default, and none is held back, whatever the JVM has
 *       arranged for itself.
 * </ul>
 */
final class SpawnAttributes {

  private static final short RESET_SIGNALS = 0x04;
  private static final short SET_SIGNAL_MASK = 0x08;
  private static final short NEW_SESSION = 0x80;
  private static final short FLAGS = RESET_SIGNALS | SET_SIGNAL_MASK | NEW_SESSION;

  private static final int SIZE_BYTES = 512;
  private static final int SIGNAL_SET_BYTES = 128;

  static final MemorySegment SEGMENT = create();

  private SpawnAttributes() {}

  private static MemorySegment create() {
    var attributes = Arena.global().allocate(SIZE_BYTES, Long.BYTES);
    try (var arena = Arena.ofConfined()) {
      var signals = arena.allocate(SIGNAL_SET_BYTES, Long.BYTES);
      call("posix_spawnattr_init", attributes);
      call("posix_spawnattr_setsigmask", attributes, signals);
      call("sigfillset", signals);
      call("posix_spawnattr_setsigdefault", attributes, signals);
      var shape = FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_SHORT);
      var setFlags = NativeCall.plain("posix_spawnattr_setflags", shape);
      check((int) setFlags.invokeExact(attributes, FLAGS));
      return attributes;
    } catch (Throwable thrown) {
      throw NativeCall.broken(thrown);
    }
  }

  private static void call(String name, MemorySegment one) throws Throwable {
    var shape = FunctionDescriptor.of(JAVA_INT, ADDRESS);
    check((int) NativeCall.plain(name, shape).invokeExact(one));
  }

  private static void call(String name, MemorySegment one, MemorySegment two) throws Throwable {
    var shape = FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS);
    check((int) NativeCall.plain(name, shape).invokeExact(one, two));
  }

  private static void check(int error) {
    if (error != 0) {
      throw new IllegalStateException("attributes of processes: error " + error);
    }
  }
}
