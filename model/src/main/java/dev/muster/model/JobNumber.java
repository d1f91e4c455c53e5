package dev.muster.model;

/** Job numbers as people and scripts see them: {@code job-17}. */
public final class JobNumber {

  public static final String PREFIX = "job-";

  private JobNumber() {}

  public static String format(long job) {
    return PREFIX + job;
  }
}
