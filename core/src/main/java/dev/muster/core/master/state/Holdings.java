package dev.muster.core.master.state;

import dev.muster.core.actor.flat.LongMap;
import java.util.Comparator;
import java.util.List;

/** What each owner holds. */
final class Holdings {

  private final LongMap<Holding> byOwner = new LongMap<>();

  Holding of(int owner) {
    var found = byOwner.find(owner);
    if (found == null) {
      found = new Holding(owner);
      byOwner.put(owner, found);
    }
    return found;
  }

  /** In the order of the owners' numbers. */
  List<Holding> all() {
    return byOwner.values().stream().sorted(Comparator.comparingInt(Holding::owner)).toList();
  }
}
