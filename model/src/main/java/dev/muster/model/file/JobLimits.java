package dev.muster.model.file;

/**
 * Limits of job files, in addition to those that {@link dev.muster.model.rule.JobRules} set for any
 * job. Each is far above real use and far below what would hurt.
 */
public final class JobLimits {

  /** Characters in a job file; enough for a million short items. */
  public static final int MAX_TEXT = 16 * 1024 * 1024;

  public static final long MIN_CPU_MILLIS = 1;
  public static final long MAX_CPU_MILLIS = 10_000_000;
  public static final long MIN_MEMORY_BYTES = 1;
  public static final long MAX_MEMORY_BYTES = 1L << 50;

  /** Of one input from outside the job. */
  public static final long MAX_INPUT_BYTES = 1L << 50;

  /** How many resources beside cpu and memory a task may need, and how much of each. */
  public static final int MAX_NAMED_RESOURCES = 16;

  public static final int MAX_NAMED_RESOURCE = 1_000_000_000;

  public static final long MAX_DURATION_NS = 1_000L * 86_400_000_000_000L;

  public static final int MAX_NAME = 100;

  /** Characters in the name of a class. */
  public static final int MAX_CLASS = 500;

  /** Characters in one value; at three bytes each still below the 128 KiB of a Linux argument. */
  public static final int MAX_STRING = 40_000;

  private JobLimits() {}
}
