package dev.muster.core.master;

import dev.muster.core.actor.Lifecycle;
import dev.muster.core.actor.flat.LongMap;
import dev.muster.core.master.state.JobRecord;
import org.jspecify.annotations.Nullable;

/**
 * What the leader remembers of each open job. Not in the log: a new leader takes every admitted job
 * for assigned, and the rest is said again by schedulers and clients.
 */
final class OpenJobs {

  /**
   * The states of an open job, as the leader sees it.
   *
   * <pre>
   *   SUBMITTED ──► ADMITTING ──► ASSIGNED ◄──► TAKEN
   *       ├──────────────┼───────────►┤           │
   *       └──────────────┴────────────┴───────────┴──► CLOSING ──► ENDED
   * </pre>
   */
  enum OpenJobState implements Lifecycle.State<OpenJobState> {
    /** On record; waits for admission. */
    SUBMITTED,
    /** Admission is in the log. */
    ADMITTING,
    /** Admitted; {@code AssignJob} is repeated until the scheduler acknowledges. */
    ASSIGNED,
    /** The latest epoch of the scheduler has the job. */
    TAKEN,
    /** The end of the job is in the log. */
    CLOSING,
    /** The end of the job is on record. */
    ENDED;

    @Override
    public boolean mayBecome(OpenJobState next) {
      return switch (this) {
        case SUBMITTED -> next == ADMITTING || next == ASSIGNED || next == CLOSING;
        case ADMITTING -> next == ASSIGNED || next == CLOSING;
        case ASSIGNED -> next == TAKEN || next == CLOSING;
        case TAKEN -> next == ASSIGNED || next == CLOSING;
        case CLOSING -> next == ENDED;
        case ENDED -> false;
      };
    }
  }

  static final class OpenJob {

    /** An older epoch of the scheduler may have started tasks of the job. */
    boolean inherited;

    /** The client has cancelled the job. */
    boolean cancelled;

    /** The latest batch of completed tasks that was appended to the log. */
    long batch;

    /** Null where no resize was requested since the latest one on record. */
    @Nullable PendingResize resize;

    private OpenJobState state = OpenJobState.SUBMITTED;

    OpenJobState state() {
      return state;
    }

    boolean isAdmitted() {
      return state != OpenJobState.SUBMITTED && state != OpenJobState.ADMITTING;
    }

    boolean isWithScheduler() {
      return state == OpenJobState.ASSIGNED || state == OpenJobState.TAKEN;
    }
  }

  private final Lifecycle<OpenJobState> lifecycle;
  private final LongMap<OpenJob> byJob = new LongMap<>();

  /** Tasks that are not on record yet: of jobs that are in the log, and of resizes under way. */
  private long promisedTasks;

  OpenJobs(Lifecycle<OpenJobState> lifecycle) {
    this.lifecycle = lifecycle;
  }

  OpenJob of(JobRecord record) {
    return of(record.job());
  }

  private OpenJob of(long job) {
    var known = byJob.find(job);
    if (known != null) {
      return known;
    }
    var made = new OpenJob();
    byJob.put(job, made);
    return made;
  }

  void change(OpenJob job, OpenJobState to) {
    job.state = lifecycle.change(job.state, to);
  }

  /** The end of the job is on record. */
  void end(long number) {
    var job = of(number);
    change(job, OpenJobState.ENDED);
    resized(job);
    byJob.remove(number);
  }

  /** The resize under way, if there is one, has its answer or needs none. */
  void resized(OpenJob job) {
    if (job.resize != null) {
      promise(-job.resize.promisedTasks());
      job.resize = null;
    }
  }

  void promise(long tasks) {
    promisedTasks += tasks;
    assert promisedTasks >= 0 : "more tasks are on record than were promised";
  }

  long promisedTasks() {
    return promisedTasks;
  }
}
