package dev.muster.workload.trace;

import dev.muster.workload.trace.TraceRows.BadRow;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A job of the list of short and long jobs that Hawk and Eagle were compared on.
 *
 * @param taskNs what each task takes; may be 0
 * @param estimateNs of a task
 * @param isLong by its estimate
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record MixedJob(long submitNs, long[] taskNs, long estimateNs, boolean isLong) {

  /** All of them, in the order of the list. */
  public static List<MixedJob> read(Path file) {
    return TraceRows.read(
        file,
        ",",
        true,
        row -> {
          var times = row.text(2).split(" ");
          if (times.length != (int) row.number(1, "num_tasks")) {
            throw new BadRow(
                "num_tasks is %s, and task_durations_s has %d"
                    .formatted(row.text(1), times.length));
          }
          long[] taskNs = new long[times.length];
          for (int task = 0; task < times.length; task++) {
            taskNs[task] = new TraceRows.TraceRow(times).ns(task, "task_durations_s");
          }
          return Optional.of(
              new MixedJob(
                  row.ns(0, "arrival_s"),
                  taskNs,
                  row.ns(3, "estimate_s"),
                  row.text(4).equals("long")));
        });
  }
}
