package dev.muster.host.run.journal;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What all entries of a journal together say, in the order in which the runs began. */
final class Memories {

  private final Map<Long, Memory> byRun = new LinkedHashMap<>();

  /** Whether this changes anything: of a run that never began there is nothing to say. */
  boolean concerns(Entry entry) {
    return entry instanceof Entry.Begun || byRun.containsKey(entry.run());
  }

  void apply(Entry entry) {
    if (entry instanceof Entry.Begun begun) {
      byRun.put(begun.run(), Memory.of(begun));
    } else {
      byRun.computeIfPresent(entry.run(), (_, memory) -> memory.with(entry));
    }
  }

  List<Memory> all() {
    return List.copyOf(byRun.values());
  }
}
