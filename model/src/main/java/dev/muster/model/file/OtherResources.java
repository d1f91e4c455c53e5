package dev.muster.model.file;

import static dev.muster.model.text.Quantity.formatCount;

import dev.muster.model.text.Nearest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The resources beside cpu and memory that a mapping names, as operators call them. */
public final class OtherResources {

  private OtherResources() {}

  /**
   * A name that looks like a misspelt field is left for {@link Fields} to reject: it would
   * otherwise be a resource that no machine has.
   *
   * @param fields what else the mapping may have, beside cpu and memory
   */
  public static List<String> in(
      Yaml.Mapping mapping, String path, List<String> fields, Problems problems) {
    Set<String> found = new TreeSet<>();
    for (var entry : mapping.pairs()) {
      if (entry.key() instanceof Yaml.Text key && isResource(key.text(), fields)) {
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

  private static boolean isResource(String name, List<String> fields) {
    return Names.resourceProblem(name).isEmpty()
        && !fields.contains(name)
        && Nearest.to(name, fields).isEmpty();
  }

  /** All keys that the mapping may have, for {@link Fields}. */
  public static List<String> known(List<String> fields, List<String> named) {
    List<String> known = new ArrayList<>(Names.RESOURCES);
    known.addAll(fields);
    known.addAll(named);
    return known;
  }
}
