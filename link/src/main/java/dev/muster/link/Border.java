package dev.muster.link;

import dev.muster.core.actor.Event;
import dev.muster.core.actor.Role;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.Wake;

/**
 * What may come in over a link. The compiler checks this where an event is sent within a process;
 * what another process sends is checked here, so that nobody can break an actor from afar.
 */
final class Border {

  private Border() {}

  /** What only an actor's own process may tell it: its timers, its log and its machine. */
  private static boolean isPrivate(Event event) {
    return event instanceof Wake
        || event instanceof MasterEvent.EntryCommitted
        || event instanceof NodeEvent.RunExited
        || event instanceof NodeEvent.AdoptRun;
  }

  /** Whether the cell hears this of a node. */
  static boolean admitsToCell(Parcel parcel, int fromNode) {
    var event = parcel.event();
    if (isPrivate(event)) {
      return false;
    }
    return switch (parcel.to().role()) {
      case MASTER -> event instanceof MasterEvent told && speaksFor(told, fromNode);
      case SCHEDULER -> event instanceof SchedulerEvent told && speaksFor(told, fromNode);
      case CLIENT, NODE -> false;
    };
  }

  private static boolean speaksFor(MasterEvent event, int node) {
    return switch (event) {
      case MasterEvent.NodeReport report -> report.node() == node;
      case MasterEvent.ClaimReleased freed -> freed.node() == node;
      case MasterEvent.SubmitJob _,
          MasterEvent.GetJob _,
          MasterEvent.CancelJob _,
          MasterEvent.TakeOverJobs _,
          MasterEvent.JobTaken _,
          MasterEvent.TasksSucceeded _,
          MasterEvent.JobFinished _,
          MasterEvent.GetMachines _,
          MasterEvent.GetCellDelta _,
          MasterEvent.CommitTransaction _,
          MasterEvent.EntryCommitted _,
          Wake _ ->
          false;
    };
  }

  private static boolean speaksFor(SchedulerEvent event, int node) {
    return switch (event) {
      case SchedulerEvent.NodeProbed probed -> probed.node() == node;
      case SchedulerEvent.GetTask wanted -> wanted.node() == node;
      case SchedulerEvent.NodeBusy taken -> taken.node() == node;
      case SchedulerEvent.TaskFinished finished -> finished.node() == node;
      case SchedulerEvent.ReservationReturned returned -> returned.node() == node;
      case SchedulerEvent.TaskPromoted promoted -> promoted.node() == node;
      case SchedulerEvent.ReservationsConfirmed confirmed -> confirmed.node() == node;
      case SchedulerEvent.AttemptsListed counted -> counted.node() == node;
      case SchedulerEvent.JobsInherited _,
          SchedulerEvent.AssignJob _,
          SchedulerEvent.StopJob _,
          SchedulerEvent.TasksRecorded _,
          SchedulerEvent.JobEndRecorded _,
          SchedulerEvent.MachineList _,
          SchedulerEvent.CellDelta _,
          SchedulerEvent.TransactionDecided _,
          SchedulerEvent.ClaimsPreempted _,
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
