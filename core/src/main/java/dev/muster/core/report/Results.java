package dev.muster.core.report;

import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.Finished;
import dev.muster.core.flat.LongMap;
import dev.muster.core.loop.Address;
import dev.muster.core.loop.Effects;
import dev.muster.core.loop.Work;
import dev.muster.model.RunResult;

/** The results of runs that ended, each told again until its scheduler has acknowledged it. */
public final class Results {

  private record Owed(Address<SchedulerEvent> scheduler, Finished finished) {}

  private final int node;
  private final LongMap<Owed> owed = new LongMap<>();

  public Results(int node) {
    this.node = node;
  }

  public void add(
      long reservation,
      Address<SchedulerEvent> scheduler,
      Work work,
      RunResult result,
      Effects out) {
    var finished = new Finished(node, reservation, work.job(), work.stage(), work.index(), result);
    owed.put(reservation, new Owed(scheduler, finished));
    out.send(scheduler, finished);
  }

  public boolean holds(long reservation) {
    return owed.find(reservation) != null;
  }

  /** Its scheduler has it; false where that was known. */
  public boolean acknowledged(long reservation) {
    return owed.remove(reservation) != null;
  }

  public void tellAgain(Effects out) {
    for (var result : owed.values()) {
      out.send(result.scheduler(), result.finished());
    }
  }

  public int size() {
    return owed.size();
  }
}
