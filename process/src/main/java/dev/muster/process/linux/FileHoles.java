package dev.muster.process.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/** Takes the middle out of a file that somebody writes to: its size stays, its blocks are free. */
public final class FileHoles {
  private static final int WRITE_CLOSE_ON_EXEC = 0x1 | 0x80000;
  private static final int KEEP_SIZE_AND_PUNCH = 0x01 | 0x02;

  private FileHoles() {}

  private static final class Calls {
    static final MethodHandle OPEN =
        NativeCall.variadic("open", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT), 2);
    static final MethodHandle ALLOCATE =
        NativeCall.counted(
            "fallocate", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG));
  }

  /** Fails where the file system, or the C library, has no such thing. */
  public static void punch(Path file, long fromByte, long toByte) throws IOException {
    if (!Glibc.isHere()) {
      throw new IOException("no glibc");
    }
    int descriptor = open(file);
    try {
      long length = toByte - fromByte;
      long _ =
          NativeCall.checked(
              state ->
                  (int)
                      Calls.ALLOCATE.invokeExact(
                          state, descriptor, KEEP_SIZE_AND_PUNCH, fromByte, length));
    } finally {
      Kernel.close(descriptor);
    }
  }

  private static int open(Path file) throws IOException {
    try (var arena = Arena.ofConfined()) {
      var name = arena.allocateFrom(file.toString());
      return (int)
          NativeCall.checked(
              state -> (int) Calls.OPEN.invokeExact(state, name, WRITE_CLOSE_ON_EXEC));
    }
  }
}
