package dev.muster.model;

/** The state of a job, as its user sees it; the last four are final. */
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
