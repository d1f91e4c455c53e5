package dev.muster.model;

/**
 * How far a stage is.
 *
 * @param failed tasks that used up their retries
 * @param attempts how many attempts were started in all, lost ones included
 * @param usage of all attempts whose end is known: sums, and the highest peak of memory
 * @param placed how its tasks were placed by claims, where they needed claims
 */
public record StageReport(
    String name,
    int tasks,
    int running,
    int succeeded,
    int failed,
    long attempts,
    Usage usage,
    Placed placed) {

  /** Of a stage of which nothing is known to have used anything. */
  public StageReport(
      String name, int tasks, int running, int succeeded, int failed, long attempts) {
    this(name, tasks, running, succeeded, failed, attempts, Usage.NONE, Placed.NONE);
  }
}
