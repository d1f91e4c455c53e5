package dev.muster.cli.console;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;

/**
 * The streams of a command, so that tests can stand in for the shell.
 *
 * @param errIsTerminal asked only when it matters, because finding out takes a process
 */
public record Console(
    InputStream in, PrintStream out, PrintStream err, BooleanSupplier errIsTerminal) {

  /** Always UTF-8: what is printed must not depend on the locale of whoever parses it. */
  public static Console ofProcess(CheckedOutput standardOutput) {
    var out = new BufferedOutputStream(standardOutput);
    var err = new FileOutputStream(FileDescriptor.err);
    return new Console(
        System.in,
        new PrintStream(out, false, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        Console::standardErrorIsTerminal);
  }

  public void complain(String message) {
    err.println("muster: " + message);
  }

  public void flush() {
    out.flush();
    err.flush();
  }

  /** The JDK tells this of input and output only. */
  private static boolean standardErrorIsTerminal() {
    try {
      var test = new ProcessBuilder("sh", "-c", "test -t 2");
      return test.redirectError(ProcessBuilder.Redirect.INHERIT).start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
