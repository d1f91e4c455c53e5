package dev.muster.core.admit;

import dev.muster.core.commit.Cell;
import dev.muster.model.JobSpec;
import dev.muster.model.Quantity;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import java.util.ArrayList;
import java.util.List;

/** Judges whether every task of a job could run somewhere in the cell. */
public final class Admission {

  private final Cell cell;
  private final Places places;

  public Admission(Cell cell) {
    this.cell = cell;
    this.places = new Places(cell);
  }

  public Verdict judge(JobSpec job) {
    if (cell.isEmpty()) {
      return new Verdict.Waiting("no node has joined the cell");
    }
    List<String> tooLarge = new ArrayList<>();
    List<String> unmatched = new ArrayList<>();
    for (var stage : job.stages()) {
      if (!cell.feasible(stage.resources())) {
        tooLarge.add(reason(stage));
      } else if (!stage.where().isAnywhere()) {
        places.problem(stage).ifPresent(unmatched::add);
      }
    }
    if (!tooLarge.isEmpty()) {
      tooLarge.addAll(unmatched);
      return new Verdict.Infeasible(tooLarge);
    }
    return unmatched.isEmpty() ? new Verdict.Admitted() : new Verdict.Unmatched(unmatched);
  }

  private String reason(StageSpec stage) {
    Resources need = stage.resources();
    Resources most = cell.largest();
    Resources missing = need.minus(most);
    List<String> parts = new ArrayList<>();
    if (missing.cpuMillis() > 0) {
      var few = Quantity.formatCpu(missing.cpuMillis()) + " cpu too few";
      var cpu = Quantity.formatCpu(need.cpuMillis()) + " cpu";
      parts.add(lacks(cpu, Quantity.formatCpu(most.cpuMillis()), few));
    }
    if (missing.memoryBytes() > 0) {
      var little = Quantity.formatBytes(missing.memoryBytes()) + " too little";
      var memory = Quantity.formatBytes(need.memoryBytes()) + " of memory";
      parts.add(lacks(memory, Quantity.formatBytes(most.memoryBytes()), little));
    }
    missing
        .named()
        .forEach(
            (name, few) -> {
              if (few > 0) {
                var amount = need.named(name) + " " + name;
                parts.add(lacks(amount, most.named(name) + "", few + " " + name + " too few"));
              }
            });
    if (parts.isEmpty()) {
      parts.add("needs " + need + " on one node; nodes have as much of each, but none has all");
    }
    var nodes = cell.size() == 1 ? " node" : " nodes";
    return "each task of stage `"
        + stage.name()
        + "` "
        + String.join("; ", parts)
        + " ("
        + cell.size()
        + nodes
        + " in the cell)";
  }

  private static String lacks(String need, String most, String missing) {
    return "needs " + need + ", the most on one node is " + most + ": " + missing;
  }
}
