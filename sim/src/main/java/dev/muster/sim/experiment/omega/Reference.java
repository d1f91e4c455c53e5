package dev.muster.sim.experiment.omega;

import dev.muster.core.actor.TraceHash;
import dev.muster.sim.experiment.Experiment;
import dev.muster.sim.experiment.ExperimentFailed;
import dev.muster.sim.experiment.ExperimentReport;
import dev.muster.sim.experiment.Parameter;
import dev.muster.sim.experiment.Settings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A list of jobs in a cell like those of the simulator of the Omega paper, measured as there, with
 * that simulator's own results beside ours where a file has them.
 */
public final class Reference implements Experiment {

  private static final String REFERENCE = "Reference";

  @Override
  public String name() {
    return "omega/reference";
  }

  @Override
  public String about() {
    return "a list of jobs under one kind of scheduling, measured as Omega's simulator does";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(
        Parameter.file("jobs", Parameters.JOBS),
        Parameter.file("reference", "a file of that simulator's results, to stand beside ours"),
        Parameters.machines(1_000),
        Parameters.prefill(1_200),
        Parameter.choice("arch", "shared", Architecture.labels(), "the kind of scheduling"),
        Parameters.batchShare(),
        Parameter.choice("conflict", "fit", List.of("fit", "sequence"), "what is a conflict"),
        Parameter.choice(
            "commit",
            "incremental",
            List.of("incremental", "all-or-nothing"),
            "what becomes of a transaction with a conflict"),
        Parameters.batchSchedulers(),
        Parameters.batchJobSeconds(0.1),
        Parameters.serviceJobSeconds(10),
        Parameters.taskSeconds(),
        Parameters.horizonSeconds(86_400),
        Parameter.seed());
  }

  /** Its numbers are for one configuration: they are no lines. */
  @Override
  public String horizontal() {
    return "";
  }

  @Override
  public ExperimentReport run(Settings settings, Progress progress) {
    long startNs = System.nanoTime();
    if (settings.text("jobs").isEmpty()) {
      throw new ExperimentFailed(
          "jobs must be set to a file of jobs, as in --set jobs=list.csv.gz");
    }
    var setting = Parameters.setting(settings);
    var reference = reference(settings, setting);
    var list = Jobs.read(settings.text("jobs"));
    var measured = new CellRun(setting, list).run(progress);
    return new ExperimentReport(
            name(),
            settings.seed(),
            List.of(),
            List.of(),
            new TraceHash().add(measured.traceHash()).toString(),
            measured.simulatedSeconds(),
            (System.nanoTime() - startNs) / 1e9,
            measured.events())
        .withGroups(groups(measured, reference.values()))
        .withNotes(notes(measured, settings, reference));
  }

  private static ReferenceTable.Found reference(Settings settings, Setting setting) {
    var file = settings.text("reference");
    return file.isEmpty()
        ? ReferenceTable.Found.NOTHING
        : new ReferenceTable(Path.of(file)).of(setting, settings.text("jobs"));
  }

  private static List<String> notes(
      Measured measured, Settings settings, ReferenceTable.Found reference) {
    List<String> notes = new ArrayList<>(reference.notes());
    if (measured.batch().jobs() + measured.service().jobs() == 0) {
      notes.add(
          "no job of %s comes before horizonSeconds=%s: set a longer one"
              .formatted(settings.text("jobs"), settings.text("horizonSeconds")));
    }
    return notes;
  }

  private static Map<String, Map<String, Double>> groups(
      Measured measured, Map<String, Map<String, Double>> reference) {
    Map<String, Map<String, Double>> groups = new LinkedHashMap<>();
    add("batch", measured.batch().byName(), reference, groups);
    add("service", measured.service().byName(), reference, groups);
    return groups;
  }

  /** Ours, and where there is a reference, theirs and the difference. */
  private static void add(
      String workload,
      Map<String, Double> ours,
      Map<String, Map<String, Double>> reference,
      Map<String, Map<String, Double>> groups) {
    groups.put(workload, ours);
    var theirs = reference.get(workload);
    if (theirs != null) {
      groups.put(workload + REFERENCE, theirs);
      groups.put(workload + ExperimentReport.DIFFERENCE, differences(ours, theirs));
    }
  }

  /** How far ours are from theirs, relative to theirs; none where theirs is nothing and ours is. */
  private static Map<String, Double> differences(
      Map<String, Double> ours, Map<String, Double> theirs) {
    Map<String, Double> differences = new LinkedHashMap<>();
    theirs.forEach(
        (name, there) -> {
          double here = ours.getOrDefault(name, 0.0);
          if (here == there) {
            differences.put(name, 0.0);
          } else if (there != 0) {
            differences.put(name, here / there - 1);
          }
        });
    return differences;
  }
}
