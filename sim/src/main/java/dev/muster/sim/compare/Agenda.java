package dev.muster.sim.compare;

import dev.muster.core.actor.Effects;
import dev.muster.core.actor.flat.LongMap;

/** What an actor is going to do, each with the time to wake it at. */
final class Agenda {

  @FunctionalInterface
  interface Step {
    void at(long nowNs, Effects out);
  }

  private final LongMap<Step> steps = new LongMap<>();
  private long lastToken;

  void add(long atNs, Step step, Effects out) {
    steps.put(++lastToken, step);
    out.wake(atNs, lastToken);
  }

  void woken(long nowNs, long token, Effects out) {
    var step = steps.remove(token);
    if (step == null) {
      throw new IllegalStateException("woken for nothing: " + token);
    }
    step.at(nowNs, out);
  }
}
