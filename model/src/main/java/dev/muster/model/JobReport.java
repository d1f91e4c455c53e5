package dev.muster.model;

import java.util.List;
import java.util.stream.Stream;

/**
 * How a job ended.
 *
 * @param policy that placed the tasks; {@code auto} where stages had different ones
 * @param failures the first tasks that used up their retries, at most {@link #MAX_FAILURES}
 * @param failuresNotShown how many more failed
 * @param reasons why the job could not run; else empty
 */
public record JobReport(
    long job,
    String name,
    JobState state,
    String policy,
    List<StageReport> stages,
    long submittedAtMs,
    long durationMs,
    List<TaskFailure> failures,
    int failuresNotShown,
    List<String> reasons) {

  public static final int MAX_FAILURES = 10;

  public JobReport {
    stages = List.copyOf(stages);
    failures = List.copyOf(failures);
    reasons = List.copyOf(reasons);
  }

  public JobReport withReason(String another) {
    return new JobReport(
        job,
        name,
        state,
        policy,
        stages,
        submittedAtMs,
        durationMs,
        failures,
        failuresNotShown,
        Stream.concat(reasons.stream(), Stream.of(another)).toList());
  }

  /** The last attempt of a task that used up its retries. */
  public record TaskFailure(String stage, int index, int attempt, RunResult result) {}
}
