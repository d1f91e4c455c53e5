package dev.muster.wire;

import dev.muster.core.cell.CellEntry;
import dev.muster.core.cell.ClaimsReleased;
import dev.muster.core.cell.TransactionCommitted;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.MasterEntry;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.Wake;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The number that each kind of event and log entry has in the bytes. A number once given is never
 * given to another; a new kind takes the next one of its group.
 */
final class Tags {

  /** Tags lie below this, so that each fits one byte. */
  static final int LIMIT = 0x80;

  static final SortedMap<Integer, Class<?>> EVENTS =
      new Table()
          .with(0x01, Wake.class)
          // client
          .with(0x10, ClientEvent.RequestJob.class)
          .with(0x11, ClientEvent.AbandonJob.class)
          .with(0x12, ClientEvent.JobAccepted.class)
          .with(0x13, ClientEvent.JobRejected.class)
          .with(0x14, ClientEvent.JobProgress.class)
          .with(0x15, ClientEvent.JobEnded.class)
          .with(0x16, ClientEvent.JobForgotten.class)
          .with(0x17, ClientEvent.RequestResize.class)
          .with(0x18, ClientEvent.ResizeAccepted.class)
          .with(0x19, ClientEvent.ResizeRejected.class)
          // master
          .with(0x20, MasterEvent.SubmitJob.class)
          .with(0x21, MasterEvent.GetJob.class)
          .with(0x22, MasterEvent.CancelJob.class)
          .with(0x23, MasterEvent.JobTaken.class)
          .with(0x24, MasterEvent.JobFinished.class)
          .with(0x25, MasterEvent.NodeReport.class)
          .with(0x26, MasterEvent.GetMachines.class)
          .with(0x27, MasterEvent.EntryCommitted.class)
          .with(0x28, MasterEvent.TakeOverJobs.class)
          .with(0x29, MasterEvent.TasksSucceeded.class)
          .with(0x2A, MasterEvent.GetCellDelta.class)
          .with(0x2B, MasterEvent.CommitTransaction.class)
          .with(0x2C, MasterEvent.ClaimReleased.class)
          .with(0x2D, MasterEvent.ResizeStage.class)
          .with(0x2E, MasterEvent.StageHeld.class)
          .with(0x2F, MasterEvent.HoldRejected.class)
          .with(0x30, MasterEvent.AppendRefused.class)
          .with(0x31, MasterEvent.LeadershipGained.class)
          .with(0x32, MasterEvent.LeadershipLost.class)
          // scheduler
          .with(0x40, SchedulerEvent.AssignJob.class)
          .with(0x41, SchedulerEvent.StopJob.class)
          .with(0x42, SchedulerEvent.JobEndRecorded.class)
          .with(0x43, SchedulerEvent.MachineList.class)
          .with(0x44, SchedulerEvent.GetTask.class)
          .with(0x45, SchedulerEvent.TaskFinished.class)
          .with(0x46, SchedulerEvent.ReservationReturned.class)
          .with(0x47, SchedulerEvent.ReservationsConfirmed.class)
          .with(0x48, SchedulerEvent.TaskPromoted.class)
          .with(0x49, SchedulerEvent.NodeProbed.class)
          .with(0x4A, SchedulerEvent.NodeBusy.class)
          .with(0x4B, SchedulerEvent.JobsInherited.class)
          .with(0x4C, SchedulerEvent.TasksRecorded.class)
          .with(0x4D, SchedulerEvent.AttemptsListed.class)
          .with(0x4E, SchedulerEvent.CellDelta.class)
          .with(0x4F, SchedulerEvent.TransactionDecided.class)
          .with(0x50, SchedulerEvent.ClaimsPreempted.class)
          .with(0x51, SchedulerEvent.ExplainTask.class)
          .with(0x52, SchedulerEvent.HoldStage.class)
          .with(0x53, SchedulerEvent.StageSizeRecorded.class)
          .with(0x54, SchedulerEvent.MachinesChanged.class)
          .with(0x55, SchedulerEvent.NodesAvoided.class)
          // node
          .with(0x60, NodeEvent.EnqueueReservation.class)
          .with(0x61, NodeEvent.LaunchTask.class)
          .with(0x62, NodeEvent.NoTask.class)
          .with(0x63, NodeEvent.WithdrawReservation.class)
          .with(0x64, NodeEvent.KillTask.class)
          .with(0x65, NodeEvent.AcknowledgeResult.class)
          .with(0x66, NodeEvent.ConfirmReservations.class)
          .with(0x67, NodeEvent.RunExited.class)
          .with(0x68, NodeEvent.PlaceTask.class)
          .with(0x69, NodeEvent.PromoteTask.class)
          .with(0x6A, NodeEvent.SetOpportunisticLimits.class)
          .with(0x6B, NodeEvent.DrainNode.class)
          .with(0x6C, NodeEvent.ResizeMachine.class)
          .with(0x6D, NodeEvent.AdoptRun.class)
          .with(0x6E, NodeEvent.ScheduleMaintenance.class)
          .with(0x6F, NodeEvent.ProbeNode.class)
          .with(0x70, NodeEvent.ListAttempts.class)
          .with(0x71, NodeEvent.NodeExpelled.class)
          .done();

  static final SortedMap<Integer, Class<?>> ENTRIES =
      new Table()
          .with(0x01, MasterEntry.JobOpened.class)
          .with(0x02, MasterEntry.JobClosed.class)
          .with(0x03, MasterEntry.MachineRegistered.class)
          .with(0x04, MasterEntry.TasksCompleted.class)
          .with(0x05, MasterEntry.SchedulerStarted.class)
          .with(0x06, MasterEntry.CellChanged.class)
          .with(0x07, MasterEntry.StageResized.class)
          .with(0x08, MasterEntry.LeaderStarted.class)
          .with(0x09, MasterEntry.JobAdmitted.class)
          .with(0x0A, MasterEntry.StageResizeRejected.class)
          .with(0x0B, MasterEntry.NodesDied.class)
          .done();

  /** What changes the state of the cell. */
  static final SortedMap<Integer, Class<?>> CHANGES =
      new Table()
          .with(0x01, TransactionCommitted.class)
          .with(0x02, CellEntry.MachineJoined.class)
          .with(0x03, CellEntry.MachineLeft.class)
          .with(0x04, CellEntry.CapacityChanged.class)
          .with(0x05, CellEntry.LimitsSet.class)
          .with(0x06, ClaimsReleased.class)
          .done();

  private Tags() {}

  private static final class Table {

    private final SortedMap<Integer, Class<?>> types = new TreeMap<>();

    Table with(int tag, Class<?> type) {
      if (tag >= LIMIT || types.put(tag, type) != null) {
        throw new IllegalArgumentException("tag " + tag + " is taken or too large");
      }
      return this;
    }

    SortedMap<Integer, Class<?>> done() {
      return Collections.unmodifiableSortedMap(types);
    }
  }
}
