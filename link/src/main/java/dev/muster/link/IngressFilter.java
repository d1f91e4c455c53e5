package dev.muster.link;

import dev.muster.core.actor.Event;
import dev.muster.core.actor.Role;
import dev.muster.core.event.LogEvent;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MembershipEvent;
import dev.muster.core.event.MonitorEvent;
import dev.muster.core.event.MonitorEvent.LoadReported;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.Wake;
import dev.muster.model.file.JobLimits;
import dev.muster.wire.WireException;

/**
 * Which messages may come in over a link. Within a process the compiler checks who may send what;
 * what another process sends is checked here, every field of it, so that no peer can break an
 * actor. A message that is not for this peer to send is refused; one that no sound peer would send
 * ends the connection.
 */
final class IngressFilter {

  private IngressFilter() {}

  /** What only an actor's own process may send: its timers, its log and its machine. */
  private static boolean isPrivate(Event event) {
    return event instanceof Wake
        || event instanceof LogEvent
        || event instanceof NodeEvent.RunExited
        || event instanceof NodeEvent.RunsMeasured
        || event instanceof NodeEvent.HealthChanged
        || event instanceof NodeEvent.MemoryShort
        || event instanceof NodeEvent.FilesCached
        || event instanceof NodeEvent.AdoptRun;
  }

  /**
   * @param fromNode a node speaks for itself alone
   * @throws WireException if a field is beyond its limits
   */
  static boolean admitsToCell(Message message, int fromNode) throws WireException {
    var event = message.event();
    if (isPrivate(event) || message.to().index() < 0) {
      return false;
    }
    return switch (message.to().role()) {
      case MASTER -> event instanceof MasterEvent sent && admits(sent, fromNode);
      case SCHEDULER -> event instanceof SchedulerEvent sent && admits(sent, fromNode);
      case MONITOR -> event instanceof MonitorEvent sent && admits(sent, fromNode);
      case CLIENT, NODE -> false;
    };
  }

  private static boolean admits(MasterEvent event, int node) throws WireException {
    return switch (event) {
      case MasterEvent.NodeReport report -> {
        check(report);
        yield report.node() == node;
      }
      case MasterEvent.ClaimReleased released -> {
        fields(released).scheduler(released.scheduler()).notNegative("claim", released.claim());
        yield released.node() == node;
      }
      case MasterEvent.SubmitJob _,
          MasterEvent.GetJob _,
          MasterEvent.CancelJob _,
          MasterEvent.ResizeStage _,
          MasterEvent.ChangeSuspension _,
          MasterEvent.ChangeQueues _,
          MasterEvent.StageHeld _,
          MasterEvent.HoldRejected _,
          MasterEvent.TakeOverJobs _,
          MasterEvent.JobTaken _,
          MasterEvent.JobsReported _,
          MasterEvent.TasksSucceeded _,
          MasterEvent.JobFinished _,
          MasterEvent.GetMachines _,
          MasterEvent.GetCellDelta _,
          MasterEvent.CommitTransaction _,
          MasterEvent.RequestContainers _,
          MasterEvent.WithdrawContainers _,
          LogEvent _,
          Wake _ ->
          false;
    };
  }

  private static void check(MasterEvent.NodeReport report) throws WireException {
    fields(report)
        .epoch("epoch", report.epoch())
        .epoch("since", report.since())
        .notNegative("version", report.version())
        .size("capacity", report.capacity())
        .attributes(report.attributes())
        .free(report.free())
        .size("opportunistic", report.opportunistic())
        .notNegative("queued", report.queued())
        .notNegative("running", report.running())
        .load(report.load())
        .text("problem", report.problem());
  }

  private static boolean admits(MonitorEvent event, int node) throws WireException {
    return switch (event) {
      case MonitorEvent.LoadReported report -> {
        check(report);
        yield report.node() == node;
      }
      case MonitorEvent.GetLoads _, MembershipEvent _, Wake _ -> false;
    };
  }

  private static void check(MonitorEvent.LoadReported report) throws WireException {
    fields(report)
        .epoch("epoch", report.epoch())
        .notNegative("sequence", report.sequence())
        .load(report.load())
        .range("inNs", report.inNs(), LoadReported.NO_MAINTENANCE, JobLimits.MAX_DURATION_NS)
        .duration("forNs", report.forNs())
        .length("files", report.files().size(), LoadReported.MAX_FILES)
        .share("guaranteedCpu", report.guaranteedCpu())
        .share("guaranteedMemory", report.guaranteedMemory());
  }

  private static boolean admits(SchedulerEvent event, int node) throws WireException {
    return switch (event) {
      case SchedulerEvent.NodeProbed probed -> {
        fields(probed).notNegative("draw", probed.draw()).notNegative("load", probed.load());
        yield probed.node() == node;
      }
      case SchedulerEvent.GetTask request -> {
        fields(request).reservation(request.reservation());
        yield request.node() == node;
      }
      case SchedulerEvent.NodeBusy busy -> {
        fields(busy).reservation(busy.reservation()).notNegative("forNs", busy.forNs());
        yield busy.node() == node;
      }
      case SchedulerEvent.TaskFinished finished -> {
        fields(finished)
            .reservation(finished.reservation())
            .task(finished.job(), finished.stage(), finished.index())
            .result(finished.result())
            .notNegative("ranNs", finished.ranNs());
        yield finished.node() == node;
      }
      case SchedulerEvent.ReservationReturned returned -> {
        fields(returned).reservation(returned.reservation()).text("detail", returned.detail());
        yield returned.node() == node;
      }
      case SchedulerEvent.TaskPromoted promoted -> {
        fields(promoted).reservation(promoted.reservation());
        yield promoted.node() == node;
      }
      case SchedulerEvent.ReservationsConfirmed confirmed -> {
        fields(confirmed).numbers("held", confirmed.held()).numbers("unknown", confirmed.unknown());
        yield confirmed.node() == node;
      }
      case SchedulerEvent.AttemptsReported reported -> {
        check(reported);
        yield reported.node() == node;
      }
      case SchedulerEvent.AttemptsListed listed -> {
        check(listed);
        yield listed.node() == node;
      }
      case SchedulerEvent.JobsInherited _,
          SchedulerEvent.AssignJob _,
          SchedulerEvent.StopJob _,
          SchedulerEvent.SharesChanged _,
          SchedulerEvent.HoldStage _,
          SchedulerEvent.StageSizeRecorded _,
          SchedulerEvent.ExplainTask _,
          SchedulerEvent.TasksRecorded _,
          SchedulerEvent.JobEndRecorded _,
          MembershipEvent _,
          SchedulerEvent.CellDelta _,
          SchedulerEvent.LoadDelta _,
          SchedulerEvent.TransactionDecided _,
          SchedulerEvent.ContainersGranted _,
          SchedulerEvent.ContainersWithdrawn _,
          SchedulerEvent.ContainersAwaited _,
          SchedulerEvent.ClaimsPreempted _,
          Wake _ ->
          false;
    };
  }

  private static void check(SchedulerEvent.AttemptsReported reported) throws WireException {
    var fields = fields(reported).load(reported.load());
    fields.length("attempts", reported.attempts().size(), FieldCheck.MAX_LIST);
    for (var status : reported.attempts()) {
      fields.reservation(status.reservation()).notNegative("ns", status.ns());
      fields.usage(status.usage());
    }
  }

  private static void check(SchedulerEvent.AttemptsListed listed) throws WireException {
    var fields = fields(listed).notNegative("epoch", listed.epoch());
    fields.length("held", listed.held().size(), FieldCheck.MAX_LIST);
    for (var held : listed.held()) {
      fields.reservation(held.reservation()).task(held.job(), held.stage(), held.index());
      fields.attempt(held.attempt());
    }
  }

  private static FieldCheck fields(Event event) {
    return new FieldCheck(event);
  }

  /**
   * @throws WireException if a field is beyond its limits
   */
  static boolean admitsToNode(Message message) throws WireException {
    return message.to().role() == Role.NODE
        && message.event() instanceof NodeEvent event
        && admits(event);
  }

  private static boolean admits(NodeEvent event) throws WireException {
    switch (event) {
      case NodeEvent.EnqueueReservation(var scheduler, var reservation, var demand, var _) ->
          fields(event).scheduler(scheduler).reservation(reservation).demand(demand);
      case NodeEvent.ProbeNode(var scheduler, _, var draw) ->
          fields(event).scheduler(scheduler).notNegative("draw", draw);
      case NodeEvent.PlaceTask(var scheduler, var reservation, var demand, var work) ->
          fields(event).scheduler(scheduler).reservation(reservation).demand(demand).work(work);
      case NodeEvent.PromoteTask(var scheduler, var reservation, var grant) ->
          fields(event).scheduler(scheduler).reservation(reservation).text("grant", grant);
      case NodeEvent.SetOpportunisticLimits(
              var cpuShare,
              var memoryShare,
              var shedAboveNs,
              var forNs) ->
          fields(event)
              .share("cpuShare", cpuShare)
              .share("memoryShare", memoryShare)
              .notNegative("shedAboveNs", shedAboveNs)
              .notNegative("forNs", forNs);
      case NodeEvent.ScheduleMaintenance(var inNs, var forNs) ->
          fields(event)
              .range("inNs", inNs, Long.MIN_VALUE, JobLimits.MAX_DURATION_NS)
              .duration("forNs", forNs);
      case NodeEvent.ResizeMachine(var capacity) -> fields(event).size("capacity", capacity);
      case NodeEvent.LaunchTask(var reservation, _, var work) ->
          fields(event).reservation(reservation).work(work);
      case NodeEvent.NoTask(var reservation, _) -> fields(event).reservation(reservation);
      case NodeEvent.WithdrawReservation(var reservation) -> fields(event).reservation(reservation);
      case NodeEvent.KillTask(var scheduler, _, var reservation) ->
          fields(event).scheduler(scheduler).reservation(reservation);
      case NodeEvent.AcknowledgeResult(var reservation, _) ->
          fields(event).reservation(reservation);
      case NodeEvent.ConfirmReservations(var scheduler, _, var reservations) ->
          fields(event).scheduler(scheduler).numbers("reservations", reservations);
      case NodeEvent.RefineEstimates(var scheduler, var refined) -> {
        var fields = fields(event).scheduler(scheduler);
        fields.length("refined", refined.size(), FieldCheck.MAX_LIST);
        for (var each : refined) {
          fields.reservation(each.reservation()).duration("estimateNs", each.estimateNs());
        }
      }
      case NodeEvent.ReportLoad(var everyNs, var forNs) ->
          fields(event).range("everyNs", everyNs, 1, Long.MAX_VALUE).duration("forNs", forNs);
      case NodeEvent.ListAttempts(var scheduler, var epoch) ->
          fields(event).scheduler(scheduler).notNegative("epoch", epoch);
      case NodeEvent.NodeExpelled(var epoch) -> fields(event).notNegative("epoch", epoch);
      case NodeEvent.DrainNode _ -> {}
      case NodeEvent.RunExited _,
          NodeEvent.RunsMeasured _,
          NodeEvent.HealthChanged _,
          NodeEvent.MemoryShort _,
          NodeEvent.FilesCached _,
          NodeEvent.AdoptRun _,
          Wake _ -> {
        return false;
      }
    }
    return true;
  }
}
