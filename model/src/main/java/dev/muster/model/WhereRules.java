package dev.muster.model;

import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** What a {@link Where} must be, whichever way it came. */
final class WhereRules {

  private WhereRules() {}

  /** The first thing that is wrong with where the tasks of a stage may run, or nothing. */
  static Optional<String> problem(StageSpec stage) {
    var where = stage.where();
    if (where.patienceNs() < 0) {
      return Optional.of("`patience` is below zero");
    }
    return require(where.require()).or(() -> prefer(stage.tasks(), where.prefer()));
  }

  private static Optional<String> require(Require require) {
    int attributes = require.anyOf().size();
    if (attributes > JobRules.MAX_ATTRIBUTES) {
      return Optional.of(
          "`require` names "
              + attributes
              + " attributes; it may name at most "
              + JobRules.MAX_ATTRIBUTES);
    }
    for (var wanted : require.anyOf().entrySet()) {
      int values = wanted.getValue().size();
      if (values < 1 || values > JobRules.MAX_VALUES) {
        return Optional.of(
            "`require` gives "
                + values
                + " values for `"
                + wanted.getKey()
                + "`; it must give 1 to "
                + JobRules.MAX_VALUES);
      }
    }
    return Optional.empty();
  }

  private static Optional<String> prefer(int tasks, List<List<Integer>> prefer) {
    if (!prefer.isEmpty() && prefer.size() != tasks) {
      return Optional.of("`prefer` is about " + prefer.size() + " tasks; the stage has " + tasks);
    }
    for (int task = 0; task < prefer.size(); task++) {
      boolean asBefore = task > 0 && prefer.get(task).equals(prefer.get(task - 1));
      var problem = asBefore ? Optional.<String>empty() : prefer(prefer.get(task));
      if (problem.isPresent()) {
        int number = task;
        return problem.map(what -> "`prefer` of task " + number + " " + what);
      }
    }
    return Optional.empty();
  }

  private static Optional<String> prefer(List<Integer> nodes) {
    if (nodes.size() > JobRules.MAX_PREFERRED) {
      return Optional.of(
          "names " + nodes.size() + " nodes; it may name at most " + JobRules.MAX_PREFERRED);
    }
    var seen = new TreeSet<Integer>();
    for (int node : nodes) {
      if (node < 0) {
        return Optional.of("names node number " + node + "; the first is 0");
      }
      if (!seen.add(node)) {
        return Optional.of("names " + NodeName.format(node) + " twice");
      }
    }
    return Optional.empty();
  }
}
