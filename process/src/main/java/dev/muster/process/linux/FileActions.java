package dev.muster.process.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** What a new process does with its files before it executes its program. */
final class FileActions implements AutoCloseable {
  private static final int SIZE_BYTES = 128;
  private static final int READ_ONLY = 0;
  private static final int WRITE_CREATE_APPEND = 0x1 | 0x40 | 0x400;
  private static final int ANYONE_MAY_READ_AND_WRITE = 0666;

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
    check((int) OPEN.invokeExact(segment, descriptor, name, flags, ANYONE_MAY_READ_AND_WRITE));
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
