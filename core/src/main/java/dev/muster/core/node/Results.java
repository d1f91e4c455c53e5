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
 * The results of runs that exited, each sent again until its scheduler has acknowledged it.
 *
 * <p>The claim of a run is released when the run has exited, and the master is told so as often as
 * the scheduler is sent the result. A scheduler that has acknowledged a result sees to the claim.
 */
final class Results {

  /** A result that was sent, and of which no scheduler has said that it is on record. */
  record UnacknowledgedResult(
      Address<SchedulerEvent> scheduler,
      Work work,
      TaskFinished finished,
      boolean claimed,
      long sinceNs) {

    long reservation() {
      return finished.reservation();
    }
  }

  private final int node;
  private final Address<MasterEvent> master;
  private final long resendAfterNs;
  private final LongMap<UnacknowledgedResult> unacknowledged = new LongMap<>();

  /**
   * @param resendAfterNs how long a scheduler may take to acknowledge a result before it is sent
   *     again: schedulers gather results for the master's record first
   */
  Results(int node, Address<MasterEvent> master, long resendAfterNs) {
    this.node = node;
    this.master = master;
    this.resendAfterNs = resendAfterNs;
  }

  /**
   * @param claimed whether its resources were claimed in the cell state
   */
  void add(
      long nowNs,
      long reservation,
      Address<SchedulerEvent> scheduler,
      Work work,
      boolean claimed,
      RunResult result,
      Effects out) {
    var finished =
        new TaskFinished(node, reservation, work.job(), work.stage(), work.index(), result);
    var one = new UnacknowledgedResult(scheduler, work, finished, claimed, nowNs);
    unacknowledged.put(reservation, one);
    send(one, out);
  }

  private void send(UnacknowledgedResult one, Effects out) {
    out.send(one.scheduler(), one.finished());
    if (one.claimed()) {
      out.send(master, new ClaimReleased(node, one.scheduler(), one.reservation()));
    }
  }

  boolean holds(long reservation) {
    return unacknowledged.find(reservation) != null;
  }

  /** The scheduler has the result; false where that was known. */
  boolean acknowledged(long reservation) {
    return unacknowledged.remove(reservation) != null;
  }

  void resend(long nowNs, Effects out) {
    for (var result : unacknowledged.values()) {
      if (nowNs - result.sinceNs() >= resendAfterNs) {
        send(result, out);
      }
    }
  }

  List<UnacknowledgedResult> all() {
    return unacknowledged.values();
  }

  int size() {
    return unacknowledged.size();
  }
}
