package dev.muster.workload.trace;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A job of the trace of Google's cell in 2011, summed up from its tasks.
 *
 * @param runNs how long its tasks ran, on average
 * @param cpu of a task, as a part of the largest machine there
 * @param memory likewise
 */
public record GoogleJob(long submitNs, int tasks, long runNs, double cpu, double memory) {

  /** Jobs that were submitted while the trace was taken and ran, in its order. */
  public static List<GoogleJob> read(Path file) {
    return TraceRows.read(
        file,
        ",",
        true,
        row -> {
          double runSeconds = row.number(3, "mean_run_s");
          boolean counts = runSeconds > 0 && row.number(11, "present_at_t0") == 0;
          int tasks = (int) row.number(2, "num_tasks");
          var job =
              new GoogleJob(
                  row.ns(1, "submit_s"),
                  tasks,
                  Math.round(runSeconds * 1e9),
                  row.numberOrZero(7, "cpu_req"),
                  row.numberOrZero(8, "mem_req"));
          return counts && tasks > 0 ? Optional.of(job) : Optional.empty();
        });
  }
}
