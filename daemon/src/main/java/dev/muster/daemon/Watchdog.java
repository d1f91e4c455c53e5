package dev.muster.daemon;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.muster.process.directory.JobDirectory;
import dev.muster.process.supervise.TaskProcesses;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * A small process beside this one that ends the tasks of a job if this process is killed before it
 * could do so. The pipe between the two breaks then, whatever the cause.
 */
public final class Watchdog implements AutoCloseable {

  private static final System.Logger LOGGER = System.getLogger(Watchdog.class.getName());

  /** Ctrl-C reaches all processes of a terminal, and is for the other one to deal with. */
  private static final String SCRIPT =
      """
      trap '' INT TERM HUP
      read -r word && exit 0
      passes=0
      while [ $passes -lt 100 ]; do
        passes=$((passes + 1))
        found=$(grep -laF -- "$1" /proc/[0-9]*/environ 2>/dev/null)
        [ -n "$found" ] || exit 0
        for file in $found; do
          pid=${file#/proc/}
          kill -9 "${pid%/environ}" 2>/dev/null
        done
        sleep 0.1
      done
      """;

  private static final int CLOSE_LIMIT_SECONDS = 1;

  private final Process shell;

  private Watchdog(Process shell) {
    this.shell = shell;
  }

  static Watchdog start(JobDirectory job) throws IOException {
    var mark = TaskProcesses.OUTPUT_VARIABLE + "=" + job.root() + "/";
    var builder =
        new ProcessBuilder("sh", "-c", SCRIPT, "muster-watchdog", mark)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().keySet().retainAll(Set.of("PATH"));
    return new Watchdog(builder.start());
  }

  /** All is well: this process has ended the tasks itself. */
  @Override
  public void close() {
    try (var pipe = shell.getOutputStream()) {
      pipe.write("done\n".getBytes(US_ASCII));
    } catch (IOException gone) {
      LOGGER.log(Level.DEBUG, "the watchdog is gone", gone);
    }
    try {
      if (!shell.waitFor(CLOSE_LIMIT_SECONDS, TimeUnit.SECONDS)) {
        shell.destroyForcibly();
      }
    } catch (InterruptedException impatient) {
      Thread.currentThread().interrupt();
    }
  }
}
