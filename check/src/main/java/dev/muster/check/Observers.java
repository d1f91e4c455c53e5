package dev.muster.check;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.LogEntry;
import dev.muster.core.actor.Pace;
import java.util.List;

/** Several observers of the same run, in this order. */
class Observers implements Observer {

  private final List<Observer> all;

  Observers(List<Observer> all) {
    this.all = List.copyOf(all);
  }

  @Override
  public void sent(Address<?> to, Event event) {
    for (var each : all) {
      each.sent(to, event);
    }
  }

  @Override
  public void delivered(Address<?> to, Event event) {
    for (var each : all) {
      each.delivered(to, event);
    }
  }

  @Override
  public void launched(int node, Launch launch) {
    all.forEach(each -> each.launched(node, launch));
  }

  @Override
  public void paced(int node, long run, Pace pace) {
    all.forEach(each -> each.paced(node, run, pace));
  }

  @Override
  public void killed(int node, long run, boolean force) {
    all.forEach(each -> each.killed(node, run, force));
  }

  @Override
  public void crashed(int node) {
    all.forEach(each -> each.crashed(node));
  }

  @Override
  public void processDied(int node) {
    all.forEach(each -> each.processDied(node));
  }

  @Override
  public void diskEmptied(int node) {
    all.forEach(each -> each.diskEmptied(node));
  }

  @Override
  public void appended(LogEntry entry) {
    all.forEach(each -> each.appended(entry));
  }

  @Override
  public void died(int scheduler) {
    all.forEach(each -> each.died(scheduler));
  }
}
