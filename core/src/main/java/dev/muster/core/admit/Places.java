package dev.muster.core.admit;

import dev.muster.core.commit.Cell;
import dev.muster.model.NodeName;
import dev.muster.model.Require;
import dev.muster.model.StageSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Judges whether the cell has the nodes that the tasks of a stage want to run on. */
final class Places {

  /** How many of the values that nodes have are shown to somebody who asked for another. */
  static final int MAX_SHOWN = 10;

  private final Cell cell;

  Places(Cell cell) {
    this.cell = cell;
  }

  /** Why some task of the stage could run nowhere; nothing where all could. */
  Optional<String> problem(StageSpec stage) {
    var require = stage.where().require();
    var qualifying = cell.qualifying(require);
    if (qualifying.isEmpty()) {
      return Optional.of("stage `" + stage.name() + "`: " + missing(require));
    }
    var fitting = new TreeSet<Integer>();
    for (var machine : qualifying) {
      if (stage.resources().fitsIn(machine.capacity())) {
        fitting.add(machine.node());
      }
    }
    if (fitting.isEmpty()) {
      return Optional.of(
          "each task of stage `"
              + stage.name()
              + "` needs "
              + stage.resources()
              + ", more than any node with "
              + require
              + " has");
    }
    return stage.where().isFirm() ? firm(stage, fitting) : Optional.empty();
  }

  private String missing(Require require) {
    List<String> parts = new ArrayList<>();
    for (var wanted : require.anyOf().entrySet()) {
      var known = cell.values(wanted.getKey());
      if (Collections.disjoint(known, wanted.getValue())) {
        parts.add(missing(wanted, known));
      }
    }
    return parts.isEmpty()
        ? "no node has all of " + require + "; nodes have each, but none has all"
        : String.join("; ", parts);
  }

  private static String missing(Map.Entry<String, List<String>> wanted, TreeSet<String> known) {
    var name = wanted.getKey();
    var none = "no node has " + name + "=" + String.join(" or ", wanted.getValue());
    if (known.isEmpty()) {
      return none + "; none has any " + name;
    }
    var shown =
        known.stream()
            .limit(MAX_SHOWN)
            .map(value -> name + "=" + value)
            .collect(Collectors.joining(", "));
    int more = known.size() - MAX_SHOWN;
    return none + "; known: " + shown + (more > 0 ? " and " + more + " more" : "");
  }

  /** Each task that will run nowhere but where it prefers must find one of those. */
  private static Optional<String> firm(StageSpec stage, TreeSet<Integer> fitting) {
    int first = -1;
    int others = -1;
    for (int task = 0; task < stage.where().prefer().size(); task++) {
      var nodes = stage.where().preferredBy(task);
      if (!nodes.isEmpty() && Collections.disjoint(fitting, nodes)) {
        first = first < 0 ? task : first;
        others++;
      }
    }
    return first < 0 ? Optional.empty() : Optional.of(lost(stage, first, others));
  }

  private static String lost(StageSpec stage, int task, int others) {
    var nodes =
        stage.where().preferredBy(task).stream()
            .limit(MAX_SHOWN)
            .map(NodeName::format)
            .collect(Collectors.joining(", "));
    var more = others > 0 ? "; " + others + " more like it" : "";
    return "task "
        + task
        + " of stage `"
        + stage.name()
        + "` runs on "
        + nodes
        + " alone, and the cell has no such node that will do"
        + more
        + "; with `patience` it could run elsewhere";
  }
}
