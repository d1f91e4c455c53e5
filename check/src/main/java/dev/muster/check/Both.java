package dev.muster.check;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.LogEntry;
import dev.muster.core.actor.Pace;

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
  public void paced(int node, long run, Pace pace) {
    first.paced(node, run, pace);
    second.paced(node, run, pace);
  }

  @Override
  public void killed(int node, long run, boolean force) {
    first.killed(node, run, force);
    second.killed(node, run, force);
  }

  @Override
  public void crashed(int node) {
    first.crashed(node);
    second.crashed(node);
  }

  @Override
  public void processDied(int node) {
    first.processDied(node);
    second.processDied(node);
  }

  @Override
  public void appended(LogEntry entry) {
    first.appended(entry);
    second.appended(entry);
  }

  @Override
  public void died(int scheduler) {
    first.died(scheduler);
    second.died(scheduler);
  }
}
