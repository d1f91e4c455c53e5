package dev.muster.process.linux;

import dev.muster.model.Usage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * What processes that run have used so far, as the kernel shows under {@code /proc}. What it does
 * not show, or not to us, counts as nothing.
 */
public final class ProcessUsage {
  /** The kernel counts cpu time in hundredths of a second for programs, whatever its own clock. */
  private static final long TICK_NS = 10_000_000;

  private static final long KIB = 1 << 10;

  /** Fields of {@code stat} after the name of the program: of itself and of children that ended. */
  private static final int FIRST_CPU_FIELD = 11;

  private static final int CPU_FIELDS = 4;

  /** A task with more processes is measured by so many of them. */
  private static final int MAX_PROCESSES = 1_000;

  private ProcessUsage() {}

  /** Of these processes together. */
  public static Usage of(List<Long> processes) {
    var all = Usage.NONE;
    for (long pid : processes) {
      var one = of(Path.of("/proc", Long.toString(pid)));
      long memoryBytes = all.peakMemoryBytes() + one.peakMemoryBytes();
      var both = all.and(one);
      all = new Usage(both.cpuNs(), memoryBytes, both.readBytes(), both.writtenBytes());
    }
    return all;
  }

  /** A process and all that it and they have forked and that are still there. */
  public static List<Long> family(long pid) {
    List<Long> family = new ArrayList<>(List.of(pid));
    for (int next = 0; next < family.size() && next < MAX_PROCESSES; next++) {
      var id = Long.toString(family.get(next));
      for (var child : read(Path.of("/proc", id, "task", id, "children")).split(" ")) {
        if (!child.isBlank()) {
          family.add(Long.valueOf(child.strip()));
        }
      }
    }
    return family;
  }

  private static Usage of(Path process) {
    var io = read(process.resolve("io"));
    return new Usage(
        cpuNs(read(process.resolve("stat"))),
        number(read(process.resolve("status")), "VmHWM:") * KIB,
        number(io, "read_bytes:"),
        number(io, "write_bytes:"));
  }

  private static long cpuNs(String stat) {
    var fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
    long ticks = 0;
    for (int i = 0; i < CPU_FIELDS && FIRST_CPU_FIELD + i < fields.length; i++) {
      ticks += Long.parseLong(fields[FIRST_CPU_FIELD + i]);
    }
    return ticks * TICK_NS;
  }

  /** The number in the line that begins so; a unit behind the number is left out. */
  private static long number(String text, String key) {
    ToLongFunction<String> value =
        line -> Long.parseLong(line.substring(key.length()).strip().split(" ")[0]);
    return text.lines().filter(line -> line.startsWith(key)).mapToLong(value).findFirst().orElse(0);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException gone) {
      return "";
    }
  }
}
