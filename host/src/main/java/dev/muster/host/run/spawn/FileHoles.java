package dev.muster.host.run.spawn;

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
    try (var arena = Arena.ofConfined()) {
      var state = NativeCall.state(arena);
      var name = arena.allocateFrom(file.toString());
      int descriptor = (int) Calls.OPEN.invokeExact(state, name, WRITE_CLOSE_ON_EXEC);
      int answer = descriptor;
      if (descriptor >= 0) {
        long length = toByte - fromByte;
        answer =
            (int)
                Calls.ALLOCATE.invokeExact(
                    state, descriptor, KEEP_SIZE_AND_PUNCH, fromByte, length);
      }
      int errno = NativeCall.errno(state);
      if (descriptor >= 0) {
        Kernel.close(descriptor);
      }
      if (answer < 0) {
        throw NativeCall.failed(errno);
      }
    } catch (IOException refused) {
      throw refused;
    } catch (Throwable thrown) {
      throw NativeCall.broken(thrown);
    }
  }
}
