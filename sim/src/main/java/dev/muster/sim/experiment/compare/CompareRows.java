package dev.muster.sim.experiment.compare;

import dev.muster.sim.experiment.ExperimentFailed;
import dev.muster.sim.experiment.apollo.ApolloRow;
import dev.muster.sim.experiment.omega.OmegaRow;
import dev.muster.sim.experiment.parsync.ParsyncRow;
import dev.muster.sim.experiment.row.ComparedRow;
import dev.muster.sim.experiment.sparrow.SparrowRows;
import dev.muster.workload.TimedJobs;
import dev.muster.workload.trace.AlibabaTask;
import dev.muster.workload.trace.GoogleJob;
import dev.muster.workload.trace.SwimJob;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * All rows there are: those of the papers, and those of traces, which need a folder.
 *
 * @param load of rows that have no load of their own
 * @param traces the folder; empty for none
 */
record CompareRows(double load, String traces) {

  private static final String GOOGLE = "google2011/jobs-0-70756s.csv.gz";
  private static final String ALIBABA = "alibaba2017/batch_task.csv.gz";
  private static final String SWIM = "swim/FB-2009_samples_24_times_1hr_0.tsv";
  private static final String MIXED = "hybrid/YH1_sub.csv.gz";

  List<ComparedRow> ofPapers() {
    List<ComparedRow> rows = new ArrayList<>(SparrowRows.all(load));
    rows.add(ApolloRow.a5(load));
    rows.addAll(MercuryRows.all(load));
    rows.add(OmegaRow.o4());
    rows.add(ParsyncRow.p6());
    return rows;
  }

  List<ComparedRow> ofTraces() {
    return List.of(
        new ComparedRow(
            "google", seed -> GoogleRow.work(read(GOOGLE, GoogleJob::read), seed, load)),
        new ComparedRow(
            "alibaba", seed -> AlibabaRow.work(read(ALIBABA, AlibabaTask::read), seed, load)),
        new ComparedRow("swim", seed -> SwimRow.work(read(SWIM, SwimJob::read), seed, load)),
        new ComparedRow("hybrid", seed -> MixedRow.work(read(MIXED, TimedJobs::read), seed)));
  }

  /** What is wrong with the folder, if anything. */
  String missing() {
    if (traces.isEmpty()) {
      return "traces";
    }
    var files = List.of(GOOGLE, ALIBABA, SWIM, MIXED);
    return String.join(
        ", ", files.stream().filter(file -> !Files.isReadable(Path.of(traces, file))).toList());
  }

  private <T> List<T> read(String file, Function<Path, List<T>> reader) {
    try {
      return reader.apply(Path.of(traces, file));
    } catch (UncheckedIOException unreadable) {
      throw new ExperimentFailed("traces: " + unreadable.getMessage());
    }
  }
}
