package dev.muster.host.replay;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.LogEntry;
import dev.muster.core.actor.Pace;
import dev.muster.core.actor.Timer;
import dev.muster.core.actor.Work;

/** A world in which nothing happens. */
final class NoEffects implements Effects {

  @Override
  public <E extends Event> void send(Address<E> to, E event) {}

  @Override
  public void wake(long atNs, Timer timer) {}

  @Override
  public void append(LogEntry entry) {}

  @Override
  public void launch(Launch launch) {}

  @Override
  public void kill(long run, boolean force) {}

  @Override
  public void pace(long run, Pace pace) {}

  @Override
  public void forget(long run) {}

  @Override
  public void fetch(Work work) {}

  @Override
  public void publish(Event event) {}

  @Override
  public void busy(long ns) {}
}
