package dev.muster.core.actor;

import dev.muster.model.Demand;

/**
 * A run with all that must be remembered of it should the process of its node die.
 *
 * @param run its number, that of the reservation it came from
 * @param scheduler the index of the one who waits for its result
 */
public record Launch(long run, int scheduler, Demand demand, Work work) {

  public void trace(TraceHash hash) {
    hash.add(run).add(scheduler);
    work.trace(hash);
  }

  /** The same run with the right to its room; whoever gave it has seen what covers that. */
  public Launch promoted() {
    return new Launch(run, scheduler, demand.guaranteedBy(""), work);
  }

  /** How it starts. */
  public Pace pace() {
    return demand.isOpportunistic() ? Pace.LOW : Pace.FULL;
  }
}
