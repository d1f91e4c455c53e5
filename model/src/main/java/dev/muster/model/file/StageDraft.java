package dev.muster.model.file;

import dev.muster.model.StageSpec;
import java.util.List;

/**
 * A stage that is read but not yet checked against the others.
 *
 * @param fields where it stands in the file
 * @param after the names in its {@code after} field, with their places
 */
record StageDraft(StageSpec spec, Fields fields, List<Yaml.Scalar> after) {

  /** The path of its {@code after} field. */
  String afterPath() {
    return fields.path("after");
  }

  String name() {
    return spec.name();
  }
}
