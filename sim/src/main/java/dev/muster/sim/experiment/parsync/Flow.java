package dev.muster.sim.experiment.parsync;

import dev.muster.workload.Distribution;
import java.util.List;

/**
 * The work: every scheduler gets jobs of like tasks at even intervals, as fast as its group does in
 * the current phase.
 *
 * @param tasks of each job
 * @param preferred how many machines each job prefers, drawn at random
 * @param times of the tasks
 * @param speedup what a task takes on a machine that it prefers, as a part of its time elsewhere
 */
record Flow(List<Phase> phases, int tasks, int preferred, Distribution times, double speedup) {

  /**
   * @param tasksPerSecond of each scheduler, by its group
   */
  record Phase(double seconds, List<Double> tasksPerSecond) {}

  private static final double NS = 1e9;

  Flow {
    phases = List.copyOf(phases);
  }

  /** One phase in which all schedulers get as many tasks of the same length. */
  static Flow steady(double seconds, double tasksPerSecond, int tasks, double taskSeconds) {
    var phase = new Phase(seconds, List.of(tasksPerSecond));
    return new Flow(List.of(phase), tasks, 0, new Distribution.Constant(taskSeconds * NS), 1);
  }

  /** One job for each scheduler, all at once, of short tasks. */
  static Flow once(int tasks) {
    var phase = new Phase(1 / NS, List.of(NS * tasks));
    return new Flow(List.of(phase), tasks, 0, new Distribution.Constant(1), 1);
  }

  long lengthNs() {
    return Math.round(phases.stream().mapToDouble(Phase::seconds).sum() * NS);
  }

  /** Schedulers belong to the groups in turns. */
  int groups() {
    return phases.getFirst().tasksPerSecond().size();
  }

  /** From one job of a scheduler to its next; after the last phase it goes on as in that. */
  long gapNs(int scheduler, long nowNs) {
    int at = 0;
    double endNs = phases.getFirst().seconds * NS;
    while (nowNs >= endNs && at < phases.size() - 1) {
      endNs += phases.get(++at).seconds * NS;
    }
    return Math.round(NS * tasks / phases.get(at).tasksPerSecond.get(scheduler % groups()));
  }
}
