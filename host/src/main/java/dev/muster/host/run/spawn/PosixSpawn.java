package dev.muster.host.run.spawn;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

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
final class PosixSpawn {

  private static final int ENOEXEC = 8;
  private static final int FIRST_UNWANTED_DESCRIPTOR = 3;
  private static final String SHELL = "/bin/sh";

  private static final MethodHandle SPAWN =
      NativeCall.plain(
          "posix_spawn",
          FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS));

  private PosixSpawn() {}

  /** The number of the process, once it executes the program. */
  static int start(Start start) throws IOException {
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

  private static int spawn(Start start, Arena arena, MemorySegment pid) {
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
              strings(start.words(), arena),
              strings(variables(start), arena));
    } catch (Throwable thrown) {
      throw NativeCall.broken(thrown);
    }
  }

  private static List<String> variables(Start start) {
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
}
