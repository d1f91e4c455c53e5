package dev.muster.check.queue;

import dev.muster.core.event.MasterEntry.JobOpened;
import dev.muster.model.JobSpec;
import dev.muster.model.StageSpec;
import java.util.stream.LongStream;

/** An open job, by what the log and the answers of the leader say of it. */
final class LoggedJob {

  private final JobOpened opened;

  /** In the log; else lost with its leader. */
  boolean committed;

  /** The leader has applied it, by its own word. */
  boolean onRecord;

  boolean admitted;
  boolean admissionCommitted;
  int tokens;

  /** How many tasks it has; the fewer of two numbers until the client hears of a resize. */
  long tasks;

  private final long[] sizes;

  boolean suspended;
  int suspension;

  /** The leader has applied the suspension, by its own word. */
  boolean suspensionAnswered = true;

  /** Its end is in the log, or about to be. */
  boolean ending;

  LoggedJob(JobOpened opened) {
    this.opened = opened;
    this.tasks = opened.spec().tasks();
    this.sizes = opened.spec().stages().stream().mapToLong(StageSpec::tasks).toArray();
  }

  long number() {
    return opened.job();
  }

  JobSpec spec() {
    return opened.spec();
  }

  String user() {
    return opened.spec().user();
  }

  void resize(int stage, int size) {
    sizes[stage] = size;
    tasks = Math.min(tasks, resizedTasks());
  }

  /** As the log has it. */
  long resizedTasks() {
    return LongStream.of(sizes).sum();
  }

  long sizeOf(int stage) {
    return sizes[stage];
  }

  /** Whether it starts nothing new, whoever decides. */
  boolean isSurelySuspended() {
    return suspended && suspensionAnswered;
  }

  /** Whether the leader has applied the latest change of it. */
  boolean suspensionIsSettled() {
    return suspensionAnswered;
  }

  boolean goesBefore(LoggedJob other) {
    int more = Integer.compare(spec().priority(), other.spec().priority());
    return more > 0 || (more == 0 && number() < other.number());
  }

  @Override
  public String toString() {
    return "job-" + number() + " of " + spec().queue();
  }
}
