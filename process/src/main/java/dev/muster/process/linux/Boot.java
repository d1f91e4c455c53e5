package dev.muster.process.linux;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Which start of this computer it is, and how long ago that was: clocks may be set, these not. */
public final class Boot {
  private static final Path ID = Path.of("/proc/sys/kernel/random/boot_id");
  private static final Path UPTIME = Path.of("/proc/uptime");
  private static final double SECOND_NS = 1e9;

  private static final String THIS = read(ID);
  private static final long FIRST_TICK = System.nanoTime();
  private static final long FIRST_UPTIME_NS = readUptimeNs();

  private Boot() {}

  /** Empty where the kernel does not say. */
  public static String id() {
    return THIS;
  }

  /** As if it had begun with this process, where the kernel does not say. */
  public static long uptimeNs() {
    return FIRST_UPTIME_NS + (System.nanoTime() - FIRST_TICK);
  }

  private static long readUptimeNs() {
    var text = read(UPTIME);
    int end = text.indexOf(' ');
    return end < 0 ? 0 : (long) (Double.parseDouble(text.substring(0, end)) * SECOND_NS);
  }

  private static String read(Path file) {
    try {
      return new String(Files.readAllBytes(file), US_ASCII).strip();
    } catch (IOException notThere) {
      return "";
    }
  }
}
