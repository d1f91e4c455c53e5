package dev.muster.check;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;

/** Two that see the same. */
record Both(Observer first, Observer second) implements Observer {

  @Override
  public void sent(Address<?> to, Event event) {
    first.sent(to, event);
    second.sent(to, event);
  }

  @Override
  public void delivered(Address<?> to, Event event) {
    first.delivered(to, event);
    second.delivered(to, event);
  }

  @Override
  public void launched(int node, Launch launch) {
    first.launched(node, launch);
    second.launched(node, launch);
  }

  @Override
  public void crashed(int node) {
    first.crashed(node);
    second.crashed(node);
  }

  @Override
  public void died(int scheduler) {
    first.died(scheduler);
    second.died(scheduler);
  }
}
