package dev.muster.core.submit;

import dev.muster.core.event.MasterEntry.JobAccepted;
import dev.muster.model.JobReport;
import org.jspecify.annotations.Nullable;

/**
 * One accepted job. The replicated part is {@code accepted} and {@code report}; the rest is what
 * the present master is waiting for, and is made anew by the next one.
 */
final class JobRecord {

  final JobAccepted accepted;
  @Nullable JobReport report;

  boolean admitted;
  boolean taken;
  boolean unwanted;
  boolean closing;

  JobRecord(JobAccepted accepted) {
    this.accepted = accepted;
  }

  long job() {
    return accepted.job();
  }
}
