package dev.muster.core.commit;

import dev.muster.core.flat.LongMap;
import dev.muster.model.Resources;
import java.util.BitSet;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * How much of named resources each machine has. Few machines have any and few claims want any, so
 * this is beside the flat records, and asked only by those that want some.
 */
final class NamedRoom {

  private final LongMap<Map<String, Long>> amounts = new LongMap<>();

  /** The machines that are in {@code amounts}: one bit to find that most are not. */
  private final BitSet owning = new BitSet();

  /** Whether no machine has any. */
  boolean isEmpty() {
    return amounts.isEmpty();
  }

  /** Whether this machine has, or owes, any. */
  boolean has(int machine) {
    return !amounts.isEmpty() && owning.get(machine);
  }

  Map<String, Long> of(int machine) {
    var found = has(machine) ? amounts.find(machine) : null;
    return found == null ? Collections.emptyMap() : found;
  }

  void set(int machine, Map<String, Long> named) {
    if (named.isEmpty()) {
      forget(machine);
    } else {
      owning.set(machine);
      amounts.put(machine, Collections.unmodifiableMap(new TreeMap<>(named)));
    }
  }

  private void forget(int machine) {
    if (has(machine)) {
      owning.clear(machine);
      amounts.remove(machine);
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
    return has(machine) && of(machine).values().stream().anyMatch(amount -> amount < 0);
  }
}
