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
record JobFlow(
    List<FlowPhase> phases, int tasks, int preferred, Distribution times, double speedup) {

  /**
   * @param tasksPerSecond of each scheduler, by its group
   */
  record FlowPhase(double seconds, List<Double> tasksPerSecond) {}

  private static final double NS = 1e9;

  JobFlow {
    phases = List.copyOf(phases);
  }

  /** One phase in which all schedulers get as many tasks of the same length. */
  static JobFlow steady(double seconds, double tasksPerSecond, int tasks, double taskSeconds) {
    var phase = new FlowPhase(seconds, List.of(tasksPerSecond));
    return new JobFlow(List.of(phase), tasks, 0, new Distribution.Constant(taskSeconds * NS), 1);
  }

  /** One job for each scheduler, all at once, of short tasks. */
  static JobFlow once(int tasks) {
    var phase = new FlowPhase(1 / NS, List.of(NS * tasks));
    return new JobFlow(List.of(phase), tasks, 0, new Distribution.Constant(1), 1);
  }

  long lengthNs() {
    return Math.round(phases.stream().mapToDouble(FlowPhase::seconds).sum() * NS);
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

  /** When which scheduler gets its next job. They begin one after the other within one interval. */
  static final class FlowArrivals {

    private final JobFlow flow;
    private final long[] nextNs;

    FlowArrivals(JobFlow flow, int schedulers) {
      this.flow = flow;
      this.nextNs = new long[schedulers];
      for (int index = 0; index < schedulers; index++) {
        nextNs[index] = flow.gapNs(index, 0) * index / schedulers;
      }
    }

    /** The scheduler that gets the next job. */
    int scheduler() {
      int first = 0;
      for (int index = 1; index < nextNs.length; index++) {
        first = nextNs[index] < nextNs[first] ? index : first;
      }
      return first;
    }

    /** When it does, from the beginning of the work. */
    long atNs(int scheduler) {
      return nextNs[scheduler];
    }

    /** It got it. */
    void advance(int scheduler) {
      nextNs[scheduler] += flow.gapNs(scheduler, nextNs[scheduler]);
    }

    boolean isOver() {
      return nextNs[scheduler()] >= flow.lengthNs();
    }
  }
}
