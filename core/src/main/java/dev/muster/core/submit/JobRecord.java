package dev.muster.core.submit;

import dev.muster.core.event.MasterEntry.JobAccepted;
import dev.muster.model.JobReport;
import org.jspecify.annotations.Nullable;

/**
 * One accepted job, as the log has it.
 *
 * @param done its tasks that have succeeded; only of use as long as it is open
 * @param report how it ended; null as long as it has not
 */
record JobRecord(JobAccepted accepted, DoneTasks done, @Nullable JobReport report) {

  static JobRecord of(JobAccepted accepted) {
    return new JobRecord(accepted, new DoneTasks(), null);
  }

  long job() {
    return accepted.job();
  }

  boolean isOpen() {
    return report == null;
  }

  JobRecord ended(JobReport how) {
    return new JobRecord(accepted, new DoneTasks(), how);
  }
}
