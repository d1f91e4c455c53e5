package dev.muster.model.file;

import dev.muster.model.StageSpec;
import java.util.List;

/**
 * A stage that is read but not yet checked against the others.
 *
 * @param afterPath the path of its {@code after} field
 * @param after the names in that field, with their places
 */
record StageDraft(StageSpec spec, String afterPath, List<Yaml.Scalar> after) {

  String name() {
    return spec.name();
  }
}
