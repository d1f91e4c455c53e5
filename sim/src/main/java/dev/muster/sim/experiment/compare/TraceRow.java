package dev.muster.sim.experiment.compare;

import dev.muster.core.actor.Timing;
import dev.muster.core.actor.Timing.Reports;
import dev.muster.model.Resources;
import dev.muster.sim.drive.CellSpec;
import dev.muster.sim.experiment.row.ComparedJob;
import dev.muster.sim.experiment.row.ComparedWork;
import java.util.List;

/**
 * What rows of real traces have in common: a cell of like nodes, as many as the jobs keep busy to a
 * given share, each of which reports its load once in a while.
 *
 * @param node what each has
 * @param reports how often it says how busy it is and how its tasks fare: traces last for hours
 */
record TraceRow(long seed, double load, Resources node, Reports reports) {

  static final long SECOND_NS = 1_000_000_000;

  private static final int SCHEDULERS = 10;
  private static final long DELAY_NS = 500_000;

  /** Both as often. */
  static Reports each(long seconds) {
    return new Reports(seconds * SECOND_NS, seconds * SECOND_NS);
  }

  /** For jobs that arrive within this time. */
  int nodes(List<ComparedJob> jobs, long lengthNs) {
    double cpuNs = 0;
    double memoryNs = 0;
    for (var job : jobs) {
      for (int stage = 0; stage < job.taskNs().length; stage++) {
        var need = job.spec().stages().get(stage).resources();
        double ns = 0;
        for (long taskNs : job.taskNs()[stage]) {
          ns += taskNs;
        }
        cpuNs += ns * need.cpuMillis() / node.cpuMillis();
        memoryNs += ns * need.memoryBytes() / node.memoryBytes();
      }
    }
    return (int) Math.max(1, Math.ceil(Math.max(cpuNs, memoryNs) / (load * lengthNs)));
  }

  CellSpec cell(int nodes) {
    return CellSpec.of(seed, nodes, node)
        .withSchedulers(SCHEDULERS)
        .withTiming(Timing.seldom(60 * SECOND_NS).with(reports));
  }

  /**
   * @param about what is scaled how; gets the number of nodes and of jobs
   */
  ComparedWork work(String about, List<ComparedJob> jobs, int nodes, long longestNs) {
    return ComparedWork.of(
        about.formatted(nodes, jobs.size()), cell(nodes), DELAY_NS, longestNs, jobs);
  }
}
