package dev.muster.core.actor;

import dev.muster.model.Demand;

/**
 * A run, with all that the journal keeps of it.
 *
 * @param run the number of its reservation or attempt
 * @param scheduler the index of the scheduler that gets the result
 * @param epoch of the node that launched the run: ends with the epoch if that is declared dead
 */
public record Launch(long run, int scheduler, int epoch, Demand demand, Work work) {

  /** In the first epoch of a node. */
  public Launch(long run, int scheduler, Demand demand, Work work) {
    this(run, scheduler, 1, demand, work);
  }

  public void trace(TraceHash hash) {
    hash.add(run).add(scheduler).add(epoch);
    work.trace(hash);
  }

  /** The same run, guaranteed. The grant was checked and is not kept. */
  public Launch promoted() {
    return new Launch(run, scheduler, epoch, demand.guaranteedBy(""), work);
  }

  /** The pace at the start. */
  public Pace pace() {
    return demand.isOpportunistic() ? Pace.LOW : Pace.FULL;
  }
}
