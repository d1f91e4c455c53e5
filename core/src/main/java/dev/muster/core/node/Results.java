package dev.muster.core.node;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Work;
import dev.muster.core.actor.flat.LongMap;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MasterEvent.ClaimReleased;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.model.RunResult;
import java.util.List;

/**
 * The results of runs that ended, each told again until its scheduler has acknowledged it.
 *
 * <p>What was claimed for a run is free when it has ended, and the master hears so as often as the
 * scheduler hears of the result. Whoever has acknowledged that sees to the end of the claim.
 */
public final class Results {

  /** A result that was told, and of which nobody has said that it is on record. */
  public record Owed(
      Address<SchedulerEvent> scheduler,
      Work work,
      TaskFinished finished,
      boolean claimed,
      long sinceNs) {

    public long reservation() {
      return finished.reservation();
    }
  }

  private final int node;
  private final Address<MasterEvent> master;
  private final long patienceNs;
  private final LongMap<Owed> owed = new LongMap<>();

  /**
   * @param patienceNs how long a scheduler may take to acknowledge one before it is told again: it
   *     gathers them for the master's record first
   */
  public Results(int node, Address<MasterEvent> master, long patienceNs) {
    this.node = node;
    this.master = master;
    this.patienceNs = patienceNs;
  }

  /**
   * @param claimed whether its room was claimed in the cell
   */
  public void add(
      long nowNs,
      long reservation,
      Address<SchedulerEvent> scheduler,
      Work work,
      boolean claimed,
      RunResult result,
      Effects out) {
    var finished =
        new TaskFinished(node, reservation, work.job(), work.stage(), work.index(), result);
    var one = new Owed(scheduler, work, finished, claimed, nowNs);
    owed.put(reservation, one);
    tell(one, out);
  }

  private void tell(Owed one, Effects out) {
    out.send(one.scheduler(), one.finished());
    if (one.claimed()) {
      out.send(master, new ClaimReleased(node, one.scheduler(), one.reservation()));
    }
  }

  public boolean holds(long reservation) {
    return owed.find(reservation) != null;
  }

  /** Its scheduler has it; false where that was known. */
  public boolean acknowledged(long reservation) {
    return owed.remove(reservation) != null;
  }

  public void tellAgain(long nowNs, Effects out) {
    for (var result : owed.values()) {
      if (nowNs - result.sinceNs() >= patienceNs) {
        tell(result, out);
      }
    }
  }

  public List<Owed> all() {
    return owed.values();
  }

  public int size() {
    return owed.size();
  }
}
