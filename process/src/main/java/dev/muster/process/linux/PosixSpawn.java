package dev.muster.process.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;

/**
 * The one call that makes a process. The C library runs the new process in our memory until it
 * executes the program, so nothing is copied, however large this process is.
 */
public final class PosixSpawn {
  private static final int ENOEXEC = 8;
  private static final int FIRST_UNWANTED_DESCRIPTOR = 3;
  private static final String SHELL = "/bin/sh";

  private static final MethodHandle SPAWN =
      NativeCall.plain(
          "posix_spawn",
          FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS));

  private PosixSpawn() {}

  public static int start(SpawnRequest start) throws IOException {
    start.check();
    try (var arena = Arena.ofConfined()) {
      var pid = arena.allocate(JAVA_INT);
      int error = spawn(start, arena, pid);
      if (error == ENOEXEC) {
        // A script without a first line that names its interpreter: shells run those as their own.
        error = spawn(start.through(SHELL, List.of(SHELL)), arena, pid);
      }
      if (error != 0) {
        throw NativeCall.failed(error);
      }
      return pid.get(JAVA_INT, 0);
    }
  }

  public static int run(SpawnRequest request) throws IOException {
    return Kernel.await(start(request)).exitCode();
  }

  private static int spawn(SpawnRequest start, Arena arena, MemorySegment pid) {
    try (var actions = new FileActions(arena)) {
      actions.openForReading(0, "/dev/null");
      actions.openForWriting(1, start.stdout().toString());
      actions.openForWriting(2, start.stderr().toString());
      actions.changeDirectory(start.directory().toString());
      actions.closeFrom(FIRST_UNWANTED_DESCRIPTOR);
      return (int)
          SPAWN.invokeExact(
              pid,
              arena.allocateFrom(start.program()),
              actions.segment(),
              SpawnAttributes.SEGMENT,
              strings(start.arguments(), arena),
              strings(variables(start), arena));
    } catch (Throwable thrown) {
      throw NativeCall.broken(thrown);
    }
  }

  private static List<String> variables(SpawnRequest start) {
    var variables = new ArrayList<String>(start.environment().size());
    start.environment().forEach((name, value) -> variables.add(name + "=" + value));
    return variables;
  }

  private static MemorySegment strings(List<String> strings, Arena arena) {
    var array = arena.allocate(ADDRESS, strings.size() + 1L);
    for (int i = 0; i < strings.size(); i++) {
      array.setAtIndex(ADDRESS, i, arena.allocateFrom(strings.get(i)));
    }
    return array;
  }

  /**
   * What is the same for all new processes: read by every call, changed by none.
   *
   * <ul>
   *   <li>A session of its own keeps the keys of our terminal from the process, and makes it the
   *       head of a group by which its children can be reached.
   *   <li>All signals do to it what they do by default, and none is held back, whatever the JVM has
   *       arranged for itself.
   * </ul>
   */
  static final class SpawnAttributes {
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

  private static final class FileActions implements AutoCloseable {
    private static final int SIZE_BYTES = 128;
    private static final int READ_ONLY = 0;
    private static final int WRITE_CREATE_APPEND = 0x1 | 0x40 | 0x400;
    private static final int OWNER_MAY_READ_AND_WRITE = 0600;

    private static final FunctionDescriptor POINTER = FunctionDescriptor.of(JAVA_INT, ADDRESS);
    private static final MethodHandle INIT =
        NativeCall.plain("posix_spawn_file_actions_init", POINTER);
    private static final MethodHandle DESTROY =
        NativeCall.plain("posix_spawn_file_actions_destroy", POINTER);
    private static final MethodHandle OPEN =
        NativeCall.plain(
            "posix_spawn_file_actions_addopen",
            FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT));
    private static final MethodHandle CHANGE_DIRECTORY =
        NativeCall.plain(
            "posix_spawn_file_actions_addchdir_np",
            FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS));
    private static final MethodHandle CLOSE_FROM =
        NativeCall.plain(
            "posix_spawn_file_actions_addclosefrom_np",
            FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT));

    private final Arena arena;
    private final MemorySegment segment;

    FileActions(Arena arena) throws Throwable {
      this.arena = arena;
      this.segment = arena.allocate(SIZE_BYTES, Long.BYTES);
      check((int) INIT.invokeExact(segment));
    }

    MemorySegment segment() {
      return segment;
    }

    void openForReading(int descriptor, String path) throws Throwable {
      open(descriptor, path, READ_ONLY);
    }

    void openForWriting(int descriptor, String path) throws Throwable {
      open(descriptor, path, WRITE_CREATE_APPEND);
    }

    private void open(int descriptor, String path, int flags) throws Throwable {
      var name = arena.allocateFrom(path);
      check((int) OPEN.invokeExact(segment, descriptor, name, flags, OWNER_MAY_READ_AND_WRITE));
    }

    void changeDirectory(String path) throws Throwable {
      check((int) CHANGE_DIRECTORY.invokeExact(segment, arena.allocateFrom(path)));
    }

    void closeFrom(int descriptor) throws Throwable {
      check((int) CLOSE_FROM.invokeExact(segment, descriptor));
    }

    /** They fail only where there is no memory left. */
    private static void check(int error) {
      if (error != 0) {
        throw new OutOfMemoryError("no memory to start a process");
      }
    }

    @Override
    public void close() {
      try {
        check((int) DESTROY.invokeExact(segment));
      } catch (Throwable thrown) {
        throw NativeCall.broken(thrown);
      }
    }
  }
}
