package dev.muster.core.node.resource;

import dev.muster.model.Resources;
import java.util.Collections;
import java.util.Map;

/** A sum of resources that grows and shrinks in place. */
final class ResourceSum {

  long cpuMillis;
  long memoryBytes;
  Map<String, Long> named = Collections.emptyMap();

  void add(Resources amount) {
    cpuMillis += amount.cpuMillis();
    memoryBytes += amount.memoryBytes();
    if (!amount.named().isEmpty()) {
      named = Resources.each(named, amount.named(), Long::sum);
    }
  }

  void subtract(Resources amount) {
    cpuMillis -= amount.cpuMillis();
    memoryBytes -= amount.memoryBytes();
    if (!amount.named().isEmpty()) {
      named = Resources.each(named, amount.named(), (mine, theirs) -> mine - theirs);
    }
    if (cpuMillis < 0 || memoryBytes < 0 || (!named.isEmpty() && toResources().isNegative())) {
      throw new IllegalStateException("released more than was reserved: " + amount);
    }
  }

  boolean isZero() {
    return cpuMillis == 0
        && memoryBytes == 0
        && (named.isEmpty() || named.values().stream().allMatch(sum -> sum == 0));
  }

  Resources toResources() {
    return new Resources(cpuMillis, memoryBytes, named);
  }
}
