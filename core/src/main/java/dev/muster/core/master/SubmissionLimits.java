package dev.muster.core.master;

import dev.muster.core.master.state.JobRecords;
import dev.muster.model.JobRules;
import dev.muster.model.JobSpec;
import java.util.Optional;

/** Says which jobs the cell cannot take: unsound ones, and those past a limit. */
final class SubmissionLimits {

  private final Master.Config config;
  private final JobRecords book;
  private final PendingEntries proposals;

  SubmissionLimits(Master.Config config, JobRecords book, PendingEntries proposals) {
    this.config = config;
    this.book = book;
    this.proposals = proposals;
  }

  /** Why it is refused, if it is. */
  Optional<String> problem(JobSpec job) {
    return JobRules.problem(job).or(() -> excess(job.tasks()));
  }

  private Optional<String> excess(long tasks) {
    if (tasks > config.maxOpenTasks()) {
      return Optional.of(
          "the job has " + tasks + " tasks; the cell takes at most " + config.maxOpenTasks());
    }
    if (book.openJobs() + proposals.jobs() >= config.maxOpenJobs()) {
      return Optional.of(
          "the cell has its limit of " + config.maxOpenJobs() + " open jobs; try again later");
    }
    long open = book.openTasks() + proposals.tasks();
    return open + tasks <= config.maxOpenTasks()
        ? Optional.empty()
        : Optional.of(full(tasks, open));
  }

  private String full(long tasks, long open) {
    return "the job has "
        + tasks
        + " tasks; with the "
        + open
        + " open ones that is past the cell's limit of "
        + config.maxOpenTasks()
        + "; try again later";
  }
}
