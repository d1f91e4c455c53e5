package dev.muster.model;

/** Where a job is; the last four are ends. */
public enum JobState {
  QUEUED,
  RUNNING,
  SUCCEEDED,
  FAILED,
  CANCELLED,
  INFEASIBLE;

  public boolean ended() {
    return compareTo(SUCCEEDED) >= 0;
  }
}
