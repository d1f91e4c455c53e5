package dev.muster.model.file;

import static dev.muster.model.text.Quantity.formatBytes;

import dev.muster.model.Resources;
import java.util.List;

/**
 * Reads what a task needs: cpu and memory, and anything else that machines count by a name of the
 * operator's choice.
 */
final class ResourcesReader {

  /** The demand of a task that gives none. */
  static final Resources DEFAULT = new Resources(1000, 256L << 20);

  /** Up to how much memory a task may get, where it turns out to need more. */
  private static final String MEMORY_MAX = "memory-max";

  private final List<String> names;
  private final Fields section;
  private final long memoryBytes;

  ResourcesReader(Fields stage, Problems problems) {
    var path = stage.path("resources");
    var mapping = stage.mapping("resources");
    var fields = List.of(MEMORY_MAX);
    this.names = OtherResources.in(mapping, path, fields, problems);
    this.section = new Fields(mapping, path, OtherResources.known(fields, names), problems);
    this.memoryBytes = section.amount("memory", Amount.MEMORY, DEFAULT.memoryBytes());
  }

  Resources read() {
    var needs = new Resources(section.amount("cpu", Amount.CPU, DEFAULT.cpuMillis()), memoryBytes);
    for (var name : names) {
      needs = needs.with(name, section.whole(name, 0, JobLimits.MAX_NAMED_RESOURCE, 0));
    }
    return needs;
  }

  /** 0 where the task gets what it asks for. */
  long maxMemoryBytes() {
    long max = section.amount(MEMORY_MAX, Amount.MEMORY, 0);
    if (max != 0 && max < memoryBytes) {
      section.reject(MEMORY_MAX, "must be at least `memory`, " + formatBytes(memoryBytes));
      return 0;
    }
    return max;
  }
}
