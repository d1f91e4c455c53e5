package dev.muster.model.file;

import java.util.Map;
import java.util.TreeMap;

/** Reads the variables that a stage sets for its tasks. */
final class EnvReader {

  private static final String RESERVED = "MUSTER_";

  private EnvReader() {}

  static Map<String, String> read(Fields stage, Problems problems) {
    Map<String, String> env = new TreeMap<>();
    for (var entry : stage.mapping("env").pairs()) {
      var path = stage.path("env");
      if (!(entry.key() instanceof Yaml.Text key) || !Names.isVariable(key.text())) {
        var message = "must be named by letters, digits and `_`, not " + entry.key().found();
        problems.add(entry.key(), path, message);
      } else if (key.text().startsWith(RESERVED)) {
        problems.add(key, path + "." + key.text(), "names with MUSTER_ are set by Muster itself");
      } else if (!(entry.value() instanceof Yaml.Text value)) {
        var message = "expected a single value, found " + entry.value().found();
        problems.add(entry.value(), path + "." + key.text(), message);
      } else if (stage.usable(value, path + "." + key.text())
          && env.putIfAbsent(key.text(), value.text()) != null) {
        problems.add(key, path + "." + key.text(), "is given twice");
      }
    }
    return env;
  }
}
