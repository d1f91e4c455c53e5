package dev.muster.core.master;

import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.core.master.state.RegisteredMachines;
import dev.muster.model.Require;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.model.text.Nearest;
import dev.muster.model.text.NodeName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Checks whether the cell has nodes that satisfy the constraints of a stage. */
final class ConstraintCheck {

  /** How many values of an attribute a reason lists. */
  static final int MAX_SHOWN = 10;

  private final RegisteredMachines machines;

  ConstraintCheck(RegisteredMachines machines) {
    this.machines = machines;
  }

  /** Why some task of the stage could run nowhere; empty if all could. */
  Optional<String> problem(StageSpec stage) {
    var require = stage.where().require();
    var qualifying = machines.qualifying(require);
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
      return Optional.of(tooSmall(stage, qualifying));
    }
    return firm(stage, qualifying, fitting);
  }

  /**
   * What the nodes that satisfy the constraints lack, for a stage that fits on no node of the cell;
   * empty where those are all nodes or none.
   */
  Optional<String> tooSmall(StageSpec stage) {
    var qualifying = machines.qualifying(stage.where().require());
    if (stage.where().require().isNothing()) {
      return firm(stage, qualifying, new TreeSet<>());
    }
    return qualifying.isEmpty() ? Optional.empty() : Optional.of(tooSmall(stage, qualifying));
  }

  private static String tooSmall(StageSpec stage, List<Machine> qualifying) {
    var nodes = qualifying.size() + (qualifying.size() == 1 ? " node" : " nodes");
    var of = " (of the " + nodes + " with " + stage.where().require() + ")";
    return "each task of stage `" + stage.name() + "` " + shortfall(stage, qualifying) + of;
  }

  private static String shortfall(StageSpec stage, List<Machine> machines) {
    var most = machines.stream().map(Machine::capacity).reduce(Resources.NONE, Resources::max);
    return new Shortfall(stage.resources(), most).text();
  }

  private String missing(Require require) {
    List<String> parts = new ArrayList<>();
    for (var wanted : require.anyOf().entrySet()) {
      var known = machines.values(wanted.getKey());
      if (Collections.disjoint(known, wanted.getValue())) {
        parts.add(missing(wanted, known));
      }
    }
    return parts.isEmpty()
        ? "no node has all of " + require + "; nodes have each, but none has all"
        : String.join("; ", parts);
  }

  private String missing(Map.Entry<String, List<String>> wanted, TreeSet<String> known) {
    var name = wanted.getKey();
    var none = "no node has " + name + "=" + String.join(" or ", wanted.getValue());
    if (known.isEmpty()) {
      return none + "; none has any " + name + ": " + attributes(name);
    }
    return none + "; known: " + shown(known.stream().map(value -> name + "=" + value).toList());
  }

  /** The attributes of nodes, where none has the required one. */
  private String attributes(String required) {
    var known = List.copyOf(machines.attributes());
    var hint = Nearest.hint(required, known).map(text -> "; " + text).orElse("");
    return "nodes have " + shown(known) + hint;
  }

  private static String shown(List<String> all) {
    int more = all.size() - MAX_SHOWN;
    return all.stream().limit(MAX_SHOWN).collect(Collectors.joining(", "))
        + (more > 0 ? " and " + more + " more" : "");
  }

  /** Each task without patience must find one of the nodes that it prefers. */
  private static Optional<String> firm(
      StageSpec stage, List<Machine> qualifying, TreeSet<Integer> fitting) {
    if (!stage.where().isFirm()) {
      return Optional.empty();
    }
    int first = -1;
    int others = -1;
    for (int task = 0; task < stage.where().prefer().size(); task++) {
      var nodes = stage.where().preferredBy(task);
      if (!nodes.isEmpty() && Collections.disjoint(fitting, nodes)) {
        first = first < 0 ? task : first;
        others++;
      }
    }
    return first < 0 ? Optional.empty() : Optional.of(lost(stage, qualifying, first, others));
  }

  private static String lost(StageSpec stage, List<Machine> qualifying, int task, int others) {
    var preferred = stage.where().preferredBy(task);
    var there = qualifying.stream().filter(each -> preferred.contains(each.node())).toList();
    var reason = there.isEmpty() ? absent(preferred) : tooSmallPreferred(stage, there);
    var more = others > 0 ? "; " + others + " more like it" : "";
    var hint = "; with `patience` it could run on any other that is large enough";
    return "task " + task + " of stage `" + stage.name() + "` " + reason + more + hint;
  }

  private static String absent(List<Integer> preferred) {
    return "runs on " + names(preferred) + " alone, and the cell has no such node that will do";
  }

  private static String tooSmallPreferred(StageSpec stage, List<Machine> there) {
    var names = names(there.stream().map(Machine::node).toList());
    return shortfall(stage, there) + " (of the nodes it prefers: " + names + ")";
  }

  private static String names(List<Integer> nodes) {
    return shown(nodes.stream().map(NodeName::format).toList());
  }
}
