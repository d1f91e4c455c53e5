package dev.muster.process.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Whether the computer has memory left, whatever was allocated on it: by what the kernel could
 * still give, and by the time that processes stand still for want of memory. Where the kernel does
 * not say, there is enough.
 */
public final class MemoryPressure {
  /** The variable that says how much must be available, such as 1Gi; 0 switches the check off. */
  private static final String SETTING = "MUSTER_MIN_FREE_MEMORY";

  private static final long LEAST_BYTES = 1L << 30;

  /** A small computer needs this part of its memory available, unless somebody said how much. */
  private static final int PARTS = 20;

  private static final long KIB = 1 << 10;

  /** In the last ten seconds all processes stood still for so much of the time. */
  private static final double MAX_STALLED_PERCENT = 10;

  private static final String STALLED = "full avg10=";

  private final Path proc;
  private final OptionalLong leastBytes;
  private boolean wasShort;

  /**
   * @param proc where the kernel says so, usually {@code /proc}
   * @param leastBytes how much must be available; by default what suits the computer
   */
  public MemoryPressure(Path proc, OptionalLong leastBytes) {
    this.proc = proc;
    this.leastBytes = leastBytes;
  }

  /**
   * How much must be available by these variables; empty where they do not say.
   *
   * @throws IllegalArgumentException if they say no size
   */
  public static OptionalLong leastFreeBytes(Map<String, String> environment) {
    return SizeVariable.bytes(environment, SETTING, "1Gi");
  }

  /**
   * How much more should be available; 0 where there is enough. A computer that was short is well
   * again with twice the least.
   */
  public synchronized long shortBytes() {
    var memory = read("meminfo");
    long allBytes = value(memory, "MemTotal:") * KIB;
    long least = leastBytes.orElse(Math.min(LEAST_BYTES, allBytes / PARTS));
    if (allBytes == 0 || least == 0) {
      return 0;
    }
    long missing = (wasShort ? 2 : 1) * least - value(memory, "MemAvailable:") * KIB;
    long bytes = Math.max(0, isStalled() ? Math.max(least, missing) : missing);
    wasShort = bytes > 0;
    return bytes;
  }

  private boolean isStalled() {
    return read("pressure/memory")
        .lines()
        .filter(line -> line.startsWith(STALLED))
        .map(line -> line.substring(STALLED.length()).split(" ")[0])
        .anyMatch(percent -> Double.parseDouble(percent) > MAX_STALLED_PERCENT);
  }

  private static long value(String text, String key) {
    return text.lines()
        .filter(line -> line.startsWith(key))
        .mapToLong(line -> Long.parseLong(line.substring(key.length()).strip().split(" ")[0]))
        .findFirst()
        .orElse(0);
  }

  private String read(String file) {
    try {
      return Files.readString(proc.resolve(file));
    } catch (IOException notThere) {
      return "";
    }
  }
}
