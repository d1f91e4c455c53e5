package dev.muster.core.node;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Work;
import dev.muster.core.actor.flat.Chain;
import dev.muster.core.actor.flat.IdTable;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MasterEvent.ClaimReleased;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.model.Admission;
import dev.muster.model.RunResult;
import java.util.List;

/**
 * The results of runs that exited, each sent again until its scheduler has acknowledged it.
 *
 * <p>The claim of a run is released when the run has exited, and the master gets {@code
 * ClaimReleased} as often as the scheduler is sent the result. A scheduler that has acknowledged a
 * result sees to the claim.
 */
final class Results {

  /** A result that was sent, and of which no scheduler has said that it is on record. */
  static final class UnacknowledgedResult extends IdTable.Entry<UnacknowledgedResult> {

    private final Address<SchedulerEvent> scheduler;
    private final Work work;
    private final TaskFinished finished;

    /** Whether its resources were claimed in the cell state. */
    private final boolean claimed;

    private final long sinceNs;

    UnacknowledgedResult(
        Address<SchedulerEvent> scheduler,
        Work work,
        TaskFinished finished,
        boolean claimed,
        long sinceNs) {
      super(finished.reservation());
      this.scheduler = scheduler;
      this.work = work;
      this.finished = finished;
      this.claimed = claimed;
      this.sinceNs = sinceNs;
    }

    Address<SchedulerEvent> scheduler() {
      return scheduler;
    }

    Work work() {
      return work;
    }
  }

  private final int node;
  private final Address<MasterEvent> master;
  private final long resendAfterNs;
  private final KnownTasks known;

  /** The oldest first. */
  private final Chain<UnacknowledgedResult> unacknowledged = new Chain<>();

  /**
   * @param resendAfterNs how long a scheduler may take to acknowledge a result before it is sent
   *     again: schedulers gather results for the master's record first
   */
  Results(int node, Address<MasterEvent> master, long resendAfterNs, KnownTasks known) {
    this.node = node;
    this.master = master;
    this.resendAfterNs = resendAfterNs;
    this.known = known;
  }

  /** The process of a run has exited. */
  void add(long nowNs, Run run, RunResult exit, Effects out) {
    var work = run.work();
    boolean claimed = run.demand().admission() == Admission.RESERVED;
    var finished =
        new TaskFinished(
            node,
            run.id(),
            work.job(),
            work.stage(),
            work.index(),
            run.result(exit),
            Math.max(0, nowNs - run.startedNs()));
    var one = new UnacknowledgedResult(run.scheduler(), work, finished, claimed, nowNs);
    known.put(one);
    unacknowledged.add(one);
    send(one, out);
  }

  private void send(UnacknowledgedResult one, Effects out) {
    out.send(one.scheduler, one.finished);
    if (one.claimed) {
      out.send(master, new ClaimReleased(node, one.scheduler, one.id()));
    }
  }

  boolean holds(long reservation) {
    return known.result(reservation) != null;
  }

  /** The scheduler has the result; false where that was known. */
  boolean acknowledged(long reservation) {
    var result = known.result(reservation);
    if (result == null) {
      return false;
    }
    known.remove(reservation);
    unacknowledged.remove(result);
    return true;
  }

  void resend(long nowNs, Effects out) {
    var result = unacknowledged.first();
    while (result != null && nowNs - result.sinceNs >= resendAfterNs) {
      send(result, out);
      result = result.behind();
    }
  }

  List<UnacknowledgedResult> all() {
    return unacknowledged.all();
  }

  int size() {
    return unacknowledged.size();
  }
}
