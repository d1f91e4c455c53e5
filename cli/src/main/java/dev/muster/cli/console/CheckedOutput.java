package dev.muster.cli.console;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the first write that failed: a print stream keeps such things to itself, and a result
 * that fell on a full disk must not look like success.
 */
public final class CheckedOutput extends FilterOutputStream {

  /** The error when the reader has closed the pipe, as {@code head} does. */
  private static final String READER_IS_GONE = "Broken pipe";

  private @Nullable IOException failure;

  public CheckedOutput(OutputStream out) {
    super(out);
  }

  @Override
  public void write(int b) throws IOException {
    attempt(() -> out.write(b));
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    attempt(() -> out.write(bytes, offset, length));
  }

  @Override
  public void flush() throws IOException {
    attempt(out::flush);
  }

  public Optional<String> failure() {
    return Optional.ofNullable(failure)
        .map(IOException::getMessage)
        .filter(why -> !why.equals(READER_IS_GONE));
  }

  private void attempt(Write write) throws IOException {
    try {
      write.run();
    } catch (IOException refused) {
      failure = failure == null ? refused : failure;
      throw refused;
    }
  }

  @FunctionalInterface
  private interface Write {
    void run() throws IOException;
  }
}
