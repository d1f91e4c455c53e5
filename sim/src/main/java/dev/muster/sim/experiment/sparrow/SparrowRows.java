package dev.muster.sim.experiment.sparrow;

import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.row.ComparedRow;
import dev.muster.sim.experiment.row.ComparedWork;
import dev.muster.sim.experiment.row.HomeSettings;
import dev.muster.sim.experiment.sparrow.SampledSetting.LikeTasks;
import dev.muster.workload.Workload;
import java.util.List;

/** The work of S2 and S7. */
public final class SparrowRows {

  private static final long SECOND_NS = 1_000_000_000;

  private SparrowRows() {}

  public static List<ComparedRow> all(double load) {
    return List.of(
        new ComparedRow("S2", seed -> steady(seed, load)),
        new ComparedRow("S7", SparrowRows::queries));
  }

  private static ComparedWork steady(long seed, double load) {
    var settings = HomeSettings.of("sparrow/figure5", seed, "load=" + load, "jobs=400");
    var setting = SampledSetting.of(settings);
    var work = LikeTasks.of(settings).arriving(load, setting.slots(), seed);
    return work(
        "500-task jobs, tasks exponential with a mean of 100 ms, load %s, %d one-slot nodes as in the paper, %d jobs"
            .formatted(load, setting.nodes(), setting.jobs()),
        settings,
        work);
  }

  private static ComparedWork queries(long seed) {
    var settings = HomeSettings.of("sparrow/tpch", seed, "jobs=4000");
    return work(
        "queries of 2 to 5 phases, the first of them where its data is, 10 users, load %s, 100 nodes of four slots as in the paper, %d queries"
            .formatted(settings.text("load"), settings.whole("jobs")),
        settings,
        Tpch.queries(settings));
  }

  private static ComparedWork work(String about, Settings settings, Workload work) {
    var setting = SampledSetting.of(settings);
    var jobs = ComparedWork.first(setting.jobs(), work, job -> job.user());
    return ComparedWork.of(about, setting.cell(), setting.delayNs(), 30 * SECOND_NS, jobs);
  }
}
