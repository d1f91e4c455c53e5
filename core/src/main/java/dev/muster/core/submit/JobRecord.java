package dev.muster.core.submit;

import dev.muster.core.event.MasterEntry.JobAccepted;
import dev.muster.model.JobReport;
import org.jspecify.annotations.Nullable;

/**
 * One accepted job, as the log has it.
 *
 * @param report how it ended; null as long as it has not
 */
record JobRecord(JobAccepted accepted, @Nullable JobReport report) {

  long job() {
    return accepted.job();
  }

  boolean isOpen() {
    return report == null;
  }

  JobRecord ended(JobReport how) {
    return new JobRecord(accepted, how);
  }
}
