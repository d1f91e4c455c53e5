package dev.muster.sim.swarm;

import dev.muster.sim.swarm.Coverage.ReachKind;
import java.util.Map;

/** What cannot occur in a simulated cell, and why. Everything else must. */
final class NotReachable {

  private static final String POSTED =
      "comes from outside of the cell or from the machine, and is never sent";
  private static final String APPLIED =
      "the master derives it from MachineRegistered, NodesDied or its configuration and logs no entry of its own";

  private static final Map<String, String> WHY =
      Map.ofEntries(
          Map.entry("SENT ClientEvent.RequestJob", POSTED),
          Map.entry("SENT ClientEvent.AbandonJob", POSTED),
          Map.entry("SENT ClientEvent.RequestResize", POSTED),
          Map.entry("SENT ClientEvent.RequestSuspension", POSTED),
          Map.entry("SENT ClientEvent.RequestQueues", POSTED),
          Map.entry("SENT MasterEvent.EntryCommitted", POSTED),
          Map.entry("SENT MasterEvent.AppendRefused", POSTED),
          Map.entry("SENT MasterEvent.LeadershipGained", POSTED),
          Map.entry("SENT MasterEvent.LeadershipLost", POSTED),
          Map.entry("SENT SchedulerEvent.ExplainTask", POSTED),
          Map.entry("SENT NodeEvent.RunExited", POSTED),
          Map.entry("SENT NodeEvent.HealthChanged", POSTED),
          Map.entry("SENT NodeEvent.AdoptRun", POSTED),
          Map.entry("SENT NodeEvent.RunsMeasured", POSTED),
          Map.entry("SENT NodeEvent.MemoryShort", POSTED),
          Map.entry("SENT NodeEvent.FilesCached", POSTED),
          Map.entry("REJECTION_REASON INVALID", "schedulers build valid transactions"),
          Map.entry("LOG_ENTRY CellEntry.MachineJoined", APPLIED),
          Map.entry("LOG_ENTRY CellEntry.MachineLeft", APPLIED),
          Map.entry("LOG_ENTRY CellEntry.CapacityChanged", APPLIED),
          Map.entry("LOG_ENTRY CellEntry.LimitsSet", APPLIED),
          Map.entry(
              "TRANSITION TaskState SUCCEEDED -> FAILED",
              "an output would have to be lost 51 times"),
          Map.entry("JOB_STATE QUEUED", "clients hear of a job's end alone"),
          Map.entry("JOB_STATE RUNNING", "clients hear of a job's end alone"));

  private NotReachable() {}

  /** Empty where it can occur. */
  static String why(ReachKind kind, String name) {
    return WHY.getOrDefault(kind + " " + name, "");
  }

  static int size() {
    return WHY.size();
  }
}
