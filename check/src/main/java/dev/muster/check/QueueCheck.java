package dev.muster.check;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Role;
import dev.muster.core.event.MasterEvent.NodeReport;
import dev.muster.core.event.NodeEvent.EnqueueReservation;
import dev.muster.core.event.NodeEvent.KillTask;
import dev.muster.core.event.NodeEvent.ListAttempts;
import dev.muster.core.event.NodeEvent.NoTask;
import dev.muster.core.event.NodeEvent.NodeExpelled;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.NodeEvent.ResizeMachine;
import dev.muster.core.event.NodeEvent.RunExited;
import dev.muster.core.event.NodeEvent.ScheduleMaintenance;
import dev.muster.core.event.NodeEvent.WithdrawReservation;
import dev.muster.core.event.SchedulerEvent.GetTask;
import dev.muster.core.event.SchedulerEvent.ReservationReturned;
import dev.muster.core.event.SchedulerEvent.TaskPromoted;
import dev.muster.core.node.NodeConfig;
import dev.muster.core.node.queue.DisciplineConfig.ServiceOrder;
import dev.muster.model.Resources;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Promise 5, of order at a FIFO node. No queued task is overtaken by a later one, except by
 * backfill; a backfilled task of unknown length never has what the earlier one will need. No
 * opportunistic task starts while the first guaranteed one fits.
 */
final class QueueCheck implements Observer {

  private final List<Resources> capacities;
  private final boolean fifo;
  private final boolean backfills;
  private final Map<Integer, QueueModel> nodes = new HashMap<>();

  QueueCheck(List<Resources> capacities, NodeConfig config) {
    this.capacities = capacities;
    var discipline = config.queue().discipline();
    this.fifo = discipline.order() == ServiceOrder.FIFO && !discipline.priorities();
    this.backfills = config.queue().backfills();
  }

  private QueueModel on(int node) {
    return nodes.computeIfAbsent(node, _ -> new QueueModel(capacities.get(node)));
  }

  @Override
  public void delivered(Address<?> to, Event event) {
    if (!fifo || to.role() != Role.NODE) {
      return;
    }
    var node = on(to.index());
    node.step();
    switch (event) {
      case PlaceTask place ->
          node.arrived(place.reservation(), place.demand(), QueueModel.SentAs.EARLY);
      case EnqueueReservation late ->
          node.arrived(late.reservation(), late.demand(), QueueModel.SentAs.LATE);
      case NoTask none -> node.noTask(none.reservation(), none.request());
      case WithdrawReservation withdraw -> node.withdrawn(withdraw.reservation());
      case KillTask kill -> node.killed(kill.reservation());
      case RunExited exited -> node.exited(exited.run());
      case ResizeMachine _, ScheduleMaintenance _ -> node.unsettle();
      case NodeExpelled expelled -> node.expelled(expelled.epoch());
      case ListAttempts list -> node.superseded(list.scheduler().index(), list.epoch());
      default -> {} // does not change the queue
    }
  }

  @Override
  public void sent(Address<?> to, Event event) {
    if (!fifo) {
      return;
    }
    switch (event) {
      case ReservationReturned back -> on(back.node()).left(back.reservation());
      case TaskPromoted answer when answer.granted() ->
          on(answer.node()).promoted(answer.reservation());
      case NodeReport report -> on(report.node()).reported(report.epoch());
      case GetTask get -> on(get.node()).requested(get.reservation(), get.request());
      default -> {} // does not change the queue
    }
  }

  @Override
  public void launched(int node, Launch launch) {
    if (!fifo) {
      return;
    }
    var queue = on(node);
    if (launch.demand().isOpportunistic()) {
      queue.firstThatFitted().ifPresent(first -> overtaken(node, launch, first));
    } else if (!queue.isUnsettled()) {
      for (var earlier : queue.waitingBefore(launch.run())) {
        verifyBackfill(node, launch, earlier, queue);
      }
    }
    queue.launched(launch);
  }

  private void verifyBackfill(
      int node, Launch launch, QueueModel.QueuePlace earlier, QueueModel queue) {
    boolean together =
        launch.demand().resources().plus(earlier.need()).fitsIn(capacities.get(node));
    boolean mayBackfill = backfills && (launch.demand().estimateNs() > 0 || together);
    if (!mayBackfill && !queue.hasOpportunistic()) {
      overtaken(node, launch, earlier);
    }
  }

  private static void overtaken(int node, Launch launch, QueueModel.QueuePlace earlier) {
    throw new BrokenPromise(
        5,
        "on node-%d %s (%s) starts before reservation %d, which came first"
            .formatted(node, launch.work(), launch.demand().tier(), earlier.id()));
  }

  @Override
  public void crashed(int node) {
    nodes.remove(node);
  }

  @Override
  public void processDied(int node) {
    on(node).processDied();
  }
}
