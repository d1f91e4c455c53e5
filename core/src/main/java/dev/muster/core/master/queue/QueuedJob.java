package dev.muster.core.master.queue;

import dev.muster.model.JobSpec;
import java.util.Comparator;

/** An open job, as its queue has it. */
public final class QueuedJob {

  /** Those that go first in a line come first. */
  static final Comparator<QueuedJob> IN_LINE =
      Comparator.comparingInt((QueuedJob job) -> -job.spec.priority())
          .thenComparingLong(job -> job.number);

  private final long number;
  private final JobSpec spec;
  private final OpenQueue queue;
  private long tasks;
  private boolean admitted;
  private int tokens;
  private boolean suspended;

  QueuedJob(long number, JobSpec spec, OpenQueue queue) {
    this.number = number;
    this.spec = spec;
    this.queue = queue;
    this.tasks = spec.tasks();
  }

  public long number() {
    return number;
  }

  /** As it was submitted. */
  public JobSpec spec() {
    return spec;
  }

  OpenQueue queue() {
    return queue;
  }

  long tasks() {
    return tasks;
  }

  void resize(long count) {
    tasks = count;
  }

  public boolean isAdmitted() {
    return admitted;
  }

  /** Takes so many tokens of its queue from now on. */
  void admit(int taken) {
    admitted = true;
    tokens = taken;
  }

  int tokens() {
    return tokens;
  }

  public boolean isSuspended() {
    return suspended;
  }

  void suspend(boolean on) {
    suspended = on;
  }
}
