package dev.muster.core.commit;

import dev.muster.core.flat.LongMap;
import dev.muster.model.Resources;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * How much of named resources each machine has. Few machines have any and few claims want any, so
 * this is beside the flat records, and asked only by those that want some.
 */
final class NamedRoom {

  private final LongMap<Map<String, Long>> amounts = new LongMap<>();

  /** Whether no machine has any. */
  boolean isEmpty() {
    return amounts.isEmpty();
  }

  Map<String, Long> of(int machine) {
    var found = amounts.find(machine);
    return found == null ? Collections.emptyMap() : found;
  }

  void set(int machine, Map<String, Long> named) {
    if (named.isEmpty()) {
      amounts.remove(machine);
    } else {
      amounts.put(machine, Collections.unmodifiableMap(new TreeMap<>(named)));
    }
  }

  void add(int machine, Map<String, Long> named) {
    if (!named.isEmpty()) {
      set(machine, Resources.each(of(machine), named, Long::sum));
    }
  }

  void subtract(int machine, Map<String, Long> named) {
    if (!named.isEmpty()) {
      set(machine, Resources.each(of(machine), named, (has, less) -> has - less));
    }
  }

  boolean isShort(int machine) {
    return !isEmpty() && of(machine).values().stream().anyMatch(amount -> amount < 0);
  }
}
