package dev.muster.core.cell;

import dev.muster.core.actor.flat.LongMap;
import dev.muster.model.Resources;
import java.util.BitSet;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Named resources of each machine. Few machines have any and few requests want any, so they are
 * kept beside the flat records and read only for those.
 */
public final class NamedResources {

  private final LongMap<Map<String, Long>> amounts = new LongMap<>();

  /** The machines in {@code amounts}: most are not, and a bit is cheap to read. */
  private final BitSet owning = new BitSet();

  public boolean isEmpty() {
    return amounts.isEmpty();
  }

  /** Whether the machine has an amount of any, be it negative. */
  public boolean has(int machine) {
    return !amounts.isEmpty() && owning.get(machine);
  }

  public Map<String, Long> of(int machine) {
    var found = has(machine) ? amounts.find(machine) : null;
    return found == null ? Collections.emptyMap() : found;
  }

  public void set(int machine, Map<String, Long> named) {
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

  public void add(int machine, Map<String, Long> named) {
    if (!named.isEmpty()) {
      set(machine, Resources.each(of(machine), named, Long::sum));
    }
  }

  public void subtract(int machine, Map<String, Long> named) {
    if (!named.isEmpty()) {
      set(machine, Resources.each(of(machine), named, (has, less) -> has - less));
    }
  }

  public boolean isOvercommitted(int machine) {
    return has(machine) && of(machine).values().stream().anyMatch(amount -> amount < 0);
  }
}
