package dev.muster.core.master.queue;

/** What open jobs take together: of a queue and those below it, or of one user there. */
final class Taken {

  private int jobs;
  private long tasks;
  private int running;
  private long tokens;

  /** A job is open. */
  void add(QueuedJob job) {
    count(job, 1);
  }

  /** A job has ended, or is about to count for something else. */
  void remove(QueuedJob job) {
    count(job, -1);
  }

  private void count(QueuedJob job, int sign) {
    jobs += sign;
    tasks += sign * job.tasks();
    if (job.isAdmitted()) {
      running += sign;
      tokens += (long) sign * job.tokens();
    }
  }

  boolean isNothing() {
    return jobs == 0;
  }

  int jobs() {
    return jobs;
  }

  long tasks() {
    return tasks;
  }

  /** How many of the jobs are admitted. */
  int running() {
    return running;
  }

  long tokens() {
    return tokens;
  }
}
