package dev.muster.files.content;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** A file that may be read: as long as this is open, the file stays. */
public final class PinnedFile implements AutoCloseable {
  private final Path path;
  private final long bytes;
  private final Runnable release;
  private final AtomicBoolean released = new AtomicBoolean();

  PinnedFile(Path path, long bytes, Runnable release) {
    this.path = path;
    this.bytes = bytes;
    this.release = release;
  }

  /** Of a file that nobody removes; empty if somebody did. */
  public static Optional<PinnedFile> unmanaged(Path file) {
    try {
      return Optional.of(new PinnedFile(file, Files.size(file), () -> {}));
    } catch (IOException gone) {
      return Optional.empty();
    }
  }

  public Path path() {
    return path;
  }

  public long bytes() {
    return bytes;
  }

  @Override
  public void close() {
    if (released.compareAndSet(false, true)) {
      release.run();
    }
  }
}
