package dev.muster.workload.trace;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A MapReduce job of Facebook's, as SWIM sums it up: when it came, and how many bytes it moved. */
public record SwimJob(long submitNs, long inputBytes, long shuffleBytes, long outputBytes) {

  /** All of them, in the order of the trace. */
  public static List<SwimJob> read(Path file) {
    return TraceRows.read(
        file,
        "\t",
        false,
        row ->
            Optional.of(
                new SwimJob(
                    row.ns(1, "submit time"),
                    (long) row.number(3, "map input bytes"),
                    (long) row.number(4, "shuffle bytes"),
                    (long) row.number(5, "reduce output bytes"))));
  }
}
