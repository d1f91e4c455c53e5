package dev.muster.core.submit;

import dev.muster.core.commit.Cell;
import dev.muster.core.event.MasterEntry;
import dev.muster.core.event.MasterEntry.JobAccepted;
import dev.muster.core.event.MasterEntry.JobClosed;
import dev.muster.core.event.MasterEntry.NodeKnown;
import dev.muster.core.event.MasterEntry.SchedulerKnown;
import dev.muster.core.event.MasterEntry.TasksDone;
import dev.muster.core.event.SchedulerEvent.Machine;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the master must never forget: every accepted job, which of its tasks are done, its end, the
 * machines of the cell, and which life of each scheduler speaks. Changes only in {@link #apply}.
 */
final class JobBook {

  private final int endedKept;
  private final Map<Long, JobRecord> jobs = new LinkedHashMap<>();
  private final Map<Long, JobRecord> open = new LinkedHashMap<>();
  private final Map<String, JobRecord> byKey = new LinkedHashMap<>();
  private final ArrayDeque<JobRecord> ended = new ArrayDeque<>();
  private final Cell cell = new Cell();
  private final Lives lives = new Lives();
  private long nextJob;
  private long openTasks;

  JobBook(long firstJob, int endedKept) {
    this.nextJob = firstJob;
    this.endedKept = endedKept;
  }

  void apply(MasterEntry entry) {
    switch (entry) {
      case JobAccepted accepted -> open(JobRecord.of(accepted));
      case TasksDone done -> done(done);
      case JobClosed closed -> close(closed);
      case NodeKnown known -> cell.put(machine(known));
      case SchedulerKnown known -> lives.isNews(known.scheduler(), known.life());
    }
  }

  private static Machine machine(NodeKnown known) {
    return new Machine(known.node(), known.capacity(), known.attributes());
  }

  private void open(JobRecord record) {
    nextJob = Math.max(nextJob, record.job() + 1);
    openTasks += record.accepted().spec().tasks();
    jobs.put(record.job(), record);
    open.put(record.job(), record);
    byKey.put(record.accepted().key(), record);
  }

  private void done(TasksDone done) {
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

  @Nullable JobRecord find(long job) {
    return jobs.get(job);
  }

  @Nullable JobRecord find(String key) {
    return byKey.get(key);
  }

  Iterable<JobRecord> open() {
    return open.values();
  }

  int openJobs() {
    return open.size();
  }

  long openTasks() {
    return openTasks;
  }

  long nextJob() {
    return nextJob;
  }

  /** The life of a scheduler that speaks. */
  int life(int scheduler) {
    return lives.of(scheduler);
  }

  Cell cell() {
    return cell;
  }
}
