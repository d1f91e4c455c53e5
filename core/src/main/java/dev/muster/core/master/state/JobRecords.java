package dev.muster.core.master.state;

import dev.muster.core.event.MasterEntry.JobClosed;
import dev.muster.core.event.MasterEntry.JobOpened;
import dev.muster.core.event.MasterEntry.StageResized;
import dev.muster.core.event.MasterEntry.TasksCompleted;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
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
    var record = JobRecord.of(opened);
    nextJob = Math.max(nextJob, record.job() + 1);
    openTasks += opened.spec().tasks();
    jobs.put(record.job(), record);
    open.put(record.job(), record);
    byKey.put(opened.key(), record);
  }

  void apply(TasksCompleted completed) {
    var record = open.get(completed.job());
    if (record != null) {
      record.completed().add(completed);
    }
  }

  void apply(StageResized resized) {
    var record = open.get(resized.job());
    if (record != null) {
      openTasks += record.sizes().apply(resized);
    }
  }

  void apply(JobClosed closed) {
    var record = open.remove(closed.report().job());
    if (record != null) {
      openTasks -= record.sizes().spec().tasks();
      keep(record.ended(closed.report()));
    }
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

  public @Nullable JobRecord findOpen(long job) {
    return open.get(job);
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
}
