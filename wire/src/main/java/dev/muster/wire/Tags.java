package dev.muster.wire;

import dev.muster.core.claim.CellEntry;
import dev.muster.core.claim.ClaimsEnded;
import dev.muster.core.claim.CommitEntry;
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
          .with(0x10, ClientEvent.Request.class)
          .with(0x11, ClientEvent.GiveUp.class)
          .with(0x12, ClientEvent.Accepted.class)
          .with(0x13, ClientEvent.Refused.class)
          .with(0x14, ClientEvent.Progress.class)
          .with(0x15, ClientEvent.Ended.class)
          .with(0x16, ClientEvent.Forgotten.class)
          // master
          .with(0x20, MasterEvent.Submit.class)
          .with(0x21, MasterEvent.Follow.class)
          .with(0x22, MasterEvent.Cancel.class)
          .with(0x23, MasterEvent.JobTaken.class)
          .with(0x24, MasterEvent.JobEnded.class)
          .with(0x25, MasterEvent.NodeReport.class)
          .with(0x26, MasterEvent.ViewWanted.class)
          .with(0x27, MasterEvent.Committed.class)
          .with(0x28, MasterEvent.TakesOver.class)
          .with(0x29, MasterEvent.TasksDone.class)
          .with(0x2A, MasterEvent.StateWanted.class)
          .with(0x2B, MasterEvent.Commit.class)
          .with(0x2C, MasterEvent.Freed.class)
          // scheduler
          .with(0x40, SchedulerEvent.Plan.class)
          .with(0x41, SchedulerEvent.CancelJob.class)
          .with(0x42, SchedulerEvent.EndRecorded.class)
          .with(0x43, SchedulerEvent.CellView.class)
          .with(0x44, SchedulerEvent.TaskWanted.class)
          .with(0x45, SchedulerEvent.Finished.class)
          .with(0x46, SchedulerEvent.Returned.class)
          .with(0x47, SchedulerEvent.Confirmed.class)
          .with(0x48, SchedulerEvent.Promoted.class)
          .with(0x49, SchedulerEvent.Probed.class)
          .with(0x4A, SchedulerEvent.Taken.class)
          .with(0x4B, SchedulerEvent.Inherited.class)
          .with(0x4C, SchedulerEvent.DoneRecorded.class)
          .with(0x4D, SchedulerEvent.Counted.class)
          .with(0x4E, SchedulerEvent.StateTold.class)
          .with(0x4F, SchedulerEvent.Judged.class)
          .with(0x50, SchedulerEvent.Preempted.class)
          // node
          .with(0x60, NodeEvent.Reserve.class)
          .with(0x61, NodeEvent.Assign.class)
          .with(0x62, NodeEvent.NoTask.class)
          .with(0x63, NodeEvent.Withdraw.class)
          .with(0x64, NodeEvent.Kill.class)
          .with(0x65, NodeEvent.Acknowledge.class)
          .with(0x66, NodeEvent.Confirm.class)
          .with(0x67, NodeEvent.Exited.class)
          .with(0x68, NodeEvent.Place.class)
          .with(0x69, NodeEvent.Promote.class)
          .with(0x6A, NodeEvent.Police.class)
          .with(0x6B, NodeEvent.Drain.class)
          .with(0x6C, NodeEvent.Resize.class)
          .with(0x6D, NodeEvent.Adopt.class)
          .with(0x6E, NodeEvent.Maintain.class)
          .with(0x6F, NodeEvent.Probe.class)
          .with(0x70, NodeEvent.Census.class)
          .done();

  static final SortedMap<Integer, Class<?>> ENTRIES =
      new Table()
          .with(0x01, MasterEntry.JobAccepted.class)
          .with(0x02, MasterEntry.JobClosed.class)
          .with(0x03, MasterEntry.NodeKnown.class)
          .with(0x04, MasterEntry.TasksDone.class)
          .with(0x05, MasterEntry.SchedulerKnown.class)
          .with(0x06, MasterEntry.CellChanged.class)
          .done();

  /** What changes the state of the cell. */
  static final SortedMap<Integer, Class<?>> CHANGES =
      new Table()
          .with(0x01, CommitEntry.class)
          .with(0x02, CellEntry.MachineJoined.class)
          .with(0x03, CellEntry.MachineLeft.class)
          .with(0x04, CellEntry.CapacityChanged.class)
          .with(0x05, CellEntry.LimitsSet.class)
          .with(0x06, ClaimsEnded.class)
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
