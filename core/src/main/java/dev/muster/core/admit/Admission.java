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

  public Admission(Cell cell) {
    this.cell = cell;
  }

  public Verdict judge(JobSpec job) {
    if (cell.isEmpty()) {
      return new Verdict.Waiting("no node has joined the cell");
    }
    List<String> reasons = new ArrayList<>();
    for (var stage : job.stages()) {
      if (!cell.feasible(stage.resources())) {
        reasons.add(reason(stage));
      }
    }
    return reasons.isEmpty() ? new Verdict.Admitted() : new Verdict.Infeasible(reasons);
  }

  private String reason(StageSpec stage) {
    Resources need = stage.resources();
    Resources most = cell.largest();
    Resources missing = need.minus(most);
    List<String> parts = new ArrayList<>();
    if (missing.cpuMillis() > 0) {
      parts.add(
          "needs %s cpu, the most on one node is %s: %s cpu too few"
              .formatted(
                  Quantity.formatCpu(need.cpuMillis()),
                  Quantity.formatCpu(most.cpuMillis()),
                  Quantity.formatCpu(missing.cpuMillis())));
    }
    if (missing.memoryBytes() > 0) {
      parts.add(
          "needs %s of memory, the most on one node is %s: %s too little"
              .formatted(
                  Quantity.formatBytes(need.memoryBytes()),
                  Quantity.formatBytes(most.memoryBytes()),
                  Quantity.formatBytes(missing.memoryBytes())));
    }
    if (parts.isEmpty()) {
      parts.add("needs " + need + " on one node; nodes have as much of each, but none has both");
    }
    return "each task of stage `%s` %s (%d %s in the cell)"
        .formatted(
            stage.name(),
            String.join("; ", parts),
            cell.size(),
            cell.size() == 1 ? "node" : "nodes");
  }
}
