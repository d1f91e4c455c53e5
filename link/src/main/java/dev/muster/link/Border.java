package dev.muster.link;

import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.Wake;
import dev.muster.core.loop.Event;
import dev.muster.core.loop.Role;

/**
 * What may come in over a link. The compiler checks this where an event is sent within a process;
 * what another process sends is checked here, so that nobody can break an actor from afar.
 */
final class Border {

  private Border() {}

  /** What only an actor's own process may tell it: its timers, its log and its machine. */
  private static boolean isPrivate(Event event) {
    return event instanceof Wake
        || event instanceof MasterEvent.Committed
        || event instanceof NodeEvent.Exited
        || event instanceof NodeEvent.Adopt;
  }

  /** Whether the cell hears this of a node. */
  static boolean admitsToCell(Parcel parcel, int fromNode) {
    var event = parcel.event();
    if (isPrivate(event)) {
      return false;
    }
    return switch (parcel.to().role()) {
      case MASTER -> event instanceof MasterEvent.NodeReport report && report.node() == fromNode;
      case SCHEDULER -> event instanceof SchedulerEvent told && speaksFor(told, fromNode);
      case CLIENT, NODE -> false;
    };
  }

  private static boolean speaksFor(SchedulerEvent event, int node) {
    return switch (event) {
      case SchedulerEvent.Probed probed -> probed.node() == node;
      case SchedulerEvent.TaskWanted wanted -> wanted.node() == node;
      case SchedulerEvent.Taken taken -> taken.node() == node;
      case SchedulerEvent.Finished finished -> finished.node() == node;
      case SchedulerEvent.Returned returned -> returned.node() == node;
      case SchedulerEvent.Promoted promoted -> promoted.node() == node;
      case SchedulerEvent.Confirmed confirmed -> confirmed.node() == node;
      case SchedulerEvent.Counted counted -> counted.node() == node;
      case SchedulerEvent.Inherited _,
          SchedulerEvent.Plan _,
          SchedulerEvent.CancelJob _,
          SchedulerEvent.DoneRecorded _,
          SchedulerEvent.EndRecorded _,
          SchedulerEvent.CellView _,
          Wake _ ->
          false;
    };
  }

  /** Whether a node hears this of the cell. */
  static boolean admitsToNode(Parcel parcel) {
    return parcel.to().role() == Role.NODE
        && parcel.event() instanceof NodeEvent
        && !isPrivate(parcel.event());
  }
}
