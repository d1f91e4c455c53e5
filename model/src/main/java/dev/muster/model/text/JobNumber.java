package dev.muster.model.text;

/** The names of jobs: {@code job-17}. */
public final class JobNumber {

  public static final String PREFIX = "job-";

  private JobNumber() {}

  public static String format(long job) {
    return PREFIX + job;
  }
}
