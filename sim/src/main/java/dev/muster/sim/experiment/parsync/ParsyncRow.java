package dev.muster.sim.experiment.parsync;

import dev.muster.core.actor.Work;
import dev.muster.core.scheduler.place.Thinking;
import dev.muster.model.JobSpec;
import dev.muster.model.StageSpec;
import dev.muster.sim.experiment.parsync.JobFlow.FlowArrivals;
import dev.muster.sim.experiment.parsync.PartitionedRun.PreferredDraw;
import dev.muster.sim.experiment.row.ComparedJob;
import dev.muster.sim.experiment.row.ComparedRow;
import dev.muster.sim.experiment.row.ComparedWork;
import dev.muster.sim.experiment.row.ComparedWork.CountedWindow;
import dev.muster.sim.experiment.row.HomeSettings;
import dev.muster.workload.TaskTimes;
import java.util.ArrayList;
import java.util.List;

/** The work of P6: the load rises and falls in five phases. */
public final class ParsyncRow {

  private static final List<String> WHOLE_CELL =
      List.of(JobSpec.SHARED, JobSpec.CENTRAL, JobSpec.HYBRID);

  private ParsyncRow() {}

  public static ComparedRow p6() {
    return new ComparedRow("P6", ParsyncRow::work);
  }

  private static ComparedWork work(long seed) {
    var settings = HomeSettings.of("parsync/phases", seed, "scale=0.04", "phaseSeconds=15");
    var cluster = ScaledCluster.of(settings);
    var adaptive = Strategy.named(Strategy.ADAPTIVE, List.of(2.0)).getFirst();
    var setup = cluster.cell(adaptive, settings.number("sync"));
    var flow = cluster.flow(1);
    var jobs = jobs(setup, flow);
    long lengthNs = flow.lengthNs();
    return ComparedWork.of(
            "five phases of %s s at %s of what the cell can run, %d schedulers, %d one-slot nodes (the paper's times %s), jobs of %d tasks with preferences, %.1f ms to think about each task, %s times that where all of the cell is looked at"
                .formatted(
                    settings.text("phaseSeconds"),
                    settings.text("load"),
                    setup.schedulers(),
                    setup.slots(),
                    settings.text("scale"),
                    flow.tasks(),
                    ScaledModel.thinkNs(settings.number("scale")) / 1e6,
                    settings.text("sync")),
            setup.cell().withThinking(thinking(setup.thinking())),
            setup.delayNs(),
            lengthNs,
            jobs)
        .with(new CountedWindow(0, lengthNs, 2 * lengthNs));
  }

  /**
   * Whoever looks at all of a cell that is refreshed as a whole thinks longer: so the paper has it
   * for StateSync, of which {@code shared} is the production form, and a central scheduler does no
   * less.
   */
  private static Thinking thinking(Thinking home) {
    return new Thinking() {
      @Override
      public long ns(JobSpec job, long tasks) {
        boolean all = WHOLE_CELL.contains(job.policy());
        return all ? home.ns(job, tasks, SearchOrder.ANYWHERE) : home.ns(job, tasks);
      }

      @Override
      public long ns(JobSpec job, long tasks, SearchOrder order) {
        return home.ns(job, tasks, order);
      }
    };
  }

  private static List<ComparedJob> jobs(PartitionedCell setup, JobFlow flow) {
    var arrivals = new FlowArrivals(flow, setup.schedulers());
    var preferred = new PreferredDraw(setup.seed(), setup.slots());
    var times = new TaskTimes(setup.seed(), flow.times());
    List<ComparedJob> jobs = new ArrayList<>();
    while (!arrivals.isOver()) {
      int scheduler = arrivals.scheduler();
      var stage =
          StageSpec.of("s", flow.tasks(), PartitionedCell.SLOT, List.of("modelled"))
              .withWhere(preferred.next(flow.tasks(), flow.preferred()));
      var spec = JobSpec.of(Integer.toString(scheduler), stage);
      long[] taskNs = new long[flow.tasks()];
      for (int task = 0; task < taskNs.length; task++) {
        taskNs[task] = times.durationNs(Work.of(jobs.size() + 1L, spec, 0, task, 1));
      }
      jobs.add(new ComparedJob(arrivals.atNs(scheduler), "", spec, new long[][] {taskNs}));
      arrivals.advance(scheduler);
    }
    return jobs;
  }
}
