package dev.muster.core.actor;

import dev.muster.model.Demand;

/**
 * A run, with all that the journal keeps of it.
 *
 * @param run the number of its reservation or attempt
 * @param scheduler the index of the scheduler that gets the result
 */
public record Launch(long run, int scheduler, Demand demand, Work work) {

  public void trace(TraceHash hash) {
    hash.add(run).add(scheduler);
    work.trace(hash);
  }

  /** The same run, guaranteed. The grant was checked and is not kept. */
  public Launch promoted() {
    return new Launch(run, scheduler, demand.guaranteedBy(""), work);
  }

  /** The pace at the start. */
  public Pace pace() {
    return demand.isOpportunistic() ? Pace.LOW : Pace.FULL;
  }
}
