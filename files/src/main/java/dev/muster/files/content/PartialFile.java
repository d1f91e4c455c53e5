package dev.muster.files.content;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A content as far as it has come, hashed as it grows. */
public final class PartialFile implements AutoCloseable {
  /** The disk took no more; the source is not to blame. */
  public static final class DiskRefused extends IOException {
    DiskRefused(IOException cause) {
      super(cause.getMessage(), cause);
    }
  }

  private final Content content;
  private final FileChannel file;
  private final Sha256 hash = new Sha256();
  private long bytes;

  private PartialFile(Content content, FileChannel file) {
    this.content = content;
    this.file = file;
  }

  /** What there is already counts, until the whole has been checked. */
  public static PartialFile open(Content content, Path path) throws IOException {
    var file =
        FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    var partial = new PartialFile(content, file);
    if (file.size() > content.bytes()) {
      partial.clear();
    } else if (file.size() > 0) {
      partial.bytes = partial.hash.add(path);
      file.position(partial.bytes);
    }
    return partial;
  }

  public long bytes() {
    return bytes;
  }

  public boolean isComplete() {
    return bytes >= content.bytes();
  }

  /**
   * Adds all that comes, one byte past the end at most.
   *
   * @throws DiskRefused if it can't be written; else it could not be read
   */
  public void append(InputStream in) throws IOException {
    var chunk = new byte[Sha256.CHUNK_BYTES];
    while (bytes <= content.bytes()) {
      int wanted = (int) Math.min(chunk.length, content.bytes() + 1 - bytes);
      int read = in.read(chunk, 0, wanted);
      if (read < 0) {
        return;
      }
      write(chunk, read);
    }
  }

  private void write(byte[] chunk, int length) throws IOException {
    try {
      var left = ByteBuffer.wrap(chunk, 0, length);
      while (left.hasRemaining()) {
        file.write(left);
      }
    } catch (ClosedChannelException stopped) {
      throw stopped;
    } catch (IOException refused) {
      file.truncate(bytes); // a part of the chunk may be there
      throw new DiskRefused(refused);
    }
    hash.add(chunk, length);
    bytes += length;
  }

  /** Whether all is there, and is what it should be. Asked once; then it is done or cleared. */
  public boolean isSound() {
    return bytes == content.bytes() && hash.hex().equals(content.sha256());
  }

  public void clear() throws IOException {
    hash.hex();
    bytes = 0;
    file.truncate(0);
    file.position(0);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
