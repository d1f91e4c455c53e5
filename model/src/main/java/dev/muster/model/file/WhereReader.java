package dev.muster.model.file;

import static dev.muster.model.text.Quantity.formatCount;

import dev.muster.model.Require;
import dev.muster.model.Where;
import dev.muster.model.rule.JobRules;
import dev.muster.model.text.NodeName;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Reads which nodes tasks may run on: {@code require}, {@code prefer} and {@code patience}. */
final class WhereReader {

  private static final String PREFER_EXPECTED =
      "for each task a list of nodes, such as [[node-1, node-2], [node-3]]";

  private final Fields fields;
  private final Problems problems;

  WhereReader(Fields fields, Problems problems) {
    this.fields = fields;
    this.problems = problems;
  }

  Where read(Require ofJob, int tasks) {
    var own = require();
    var require = ofJob.and(own);
    checkCount(own, ofJob, require);
    require.anyOf().forEach((name, values) -> checkPossible(name, values, ofJob));
    long patienceNs = fields.amount("patience", Amount.TIMEOUT, Where.FIRM);
    if (fields.has("patience") && !fields.has("prefer")) {
      fields.reject("patience", "is how long tasks wait for what they `prefer`; give that as well");
    }
    return new Where(require, prefer(tasks), patienceNs);
  }

  private void checkCount(Require own, Require ofJob, Require both) {
    boolean eachMay = isFew(own) && isFew(ofJob);
    if (eachMay && !isFew(both)) {
      fields.reject(
          "require",
          "must name at most "
              + JobRules.MAX_ATTRIBUTES
              + " attributes, those of the job among them");
    }
  }

  private static boolean isFew(Require require) {
    return require.anyOf().size() <= JobRules.MAX_ATTRIBUTES;
  }

  private void checkPossible(String name, List<String> values, Require ofJob) {
    if (values.isEmpty() && ofJob.anyOf().containsKey(name)) {
      var allowed = String.join(", ", ofJob.anyOf().get(name));
      fields.reject(
          "require", "of `" + name + "` leaves none of what the job requires: " + allowed);
    }
  }

  Require require() {
    var anyOf = new TreeMap<String, List<String>>();
    var mapping = fields.mapping("require");
    for (var entry : mapping.pairs()) {
      if (!(entry.key() instanceof Yaml.Text key) || !Names.isName(key.text())) {
        var message = "must name attributes, each " + Names.EXPECTED;
        problems.add(entry.key(), fields.path("require"), message);
      } else if (anyOf.putIfAbsent(key.text(), values(key.text(), entry.value())) != null) {
        problems.add(key, path(key.text()), "is given twice");
      }
    }
    if (anyOf.size() > JobRules.MAX_ATTRIBUTES) {
      fields.reject("require", "must name at most " + JobRules.MAX_ATTRIBUTES + " attributes");
    }
    return new Require(anyOf);
  }

  private String path(String attribute) {
    return fields.path("require") + "." + attribute;
  }

  private List<String> values(String attribute, Yaml given) {
    var listed = given instanceof Yaml.Sequence list ? list.values() : List.of(given);
    if (listed.isEmpty() || listed.size() > JobRules.MAX_VALUES) {
      problems.add(given, path(attribute), "must hold 1 to " + JobRules.MAX_VALUES + " values");
    }
    List<String> values = new ArrayList<>();
    for (var one : listed) {
      var sound = one instanceof Yaml.Text scalar && Names.valueProblem(scalar.text()).isEmpty();
      if (sound) {
        values.add(((Yaml.Text) one).text());
      } else {
        var expected = "must be " + Names.VALUE_EXPECTED + ", not " + one.found();
        problems.add(one, path(attribute), expected);
      }
    }
    return values;
  }

  private List<List<Integer>> prefer(int tasks) {
    if (!fields.has("prefer")) {
      return List.of();
    }
    if (!(fields.value("prefer").get() instanceof Yaml.Sequence list)) {
      var found = fields.value("prefer").get().found();
      fields.reject("prefer", "expected " + PREFER_EXPECTED + ", found " + found);
      return List.of();
    }
    if (tasks > 0 && list.values().size() != tasks) {
      fields.reject(
          "prefer",
          "must hold one list for each of the "
              + formatCount(tasks)
              + " tasks, not "
              + formatCount(list.values().size()));
    }
    List<List<Integer>> prefer = new ArrayList<>();
    for (int task = 0; task < list.values().size(); task++) {
      prefer.add(nodes(list.values().get(task), fields.path("prefer") + "[" + task + "]"));
    }
    return prefer;
  }

  /** A list of nodes, wherever in the file it stands. */
  List<Integer> nodes(Yaml given, String path) {
    if (!(given instanceof Yaml.Sequence list)) {
      problems.add(given, path, "expected a list of nodes, found " + given.found());
      return List.of();
    }
    if (list.values().size() > JobRules.MAX_PREFERRED) {
      problems.add(given, path, "must name at most " + JobRules.MAX_PREFERRED + " nodes");
      return List.of();
    }
    List<Integer> nodes = new ArrayList<>();
    for (var one : list.values()) {
      node(one, path, nodes);
    }
    return nodes;
  }

  private void node(Yaml given, String path, List<Integer> nodes) {
    var name = given instanceof Yaml.Text scalar ? scalar.text() : "";
    var node = NodeName.parse(name);
    if (node.isEmpty()) {
      problems.add(given, path, "must be the name of a node, such as node-3, not " + given.found());
    } else if (nodes.contains(node.getAsInt())) {
      problems.add(given, path, "names " + name + " twice");
    } else {
      nodes.add(node.getAsInt());
    }
  }
}
