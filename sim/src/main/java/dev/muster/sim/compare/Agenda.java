package dev.muster.sim.compare;

import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Timer;
import dev.muster.core.actor.flat.LongMap;

/** What an actor is going to do, each with the time to wake it at. */
final class Agenda {

  @FunctionalInterface
  interface Step {
    void at(long nowNs, Effects out);
  }

  /** The timer of one step. */
  record StepTimer(long number) implements Timer {

    @Override
    public String name() {
      return Long.toString(number);
    }
  }

  private final LongMap<Step> steps = new LongMap<>();
  private long lastNumber;

  void add(long atNs, Step step, Effects out) {
    steps.put(++lastNumber, step);
    out.wake(atNs, new StepTimer(lastNumber));
  }

  void woken(long nowNs, Timer timer, Effects out) {
    var step = steps.remove(((StepTimer) timer).number());
    if (step == null) {
      throw new IllegalStateException("woken for nothing: " + timer);
    }
    step.at(nowNs, out);
  }
}
