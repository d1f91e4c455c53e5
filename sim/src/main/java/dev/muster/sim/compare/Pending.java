package dev.muster.sim.compare;

import dev.muster.core.actor.flat.IntList;

/** A stage with tasks that have no machine yet. */
final class Pending {

  private final KnownStage stage;
  private int attempts;
  private int placed;

  Pending(KnownStage stage) {
    this.stage = stage;
  }

  KnownStage stage() {
    return stage;
  }

  private int unplaced() {
    return stage.tasks() - placed;
  }

  /** For how long it is thought about this time. */
  long thinkNs(Manner manner) {
    return manner.thinking().ns(stage.job(), unplaced());
  }

  /** Claims a machine for as many tasks as fit; returns the machine of each. */
  IntList attempt(FreeMachines free, Manner manner, long thoughtNs) {
    return decided(free.fill(stage.need(), unplaced()), manner, thoughtNs);
  }

  /** As an attempt that finds no free. */
  IntList pass(Manner manner, long thoughtNs) {
    return decided(new IntList(), manner, thoughtNs);
  }

  private IntList decided(IntList machines, Manner manner, long thoughtNs) {
    attempts++;
    placed += machines.size();
    manner.log().decided(stage.job(), thoughtNs, machines.size());
    return machines;
  }

  /** Whether it should be looked at again. */
  boolean isWanted() {
    return unplaced() > 0 && !Manner.abandons(attempts, placed);
  }
}
