package dev.muster.sim.swarm;

import dev.muster.sim.swarm.Coverage.ReachKind;
import java.util.Map;

/** What cannot occur in a simulated cell, and why. Everything else must. */
final class NotReachable {

  private static final String POSTED =
      "comes from outside of the cell or from the machine, and is never sent";
  private static final String APPLIED =
      "the master derives it from MachineRegistered or from its configuration and logs no entry of its own";

  private static final String LIMIT =
      "a master takes 100,000 open jobs and keeps 10,000 ended ones, far more than a seed has";

  private static final Map<String, String> WHY =
      Map.ofEntries(
          Map.entry("SENT ClientEvent.RequestJob", POSTED),
          Map.entry("SENT ClientEvent.AbandonJob", POSTED),
          Map.entry("SENT MasterEvent.EntryCommitted", POSTED),
          Map.entry("SENT SchedulerEvent.ExplainTask", POSTED),
          Map.entry("SENT NodeEvent.RunExited", POSTED),
          Map.entry("SENT NodeEvent.AdoptRun", POSTED),
          Map.entry("LOG_ENTRY CellEntry.MachineJoined", APPLIED),
          Map.entry("LOG_ENTRY CellEntry.MachineLeft", APPLIED),
          Map.entry("LOG_ENTRY CellEntry.CapacityChanged", APPLIED),
          Map.entry("LOG_ENTRY CellEntry.LimitsSet", APPLIED),
          Map.entry("SENT ClientEvent.JobRejected", LIMIT),
          Map.entry("DELIVERED ClientEvent.JobRejected", LIMIT),
          Map.entry("SENT ClientEvent.JobForgotten", LIMIT),
          Map.entry("DELIVERED ClientEvent.JobForgotten", LIMIT),
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
