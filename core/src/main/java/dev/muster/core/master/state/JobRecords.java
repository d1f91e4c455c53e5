package dev.muster.core.master.state;

import dev.muster.core.event.MasterEntry.JobAdmitted;
import dev.muster.core.event.MasterEntry.JobClosed;
import dev.muster.core.event.MasterEntry.JobOpened;
import dev.muster.core.event.MasterEntry.StageResizeRejected;
import dev.muster.core.event.MasterEntry.StageResized;
import dev.muster.core.event.MasterEntry.SuspensionChanged;
import dev.muster.core.event.MasterEntry.TasksCompleted;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Every accepted job: open, or among the latest that ended. */
public final class JobRecords {

  private final int endedKept;
  private final Map<Long, JobRecord> jobs = new LinkedHashMap<>();
  private final Map<Long, JobRecord> open = new LinkedHashMap<>();
  private final Map<String, JobRecord> byKey = new LinkedHashMap<>();
  private final ArrayDeque<JobRecord> ended = new ArrayDeque<>();
  private long nextJob;
  private long openTasks;

  JobRecords(long firstJob, int endedKept) {
    this.nextJob = firstJob;
    this.endedKept = endedKept;
  }

  void apply(JobOpened opened) {
    assert opened.job() >= nextJob && !byKey.containsKey(opened.key()) : "opened twice: " + opened;
    nextJob = opened.job() + 1;
    open(new JobRecord(opened));
  }

  private void open(JobRecord record) {
    openTasks += record.spec().tasks();
    open.put(record.job(), record);
    index(record);
  }

  private void index(JobRecord record) {
    jobs.put(record.job(), record);
    byKey.put(record.accepted().key(), record);
  }

  void apply(JobAdmitted admitted) {
    var record = open.get(admitted.job());
    if (record != null) {
      record.admit(admitted.tokens());
    }
  }

  void apply(SuspensionChanged changed) {
    var record = open.get(changed.job());
    if (record != null) {
      record.apply(changed);
    }
  }

  void apply(TasksCompleted completed) {
    var record = open.get(completed.job());
    if (record != null) {
      record.apply(completed);
    }
  }

  void apply(StageResized resized) {
    var record = open.get(resized.job());
    if (record != null) {
      openTasks += record.apply(resized);
    }
  }

  void apply(StageResizeRejected rejected) {
    var record = open.get(rejected.job());
    if (record != null) {
      record.apply(rejected);
    }
  }

  void apply(JobClosed closed) {
    var record = open.remove(closed.report().job());
    if (record != null) {
      openTasks -= record.spec().tasks();
      record.end(closed.report());
      keep(record);
    }
  }

  private void keep(JobRecord record) {
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

  public @Nullable JobRecord findOpen(long job) {
    return open.get(job);
  }

  /**
   * Whether the job has ended. A leader that was replaced and does not know it yet may be asked
   * about jobs that are younger than its log.
   */
  public boolean hasEnded(long job) {
    return job < nextJob && !open.containsKey(job);
  }

  public Iterable<JobRecord> open() {
    return open.values();
  }

  public int openJobs() {
    return open.size();
  }

  /** Of an open job, how many tasks it has; 0 of others. */
  public long tasksOf(long job) {
    var record = open.get(job);
    return record == null ? 0 : record.spec().tasks();
  }

  public long openTasks() {
    return openTasks;
  }

  public long nextJob() {
    return nextJob;
  }

  /** Open jobs in the order of their numbers, then ended ones in the order of their ends. */
  List<JobSnapshot> save() {
    List<JobSnapshot> all = new ArrayList<>(jobs.size());
    open.values().forEach(record -> all.add(record.save()));
    ended.forEach(record -> all.add(record.save()));
    return all;
  }

  void restore(List<JobSnapshot> saved) {
    for (var one : saved) {
      var record = JobRecord.restore(one);
      if (record.isOpen()) {
        open(record);
      } else {
        index(record);
        ended.add(record);
      }
    }
  }
}
