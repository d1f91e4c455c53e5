package dev.muster.core.report;

import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.Finished;
import dev.muster.core.flat.LongMap;
import dev.muster.core.loop.Address;
import dev.muster.core.loop.Effects;
import dev.muster.core.loop.Work;
import dev.muster.model.RunResult;
import java.util.List;

/** The results of runs that ended, each told again until its scheduler has acknowledged it. */
public final class Results {

  /** A result that was told, and of which nobody has said that it is on record. */
  public record Owed(
      Address<SchedulerEvent> scheduler, Work work, Finished finished, long sinceNs) {

    public long reservation() {
      return finished.reservation();
    }
  }

  private final int node;
  private final long patienceNs;
  private final LongMap<Owed> owed = new LongMap<>();

  /**
   * @param patienceNs how long a scheduler may take to acknowledge one before it is told again: it
   *     gathers them for the master's record first
   */
  public Results(int node, long patienceNs) {
    this.node = node;
    this.patienceNs = patienceNs;
  }

  public void add(
      long nowNs,
      long reservation,
      Address<SchedulerEvent> scheduler,
      Work work,
      RunResult result,
      Effects out) {
    var finished = new Finished(node, reservation, work.job(), work.stage(), work.index(), result);
    owed.put(reservation, new Owed(scheduler, work, finished, nowNs));
    out.send(scheduler, finished);
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
        out.send(result.scheduler(), result.finished());
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
