package dev.muster.sim.experiment.row;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Work;
import dev.muster.model.JobSpec;
import dev.muster.model.StageSpec;
import dev.muster.sim.drive.CellSpec;
import dev.muster.sim.machine.RackLayout;
import dev.muster.workload.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * A cell and the jobs that come to it, whoever places them.
 *
 * @param about what it is and how it is scaled, for people
 * @param delayNs of every message, one way
 * @param leastNs no job counts as shorter: it would be slowed by messages alone
 * @param window of arrivals that count: what comes before warms the cell up, what comes after keeps
 *     it as full
 * @param jobs in the order of arrival
 */
public record ComparedWork(
    String about,
    CellSpec cell,
    RackLayout racks,
    long delayNs,
    long leastNs,
    CountedWindow window,
    List<ComparedJob> jobs) {

  /**
   * Jobs that arrive in it count.
   *
   * @param limitNs when the run ends, whether or not all of those have
   */
  public record CountedWindow(long fromNs, long untilNs, long limitNs) {

    public boolean counts(ComparedJob job) {
      return job.arrivalNs() >= fromNs && job.arrivalNs() < untilNs;
    }
  }

  private static final long NS_PER_MS = 1_000_000;

  /** Of the arrivals, what warms the cell up, and what comes after those that count. */
  private static final double WARM_UP = 0.2;

  private static final double COOL_DOWN = 0.1;

  /** After all arrivals, in times of how long they took: a cell that keeps up needs less. */
  private static final double PATIENCE = 1;

  public ComparedWork {
    jobs = jobs.stream().sorted(Comparator.comparingLong(ComparedJob::arrivalNs)).toList();
    if (jobs.isEmpty()) {
      throw new IllegalArgumentException("there is no job");
    }
  }

  /**
   * With nothing read, no start-up, and a window in the midst of the arrivals.
   *
   * @param longestNs by how much longer than arrivals take the run may last, at least
   */
  public static ComparedWork of(
      String about, CellSpec cell, long delayNs, long longestNs, List<ComparedJob> jobs) {
    long lastNs = jobs.stream().mapToLong(ComparedJob::arrivalNs).max().orElse(0);
    var window =
        new CountedWindow(
            Math.round(WARM_UP * lastNs),
            Math.round((1 - COOL_DOWN) * lastNs),
            lastNs + Math.max(longestNs, Math.round(PATIENCE * lastNs)));
    return new ComparedWork(about, cell, RackLayout.NONE, delayNs, NS_PER_MS, window, jobs);
  }

  /** Whose data has places, in these racks. */
  public ComparedWork with(RackLayout layout) {
    return new ComparedWork(
        about,
        cell.withAttributes(layout.attributes(cell.nodes())),
        layout,
        delayNs,
        leastNs,
        window,
        jobs);
  }

  public ComparedWork withLeast(long ns) {
    return new ComparedWork(about, cell, racks, delayNs, ns, window, jobs);
  }

  public ComparedWork with(CountedWindow other) {
    return new ComparedWork(about, cell, racks, delayNs, leastNs, other, jobs);
  }

  public ComparedWork withJobs(List<ComparedJob> others) {
    return new ComparedWork(about, cell, racks, delayNs, leastNs, window, others);
  }

  public EmptyCell emptyCell() {
    return EmptyCell.of(cell.capacities());
  }

  /** The first jobs of a workload, whose tasks take what it says. */
  public static List<ComparedJob> first(
      int count, Workload workload, Function<JobSpec, String> user) {
    List<ComparedJob> jobs = new ArrayList<>(count);
    for (int number = 1; number <= count; number++) {
      long atNs = workload.arrivals().nextNs();
      var spec = workload.jobs().get();
      long[][] taskNs = new long[spec.stages().size()][];
      for (int stage = 0; stage < taskNs.length; stage++) {
        taskNs[stage] = times(workload, number, stage, spec.stages().get(stage));
      }
      jobs.add(new ComparedJob(atNs, user.apply(spec), spec, taskNs));
    }
    return jobs;
  }

  private static long[] times(Workload workload, long job, int stage, StageSpec spec) {
    var one = spec.forOneTask();
    long[] ns = new long[spec.tasks()];
    for (int task = 0; task < ns.length; task++) {
      ns[task] = workload.times().applyAsLong(new Work(job, "", stage, one, task, "", 1));
    }
    return ns;
  }

  /** Numbers its jobs, so that machines know their tasks, and says what to expect of them. */
  public List<JobSpec> specs(String policy, long seed, double sigma) {
    var chance = Chance.of(seed, "errors of estimates");
    List<JobSpec> specs = new ArrayList<>(jobs.size());
    for (var job : jobs) {
      specs.add(
          job.estimated(() -> StrictMath.exp(sigma * chance.nextGaussian()))
              .spec()
              .withHome(Integer.toString(specs.size()))
              .withPolicy(policy));
    }
    return specs;
  }
}
