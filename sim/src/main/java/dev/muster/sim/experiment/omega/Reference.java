package dev.muster.sim.experiment.omega;

import dev.muster.sim.experiment.ExperimentFailed;
import dev.muster.sim.experiment.ExperimentReport;
import dev.muster.sim.experiment.Findings;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.Sweep;
import dev.muster.sim.experiment.omega.OmegaSetting.Scheme;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A list of jobs in a cell like those of the simulator of the Omega paper, measured as there, with
 * that simulator's own results beside ours where a file has them.
 */
public final class Reference {

  private static final String REFERENCE = "Reference";
  private static final double MILLIS_PER_CPU = 1e3;

  private Reference() {}

  public static void run(Settings settings, Findings findings) {
    var jobs = settings.text("jobs");
    if (jobs.isEmpty()) {
      throw new ExperimentFailed(
          "jobs must be set to a file of jobs, as in --set jobs=list.csv.gz");
    }
    var setting = setting(settings, findings::note);
    var file = settings.text("reference");
    Map<String, Map<String, Double>> reference =
        file.isEmpty()
            ? Map.of()
            : new ReferenceTable(Path.of(file)).find(setting, jobs, findings::note);
    var list = ReferenceCell.fitting("jobs", jobs, setting.size().machine(), findings::note);
    Sweep<OmegaResult> sweep = findings.sweep();
    sweep.add("", 0, point -> new OmegaRun(setting, list).run(point));
    var result = sweep.run().results().getFirst();
    add("batch", result.batch().byName(), reference, findings);
    add("service", result.service().byName(), reference, findings);
    if (result.batch().jobs() + result.service().jobs() == 0) {
      findings.note(
          "no job of %s comes before horizonSeconds=%s: set a longer one"
              .formatted(jobs, settings.text("horizonSeconds")));
    }
  }

  private static OmegaSetting setting(Settings settings, Consumer<String> notes) {
    var architecture = Architecture.of(settings.text("arch"));
    int batchSchedulers = settings.whole("batchSchedulers");
    if (batchSchedulers > 1 && !architecture.sharesBatch()) {
      throw new ExperimentFailed(
          "batchSchedulers must be 1 with arch=%s, not %d"
              .formatted(architecture.label, batchSchedulers));
    }
    var options = OmegaSetting.options(settings.text("conflict"), settings.text("commit"));
    return OmegaSetting.of(
        settings,
        new ReferenceCell(settings).size(notes),
        new Scheme(
            architecture,
            options,
            batchSchedulers,
            Math.round(settings.number("minOffer") * MILLIS_PER_CPU)),
        settings.secondsNs("serviceJobSeconds"));
  }

  /** Ours, and where there is a reference, theirs and the difference. */
  private static void add(
      String workload,
      Map<String, Double> ours,
      Map<String, Map<String, Double>> reference,
      Findings findings) {
    findings.group(workload, ours);
    var theirs = reference.get(workload);
    if (theirs != null) {
      findings.group(workload + REFERENCE, theirs);
      findings.group(workload + ExperimentReport.DIFFERENCE, differences(ours, theirs));
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
