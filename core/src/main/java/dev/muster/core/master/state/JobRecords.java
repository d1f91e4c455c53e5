package dev.muster.core.master.state;

import dev.muster.core.event.MasterEntry;
import dev.muster.core.event.MasterEntry.CellChanged;
import dev.muster.core.event.MasterEntry.JobClosed;
import dev.muster.core.event.MasterEntry.JobOpened;
import dev.muster.core.event.MasterEntry.MachineRegistered;
import dev.muster.core.event.MasterEntry.SchedulerStarted;
import dev.muster.core.event.MasterEntry.TasksCompleted;
import dev.muster.core.event.SchedulerEvent.Machine;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the master must never forget: every accepted job, which of its tasks are done, its end, the
 * machines of the cell, and which epoch of each scheduler speaks. Changes only in {@link #apply}.
 */
public final class JobRecords {

  private final int endedKept;
  private final Map<Long, JobRecord> jobs = new LinkedHashMap<>();
  private final Map<Long, JobRecord> open = new LinkedHashMap<>();
  private final Map<String, JobRecord> byKey = new LinkedHashMap<>();
  private final ArrayDeque<JobRecord> ended = new ArrayDeque<>();
  private final Machines cell = new Machines();
  private final Epochs epochs = new Epochs();
  private long nextJob;
  private long openTasks;

  public JobRecords(long firstJob, int endedKept) {
    this.nextJob = firstJob;
    this.endedKept = endedKept;
  }

  public void apply(MasterEntry entry) {
    switch (entry) {
      case JobOpened accepted -> open(JobRecord.of(accepted));
      case TasksCompleted done -> done(done);
      case JobClosed closed -> close(closed);
      case MachineRegistered known -> cell.put(machine(known));
      case CellChanged _ -> {} // kept by the desk
      case SchedulerStarted known -> epochs.isNews(known.scheduler(), known.epoch());
    }
  }

  private static Machine machine(MachineRegistered known) {
    return new Machine(known.node(), known.capacity(), known.attributes());
  }

  private void open(JobRecord record) {
    nextJob = Math.max(nextJob, record.job() + 1);
    openTasks += record.accepted().spec().tasks();
    jobs.put(record.job(), record);
    open.put(record.job(), record);
    byKey.put(record.accepted().key(), record);
  }

  private void done(TasksCompleted done) {
    var record = open.get(done.job());
    if (record != null) {
      record.done().add(done);
    }
  }

  private void close(JobClosed closed) {
    var record = open.remove(closed.report().job());
    if (record == null) {
      return;
    }
    openTasks -= record.accepted().spec().tasks();
    keep(record.ended(closed.report()));
  }

  private void keep(JobRecord record) {
    jobs.put(record.job(), record);
    byKey.put(record.accepted().key(), record);
    ended.add(record);
    if (ended.size() > endedKept) {
      var oldest = ended.remove();
      jobs.remove(oldest.job());
      byKey.remove(oldest.accepted().key());
    }
  }

  public @Nullable JobRecord find(long job) {
    return jobs.get(job);
  }

  public @Nullable JobRecord find(String key) {
    return byKey.get(key);
  }

  public Iterable<JobRecord> open() {
    return open.values();
  }

  public int openJobs() {
    return open.size();
  }

  public long openTasks() {
    return openTasks;
  }

  public long nextJob() {
    return nextJob;
  }

  /** The epoch of a scheduler that speaks. */
  public int epoch(int scheduler) {
    return epochs.of(scheduler);
  }

  public Machines cell() {
    return cell;
  }
}
