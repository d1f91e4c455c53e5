package dev.muster.model.file;

import static dev.muster.model.text.Quantity.formatBytes;
import static dev.muster.model.text.Quantity.formatCount;

import dev.muster.model.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reads what a task needs: cpu and memory, and anything else that machines count by a name of the
 * operator's choice.
 */
final class ResourcesReader {

  /** The demand of a task that gives none. */
  static final Resources DEFAULT = new Resources(1000, 256L << 20);

  /** Up to how much memory a task may get, where it turns out to need more. */
  private static final String MEMORY_MAX = "memory-max";

  private final String path;
  private final Yaml.Mapping mapping;
  private final List<String> names;
  private final Fields section;
  private final long memoryBytes;

  ResourcesReader(Fields stage, Problems problems) {
    this.path = stage.path("resources");
    this.mapping = stage.mapping("resources");
    this.names = names(problems);
    List<String> known = new ArrayList<>(Names.RESOURCES);
    known.add(MEMORY_MAX);
    known.addAll(names);
    this.section = new Fields(mapping, path, known, problems);
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

  /**
   * The names beside cpu and memory. One that looks misspelt is left for the section to reject: it
   * would otherwise be a resource that no machine has.
   */
  private List<String> names(Problems problems) {
    Set<String> found = new TreeSet<>();
    for (var entry : mapping.pairs()) {
      if (entry.key() instanceof Yaml.Text key && isNamed(key.text())) {
        found.add(key.text());
      }
    }
    if (found.size() > JobLimits.MAX_NAMED_RESOURCES) {
      problems.add(
          mapping,
          path,
          "must name at most " + formatCount(JobLimits.MAX_NAMED_RESOURCES) + " other resources");
    }
    return List.copyOf(found);
  }

  private static boolean isNamed(String name) {
    return !name.equals(MEMORY_MAX) && Names.resourceProblem(name).isEmpty();
  }
}
