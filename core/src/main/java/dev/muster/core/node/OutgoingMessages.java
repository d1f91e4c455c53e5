package dev.muster.core.node;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Timing;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.ReturnReason;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.node.queue.QueuedTask;
import dev.muster.model.Resources;
import java.util.List;

/** What a node sends to schedulers, and the numbers of its questions and reports. */
final class OutgoingMessages {

  private static final int EPOCH_SHIFT = 40;

  private final int node;
  private final Timing timing;
  private long lastQuestion;
  private long lastReport;

  /**
   * @param epoch counts the restarts of the node, from 1, so that no question or report of an
   *     earlier epoch has the number of one of this epoch
   */
  OutgoingMessages(int node, int epoch, Timing timing) {
    this.node = node;
    this.timing = timing;
    this.lastQuestion = (long) epoch << EPOCH_SHIFT;
    this.lastReport = lastQuestion;
  }

  /** Asks for the task of a reservation. */
  void ask(long nowNs, QueuedTask task, Effects out) {
    task.ask(nowNs, ++lastQuestion);
    out.send(task.scheduler(), new SchedulerEvent.GetTask(node, task.id(), lastQuestion));
  }

  /** Whether the answer is overdue. */
  boolean mustAskAgain(long nowNs, QueuedTask task) {
    return task.isAsking() && nowNs - task.askedNs() >= timing.repeatAfterNs();
  }

  boolean hasAskedEnough(QueuedTask task) {
    return task.questions() >= timing.maxGetTasks();
  }

  void busy(QueuedTask task, long forNs, Effects out) {
    out.send(task.scheduler(), new SchedulerEvent.NodeBusy(node, task.id(), forNs));
  }

  void returned(QueuedTask task, ReturnReason reason, String detail, Effects out) {
    out.send(
        task.scheduler(), new SchedulerEvent.ReservationReturned(node, task.id(), reason, detail));
  }

  static String shortfall(QueuedTask task, Resources limit) {
    return "needs " + task.need() + " of " + limit;
  }

  void confirmed(
      Address<SchedulerEvent> to, long askedNs, List<Long> held, List<Long> unknown, Effects out) {
    out.send(to, new SchedulerEvent.ReservationsConfirmed(node, askedNs, held, unknown));
  }

  void probed(NodeEvent.ProbeNode probe, int load, Effects out) {
    out.send(
        probe.scheduler(), new SchedulerEvent.NodeProbed(node, probe.round(), probe.draw(), load));
  }

  void listed(NodeEvent.ListAttempts query, List<SchedulerEvent.HeldAttempt> held, Effects out) {
    out.send(query.scheduler(), new SchedulerEvent.AttemptsListed(node, query.epoch(), held));
  }

  void promoted(NodeEvent.PromoteTask promote, boolean granted, Effects out) {
    out.send(
        promote.scheduler(), new SchedulerEvent.TaskPromoted(node, promote.reservation(), granted));
  }

  long nextReport() {
    return ++lastReport;
  }
}
