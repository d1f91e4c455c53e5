package dev.muster.process.linux;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.FileInputStream;
import java.io.IOException;
import java.util.Optional;

/**
 * Identifies a process among all since the computer was started: numbers are given out again, but
 * not at the same time.
 *
 * @param startTick when it began, as the kernel counts from the start of the computer; no clock
 *     that anybody sets has a part in it
 */
public record ProcessId(int pid, long startTick) {
  private static final int STAT_BYTES = 1 << 10;

  /** Fields after the name of the program, which may hold anything but ends with a parenthesis. */
  private static final int SESSION = 3;

  private static final int START = 19;

  /** Of a process that is there, be it as a zombie. */
  public static Optional<ProcessId> of(int pid) {
    return fields(pid).map(fields -> new ProcessId(pid, Long.parseLong(fields[START])));
  }

  public boolean isThere() {
    return of(pid).equals(Optional.of(this));
  }

  /** Whether a process is there and the first of its session, as every task is. */
  public static boolean leads(int pid) {
    return fields(pid).filter(fields -> Integer.parseInt(fields[SESSION]) == pid).isPresent();
  }

  private static Optional<String[]> fields(int pid) {
    try (var file = new FileInputStream("/proc/" + pid + "/stat")) {
      var text = new String(file.readNBytes(STAT_BYTES), ISO_8859_1);
      return Optional.of(text.substring(text.lastIndexOf(')') + 2).split(" "));
    } catch (IOException gone) {
      return Optional.empty();
    }
  }
}
