package dev.muster.cli.console;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;

/**
 * The streams of a command, so that tests can stand in for the shell.
 *
 * @param out standard output: on a terminal control characters are escaped, else all goes as it is
 * @param err standard error, with control characters escaped: names and tasks may hold any
 * @param screen standard error as it is, for whoever draws on a terminal
 * @param errIsTerminal asked only when it matters, because finding out takes a process
 */
public record Console(
    InputStream in,
    PrintStream out,
    PrintStream err,
    PrintStream screen,
    BooleanSupplier errIsTerminal) {

  private static final int OUT = 1;
  private static final int ERR = 2;

  /** Always UTF-8: what is printed must not depend on the locale of whoever parses it. */
  public static Console of(
      InputStream in,
      OutputStream out,
      OutputStream err,
      BooleanSupplier outIsTerminal,
      BooleanSupplier errIsTerminal) {
    return new Console(
        in,
        new PrintStream(new PrintableOutput(out, outIsTerminal), false, StandardCharsets.UTF_8),
        new PrintStream(new PrintableOutput(err, () -> true), true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        errIsTerminal);
  }

  public static Console ofProcess(CheckedOutput standardOutput) {
    return of(
        System.in,
        new BufferedOutputStream(standardOutput),
        new FileOutputStream(FileDescriptor.err),
        new TerminalTest(OUT),
        new TerminalTest(ERR));
  }

  public void complain(String message) {
    err.println("muster: " + message);
  }

  public void flush() {
    out.flush();
    err.flush();
  }

  /** Asks a shell once: the JDK tells this of input and output together only. */
  private static final class TerminalTest implements BooleanSupplier {

    private final int descriptor;
    private int answer = -1;

    TerminalTest(int descriptor) {
      this.descriptor = descriptor;
    }

    @Override
    public synchronized boolean getAsBoolean() {
      if (answer < 0) {
        answer = isTerminal() ? 1 : 0;
      }
      return answer == 1;
    }

    private boolean isTerminal() {
      try {
        var test = new ProcessBuilder("sh", "-c", "test -t " + descriptor);
        return test.redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start()
                .waitFor()
            == 0;
      } catch (IOException e) {
        return false;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
  }
}
