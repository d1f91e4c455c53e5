package dev.muster.sim.experiment.compare;

import static dev.muster.sim.experiment.compare.TraceRow.SECOND_NS;

import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.sim.experiment.row.ComparedJob;
import dev.muster.sim.experiment.row.ComparedWork;
import dev.muster.workload.trace.AlibabaTask;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Alibaba 2017: every few jobs of an hour, with a part of the instances. The trace does not say
 * what a stage waits for: it is taken to wait for the one before it that ended last before it was
 * created. A stage takes as long as from its creation to its end.
 */
final class AlibabaRow {

  private static final long FROM_NS = 7_200 * SECOND_NS;
  private static final long LENGTH_NS = 3_600 * SECOND_NS;
  private static final long LONGEST_NS = 36_000 * SECOND_NS;
  private static final int EVERY = 2;
  private static final int INSTANCES = 8;
  private static final long CORES = 64;
  private static final long MEMORY_BYTES = 256L << 30;
  private static final double USUAL_CPU = 0.5;

  private AlibabaRow() {}

  static ComparedWork work(List<AlibabaTask> trace, long seed, double load) {
    var row =
        new TraceRow(seed, load, new Resources(CORES * 1_000, MEMORY_BYTES), TraceRow.each(5));
    Map<Long, List<AlibabaTask>> byJob = new TreeMap<>();
    trace.forEach(task -> byJob.computeIfAbsent(task.job(), _ -> new ArrayList<>()).add(task));
    List<ComparedJob> jobs = new ArrayList<>();
    int number = 0;
    for (var stages : byJob.values()) {
      stages.sort(Comparator.comparingLong(AlibabaTask::createdNs));
      long atNs = stages.getFirst().createdNs() - FROM_NS;
      if (atNs >= 0 && atNs < LENGTH_NS && number++ % EVERY == 0) {
        jobs.add(job(atNs, stages));
      }
    }
    return row.work(
        "every second job of an hour, an eighth of the instances, load "
            + load
            + ", %d machines of 64 cores, %d jobs",
        jobs,
        row.nodes(jobs, LENGTH_NS),
        LONGEST_NS);
  }

  static ComparedJob job(long atNs, List<AlibabaTask> tasks) {
    List<StageSpec> stages = new ArrayList<>();
    long[][] taskNs = new long[tasks.size()][];
    for (int at = 0; at < taskNs.length; at++) {
      var task = tasks.get(at);
      int count = Math.ceilDiv(task.instances(), INSTANCES);
      taskNs[at] = new long[count];
      Arrays.fill(taskNs[at], Math.max(1, task.endedNs() - task.createdNs()));
      double cpu = task.cpu() > 0 ? task.cpu() : USUAL_CPU;
      var need =
          new Resources(
              Math.round(cpu * 1_000), Math.max(1, Math.round(task.memory() * MEMORY_BYTES)));
      var stage = StageSpec.of("s" + at, count, need, List.of("modelled"));
      int before = before(tasks, at);
      stages.add(before < 0 ? stage : stage.withAfter("s" + before));
    }
    return new ComparedJob(atNs, "", JobSpec.of("job").withStages(stages), taskNs);
  }

  /** Which stage ended last before this one was created; none for those at the beginning. */
  private static int before(List<AlibabaTask> tasks, int at) {
    int last = -1;
    for (int other = 0; other < at; other++) {
      long endedNs = tasks.get(other).endedNs();
      if (endedNs <= tasks.get(at).createdNs()
          && (last < 0 || endedNs > tasks.get(last).endedNs())) {
        last = other;
      }
    }
    return last;
  }
}
