package dev.muster.model.file;

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

  private ResourcesReader() {}

  static Resources read(Fields stage, Problems problems) {
    var mapping = stage.mapping("resources");
    var names = names(mapping, stage.path("resources"), problems);
    List<String> known = new ArrayList<>(Names.RESOURCES);
    known.addAll(names);
    var section = new Fields(mapping, stage.path("resources"), known, problems);
    var needs =
        new Resources(
            section.amount("cpu", Amount.CPU, DEFAULT.cpuMillis()),
            section.amount("memory", Amount.MEMORY, DEFAULT.memoryBytes()));
    for (var name : names) {
      needs = needs.with(name, section.whole(name, 0, JobLimits.MAX_NAMED_RESOURCE, 0));
    }
    return needs;
  }

  /**
   * The names beside cpu and memory. One that looks misspelt is left for the section to reject: it
   * would otherwise be a resource that no machine has.
   */
  private static List<String> names(Yaml.Mapping mapping, String path, Problems problems) {
    Set<String> names = new TreeSet<>();
    for (var entry : mapping.pairs()) {
      if (entry.key() instanceof Yaml.Text key && Names.resourceProblem(key.text()).isEmpty()) {
        names.add(key.text());
      }
    }
    if (names.size() > JobLimits.MAX_NAMED_RESOURCES) {
      problems.add(
          mapping,
          path,
          "must name at most " + formatCount(JobLimits.MAX_NAMED_RESOURCES) + " other resources");
    }
    return List.copyOf(names);
  }
}
