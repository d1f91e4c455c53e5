package dev.muster.host.file;

import dev.muster.model.JobNumber;

/** What one task that ended well left, by whose it is. */
public record TaskOutput(long job, String stage, int index) {

  /** As people see it: {@code job-7/count[3]}. */
  @Override
  public String toString() {
    return JobNumber.format(job) + "/" + stage + "[" + index + "]";
  }
}
