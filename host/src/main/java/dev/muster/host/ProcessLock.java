package dev.muster.host;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * A file that one process holds at a time, and that says which. The kernel releases the lock with
 * the process, however that ends.
 */
public final class ProcessLock implements AutoCloseable {

  private final FileChannel channel;

  private ProcessLock(FileChannel channel) {
    this.channel = channel;
  }

  /** Empty if another process has the lock, or another part of this one. */
  public static Optional<ProcessLock> tryTake(Path file) throws IOException {
    var channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() != null) {
        var number = ProcessHandle.current().pid() + "\n";
        channel.truncate(0).write(ByteBuffer.wrap(number.getBytes(US_ASCII)));
        return Optional.of(new ProcessLock(channel));
      }
    } catch (OverlappingFileLockException ours) {
      // Another part of this process has it.
    } catch (IOException refused) {
      channel.close();
      throw refused;
    }
    channel.close();
    return Optional.empty();
  }

  /** Who has the lock, as in {@code process 4711}. */
  public static String holder(Path file) {
    try {
      var number = Files.readString(file).strip();
      return number.isEmpty() ? "another process" : "process " + number;
    } catch (IOException unreadable) {
      return "another process";
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException unimportant) {
      // The lock ends with the process.
    }
  }
}
