package dev.muster.daemon;

import dev.muster.check.Observer;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.event.MasterEvent.NodeReport;
import dev.muster.core.event.NodeEvent;
import dev.muster.model.Resources;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Says which nodes have joined and what each has; again if one comes back with more or less. It
 * remembers as many nodes as the link lets in.
 */
final class Arrivals implements Observer {

  private final Consumer<String> listener;
  private final Map<Integer, Resources> known = new ConcurrentHashMap<>();

  Arrivals(Consumer<String> listener) {
    this.listener = listener;
  }

  @Override
  public void delivered(Address<?> to, Event event) {
    if (event instanceof NodeReport report
        && !report.capacity().equals(known.put(report.node(), report.capacity()))) {
      listener.accept(NodeEvent.at(report.node()) + " joined (" + report.capacity() + ")");
    }
  }
}
