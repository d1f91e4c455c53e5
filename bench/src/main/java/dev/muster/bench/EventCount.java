package dev.muster.bench;

import dev.muster.check.Observer;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.event.MasterEvent.EntryCommitted;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * How many events of each kind actors have received; what the log made safe counts by its entry.
 */
final class EventCount implements Observer {

  private final Map<String, long[]> counts = new TreeMap<>();

  @Override
  public void delivered(Address<?> to, Event event) {
    counts.computeIfAbsent(name(to, event), _ -> new long[1])[0]++;
  }

  private static String name(Address<?> to, Event event) {
    var role = to.role() + " ";
    return event instanceof EntryCommitted committed
        ? role + "Committed " + committed.entry().getClass().getSimpleName()
        : role + event.getClass().getSimpleName();
  }

  void clear() {
    counts.clear();
  }

  Map<String, Double> per(long tasks) {
    var shares = new LinkedHashMap<String, Double>();
    counts.forEach((name, count) -> shares.put(name, (double) count[0] / tasks));
    return shares;
  }
}
