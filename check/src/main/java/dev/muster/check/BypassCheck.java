package dev.muster.check;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Role;
import dev.muster.core.event.NodeEvent.EnqueueReservation;
import dev.muster.core.event.NodeEvent.KillTask;
import dev.muster.core.event.NodeEvent.ListAttempts;
import dev.muster.core.event.NodeEvent.NoTask;
import dev.muster.core.event.NodeEvent.NodeExpelled;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.NodeEvent.ResizeMachine;
import dev.muster.core.event.NodeEvent.ScheduleMaintenance;
import dev.muster.core.event.NodeEvent.WithdrawReservation;
import dev.muster.core.event.ReservationId;
import dev.muster.core.event.SchedulerEvent.GetTask;
import dev.muster.core.event.SchedulerEvent.ReservationReturned;
import dev.muster.core.node.NodeConfig;
import dev.muster.core.node.queue.DisciplineConfig.ServiceOrder;
import dev.muster.model.Admission;
import dev.muster.model.Demand;
import dev.muster.model.Resources;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Promise 5, of reservations that yield, at a node that serves first come, first served: no
 * reservation has its turn while one waits that arrived earlier by more than that one yields.
 *
 * <p>Looked at only where all that waits has one size, so that nothing is backfilled, and where
 * length does not matter: no machine was resized or has maintenance ahead.
 */
final class BypassCheck implements Observer {

  /** A reservation in a wait queue that has not asked for its task. */
  private record WaitingTask(long arrivedNs, Demand demand) {

    boolean isOvertakenBy(WaitingTask other) {
      return other.arrivedNs - arrivedNs > demand.yieldNs();
    }
  }

  private static final class NodeQueue {

    final Map<Long, WaitingTask> waiting = new LinkedHashMap<>();

    /** Whatever is over does not wait again, even if its message comes again. */
    final Set<Long> over = new HashSet<>();

    /** Tasks that were sent by themselves and have not started: their sizes matter. */
    final Map<Long, Resources> placed = new HashMap<>();

    final Map<Integer, Integer> epochs = new HashMap<>();
    boolean unsettled;

    boolean isStale(long id) {
      var epoch = epochs.get(ReservationId.scheduler(id));
      return epoch != null && ReservationId.isOlder(id, epoch);
    }

    void ended(long id) {
      waiting.remove(id);
      placed.remove(id);
      over.add(id);
    }

    boolean isOfOneSize(Resources size) {
      return placed.values().stream().allMatch(size::equals)
          && waiting.values().stream().allMatch(each -> each.demand().resources().equals(size));
    }
  }

  private final LongSupplier nowNs;
  private final boolean fifo;
  private final Map<Integer, NodeQueue> nodes = new HashMap<>();

  BypassCheck(LongSupplier nowNs, NodeConfig config) {
    this.nowNs = nowNs;
    var discipline = config.queue().discipline();
    this.fifo = discipline.order() == ServiceOrder.FIFO && !discipline.priorities();
  }

  private NodeQueue on(int node) {
    return nodes.computeIfAbsent(node, _ -> new NodeQueue());
  }

  @Override
  public void delivered(Address<?> to, Event event) {
    if (!fifo || to.role() != Role.NODE) {
      return;
    }
    var node = on(to.index());
    switch (event) {
      case EnqueueReservation late -> arrived(node, late);
      case PlaceTask place -> node.placed.put(place.reservation(), place.demand().resources());
      case WithdrawReservation withdraw -> node.ended(withdraw.reservation());
      case KillTask kill -> node.ended(kill.reservation());
      case NoTask none -> node.ended(none.reservation());
      case ListAttempts list -> superseded(node, list.scheduler().index(), list.epoch());
      case NodeExpelled _ -> forget(node);
      case ResizeMachine _, ScheduleMaintenance _ -> node.unsettled = true;
      default -> {} // does not change the queue
    }
  }

  private void arrived(NodeQueue node, EnqueueReservation late) {
    long id = late.reservation();
    boolean waits =
        !late.demand().isOpportunistic() && late.demand().admission() == Admission.QUEUED;
    if (waits && !node.isStale(id) && !node.over.contains(id)) {
      node.waiting.putIfAbsent(id, new WaitingTask(nowNs.getAsLong(), late.demand()));
    }
  }

  private static void superseded(NodeQueue node, int scheduler, int epoch) {
    node.epochs.merge(scheduler, epoch, Math::max);
    node.waiting.keySet().removeIf(id -> node.isStale(id));
  }

  private static void forget(NodeQueue node) {
    node.over.addAll(node.waiting.keySet());
    node.waiting.clear();
    node.placed.clear();
  }

  @Override
  public void sent(Address<?> to, Event event) {
    if (!fifo) {
      return;
    }
    switch (event) {
      case GetTask get -> asks(get.node(), get.reservation());
      case ReservationReturned back -> on(back.node()).ended(back.reservation());
      default -> {} // does not change the queue
    }
  }

  private void asks(int index, long id) {
    var node = on(index);
    var own = node.waiting.get(id);
    node.ended(id);
    if (own == null || node.unsettled || !node.isOfOneSize(own.demand().resources())) {
      return; // asks again, or what starts first is not a matter of turns
    }
    node.waiting.forEach(
        (earlier, each) -> {
          if (each.isOvertakenBy(own)) {
            throw new BrokenPromise(
                5,
                "on node-%d reservation %d has its turn before reservation %d, which came %d ns earlier and yields %d ns"
                    .formatted(
                        index,
                        id,
                        earlier,
                        own.arrivedNs() - each.arrivedNs(),
                        each.demand().yieldNs()));
          }
        });
  }

  @Override
  public void launched(int node, Launch launch) {
    if (fifo) {
      on(node).ended(launch.run());
    }
  }

  @Override
  public void crashed(int node) {
    nodes.remove(node);
  }

  @Override
  public void processDied(int node) {
    nodes.remove(node);
  }
}
