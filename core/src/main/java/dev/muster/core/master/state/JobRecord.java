package dev.muster.core.master.state;

import dev.muster.core.event.MasterEntry.JobOpened;
import dev.muster.model.JobReport;
import org.jspecify.annotations.Nullable;

/**
 * One accepted job, as the log has it.
 *
 * @param done its tasks that have succeeded; only of use as long as it is open
 * @param report how it ended; null as long as it has not
 */
public record JobRecord(JobOpened accepted, DoneTasks done, @Nullable JobReport report) {

  static JobRecord of(JobOpened accepted) {
    return new JobRecord(accepted, new DoneTasks(), null);
  }

  public long job() {
    return accepted.job();
  }

  public boolean isOpen() {
    return report == null;
  }

  JobRecord ended(JobReport how) {
    return new JobRecord(accepted, new DoneTasks(), how);
  }
}
