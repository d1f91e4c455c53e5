package dev.muster.sim.experiment.omega;

import dev.muster.core.loop.TraceHash;
import dev.muster.sim.experiment.Experiment;
import dev.muster.sim.experiment.ExperimentFailed;
import dev.muster.sim.experiment.ExperimentReport;
import dev.muster.sim.experiment.ExperimentReport.Series;
import dev.muster.sim.experiment.ExperimentReport.Value;
import dev.muster.sim.experiment.Parameter;
import dev.muster.sim.experiment.Settings;
import dev.muster.workload.JobList;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A list of jobs in a cell like those of the simulator of the Omega paper, measured as there. */
public final class Reference implements Experiment {

  @Override
  public String name() {
    return "omega/reference";
  }

  @Override
  public String about() {
    return "a list of jobs under schedulers that share the state of the cell, as Omega's simulator"
        + " has it";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(
        Parameter.file("jobs", "a file of jobs: workload,submit_s,num_tasks,duration_s,cpu,mem"),
        Parameter.whole("machines", 1_000, 1, 1_000_000, "machines of 4 cpus and 16 GB"),
        Parameter.whole("prefill", 1_200, 0, 10_000_000, "tasks of 1 cpu, 2 GB that never end"),
        Parameter.choice("arch", "shared", List.of("shared"), "the kind of scheduling"),
        Parameter.choice("conflict", "fit", List.of("fit", "sequence"), "what is a conflict"),
        Parameter.choice(
            "commit",
            "incremental",
            List.of("incremental", "all-or-nothing"),
            "what becomes of a transaction with a conflict"),
        Parameter.whole(
            "batchSchedulers", 1, 1, 1_000, "schedulers of batch jobs; one of services"),
        Parameter.number("batchJobSeconds", 0.1, 0, 1e6, "think time per batch job"),
        Parameter.number("serviceJobSeconds", 10, 0, 1e6, "think time per service job"),
        Parameter.number("taskSeconds", 0.005, 0, 1e6, "think time per task of either"),
        Parameter.number("horizonSeconds", 86_400, 1, 1e8, "how long it runs"),
        Parameter.seed());
  }

  @Override
  public ExperimentReport run(Settings settings, Progress progress) {
    long startNs = System.nanoTime();
    if (settings.text("jobs").isEmpty()) {
      throw new ExperimentFailed(
          "jobs must be set to a file of jobs, as in --set jobs=list.csv.gz");
    }
    var list = JobList.read(Path.of(settings.text("jobs")));
    var run = new ReferenceRun(ReferenceSetting.of(settings), list);
    run.run(progress);
    Map<String, Map<String, Double>> groups = new LinkedHashMap<>();
    groups.put("batch", run.batch());
    groups.put("service", run.service());
    var simulation = run.cell().simulation();
    return new ExperimentReport(
        name(),
        settings.seed(),
        List.of(),
        series(groups, settings.number("serviceJobSeconds")),
        new TraceHash().add(simulation.traceHash()).toString(),
        simulation.nowNs() / 1e9,
        (System.nanoTime() - startNs) / 1e9,
        simulation.events(),
        groups);
  }

  private static List<Series> series(Map<String, Map<String, Double>> groups, double x) {
    List<Series> all = new ArrayList<>();
    groups.forEach(
        (group, values) ->
            values.forEach(
                (name, value) ->
                    all.add(
                        new Series(group + " " + name, unit(name), List.of(new Value(x, value))))));
    return all;
  }

  private static String unit(String name) {
    return switch (name) {
      case "waitMean", "waitP90" -> "s";
      case "busy" -> "of the time";
      case "conflictFraction" -> "failed per successful transaction";
      default -> "jobs";
    };
  }
}
