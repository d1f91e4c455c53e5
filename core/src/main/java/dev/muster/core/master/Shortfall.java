package dev.muster.core.master;

import dev.muster.model.Resources;
import dev.muster.model.text.Quantity;
import java.util.ArrayList;
import java.util.List;

/** The resources that a task needs beyond the capacity of nodes, or beyond another limit. */
final class Shortfall {

  private final Resources need;
  private final Resources most;
  private final String limit;

  /**
   * @param most the maximum capacity of each resource by itself
   */
  Shortfall(Resources need, Resources most) {
    this(need, most, "the most on one node is");
  }

  /**
   * @param limit words before the amount that there is at the most
   */
  Shortfall(Resources need, Resources most, String limit) {
    this.need = need;
    this.most = most;
    this.limit = limit;
  }

  /** As in {@code needs 8 cpu, the most on one node is 4: 4 cpu too few}. */
  String text() {
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
    missing.named().forEach((name, few) -> addNamed(parts, name, few));
    if (parts.isEmpty()) {
      parts.add("needs " + need + " on one node; nodes have as much of each, but none has all");
    }
    return String.join("; ", parts);
  }

  private void addNamed(List<String> parts, String name, long few) {
    if (few > 0) {
      var amount = need.named(name) + " " + name;
      parts.add(lacks(amount, most.named(name) + "", few + " " + name + " too few"));
    }
  }

  private String lacks(String need, String most, String missing) {
    return "needs " + need + ", " + limit + " " + most + ": " + missing;
  }
}
