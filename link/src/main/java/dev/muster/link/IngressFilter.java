package dev.muster.link;

import dev.muster.core.actor.Event;
import dev.muster.core.actor.Role;
import dev.muster.core.event.LogEvent;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.Wake;

/**
 * Which messages may come in over a link. Within a process the compiler checks who may send what;
 * what another process sends is checked here, so that no peer can break an actor.
 */
final class IngressFilter {

  private IngressFilter() {}

  /** What only an actor's own process may send: its timers, its log and its machine. */
  private static boolean isPrivate(Event event) {
    return event instanceof Wake
        || event instanceof LogEvent
        || event instanceof NodeEvent.RunExited
        || event instanceof NodeEvent.AdoptRun;
  }

  static boolean admitsToCell(Message message, int fromNode) {
    var event = message.event();
    if (isPrivate(event)) {
      return false;
    }
    return switch (message.to().role()) {
      case MASTER -> event instanceof MasterEvent sent && speaksFor(sent, fromNode);
      case SCHEDULER -> event instanceof SchedulerEvent sent && speaksFor(sent, fromNode);
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
          MasterEvent.ResizeStage _,
          MasterEvent.StageHeld _,
          MasterEvent.HoldRejected _,
          MasterEvent.TakeOverJobs _,
          MasterEvent.JobTaken _,
          MasterEvent.TasksSucceeded _,
          MasterEvent.JobFinished _,
          MasterEvent.GetMachines _,
          MasterEvent.GetCellDelta _,
          MasterEvent.CommitTransaction _,
          LogEvent _,
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
          SchedulerEvent.HoldStage _,
          SchedulerEvent.StageSizeRecorded _,
          SchedulerEvent.ExplainTask _,
          SchedulerEvent.TasksRecorded _,
          SchedulerEvent.JobEndRecorded _,
          SchedulerEvent.MachineList _,
          SchedulerEvent.MachinesChanged _,
          SchedulerEvent.NodesAvoided _,
          SchedulerEvent.CellDelta _,
          SchedulerEvent.TransactionDecided _,
          SchedulerEvent.ClaimsPreempted _,
          Wake _ ->
          false;
    };
  }

  static boolean admitsToNode(Message message) {
    return message.to().role() == Role.NODE
        && message.event() instanceof NodeEvent
        && !isPrivate(message.event());
  }
}
