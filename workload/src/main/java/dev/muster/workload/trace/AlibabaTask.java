package dev.muster.workload.trace;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A batch task of Alibaba's trace of 2017, which is what others call a stage.
 *
 * @param job its number
 * @param createdNs since the beginning of the trace; may be before
 * @param instances how many like processes it has
 * @param cpu cores of an instance
 * @param memory of an instance, as a part of a machine's
 */
public record AlibabaTask(
    long job, long createdNs, long endedNs, int instances, double cpu, double memory) {

  private static final String ENDED = "Terminated";
  private static final double CPU_UNIT = 100;

  /** Those that have ended, in the order of the trace. */
  public static List<AlibabaTask> read(Path file) {
    return TraceRows.read(
        file,
        ",",
        true,
        row -> {
          if (!row.text(5).equals(ENDED) || row.text(0).isEmpty() || row.text(1).isEmpty()) {
            return Optional.empty();
          }
          var task =
              new AlibabaTask(
                  (long) row.number(2, "job_id"),
                  row.ns(0, "task_create_time"),
                  row.ns(1, "task_end_time"),
                  (int) row.number(4, "number_of_instances"),
                  row.numberOrZero(6, "number_of_cpus_requested") / CPU_UNIT,
                  row.numberOrZero(7, "normalized_memory_requested"));
          boolean counts = task.instances > 0 && task.endedNs >= task.createdNs;
          return counts ? Optional.of(task) : Optional.empty();
        });
  }
}
