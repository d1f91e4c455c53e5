package dev.muster.sim.experiment.mercury;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Work;
import dev.muster.model.JobSpec;
import dev.muster.model.StageSpec;
import dev.muster.workload.Distribution;
import dev.muster.workload.TaskTimes;
import java.util.List;

/**
 * Jobs of two stages, maps and reduces, whose tasks execute for as long on average; jobs differ in
 * that by their kind, which is the name of the job.
 *
 * @param startNs how long a container takes to start, before the task executes
 * @param sigma of the lognormal time for which a task executes
 */
record LoopJobMix(
    long seed, List<JobKindShare> kinds, int maps, int reduces, long startNs, double sigma) {

  /**
   * @param weight how many jobs are of this kind, relative to the others
   */
  record JobKindShare(double taskSeconds, double weight) {}

  private static final double S = 1e9;

  /** Jobs of one kind. */
  static LoopJobMix of(
      long seed, double taskSeconds, int maps, int reduces, long startNs, double sigma) {
    return new LoopJobMix(
        seed, List.of(new JobKindShare(taskSeconds, 1)), maps, reduces, startNs, sigma);
  }

  LoopJobMix {
    kinds = List.copyOf(kinds);
  }

  LoopJobMix with(List<JobKindShare> others) {
    return new LoopJobMix(seed, others, maps, reduces, startNs, sigma);
  }

  int tasks() {
    return maps + reduces;
  }

  /** The kind of the job of this number. */
  int kind(long number) {
    double all = kinds.stream().mapToDouble(JobKindShare::weight).sum();
    double point = all * Chance.of(seed, "kind of " + number).nextDouble();
    for (int kind = 0; kind < kinds.size() - 1; kind++) {
      point -= kinds.get(kind).weight();
      if (point < 0) {
        return kind;
      }
    }
    return kinds.size() - 1;
  }

  JobSpec job(int kind, String policy) {
    long estimateNs = startNs + Math.round(kinds.get(kind).taskSeconds() * S);
    var map = stage("map", maps).withEstimate(estimateNs);
    var reduce = stage("reduce", reduces).withEstimate(estimateNs).withAfter("map");
    return JobSpec.of(Integer.toString(kind), map, reduce)
        .withHome(Integer.toString(kind))
        .withPolicy(policy);
  }

  private static StageSpec stage(String name, int tasks) {
    return StageSpec.of(name, tasks, SlotCell.SLOT, List.of("modelled"));
  }

  /** For how long the container of this task is there, on a node as fast as others. */
  long durationNs(Work work) {
    double meanNs = kinds.get(kindOf(work)).taskSeconds() * S;
    double medianNs = meanNs / Math.exp(sigma * sigma / 2);
    var times = new TaskTimes(seed, new Distribution.Lognormal(medianNs, sigma));
    return startNs + times.durationNs(work);
  }

  static int kindOf(Work work) {
    return Integer.parseInt(work.home());
  }
}
