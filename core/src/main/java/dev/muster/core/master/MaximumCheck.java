package dev.muster.core.master;

import dev.muster.core.master.queue.JobQueues;
import dev.muster.core.master.queue.QueueMaximum;
import dev.muster.core.master.state.RegisteredMachines;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Checks whether the maxima of its queue allow a job, were it the only one. */
final class MaximumCheck {

  private static final Resources ANY_SIZE = new Resources(Long.MAX_VALUE, Long.MAX_VALUE);

  private final RegisteredMachines machines;
  private final JobQueues queues;

  /** Of all machines, as of this version of them. */
  private Resources cell = Resources.NONE;

  private long version = -1;

  MaximumCheck(RegisteredMachines machines, JobQueues queues) {
    this.machines = machines;
    this.queues = queues;
  }

  /**
   * Of maxima that are amounts: a cell of any size would be too small. Empty where they allow it.
   */
  Optional<String> rejection(JobSpec job) {
    return problems(job, ANY_SIZE).stream().findFirst();
  }

  /** One for each stage that could never start in this cell, and each maximum that says so. */
  List<String> problems(JobSpec job) {
    return problems(job, cell());
  }

  private List<String> problems(JobSpec job, Resources within) {
    List<String> problems = new ArrayList<>();
    for (var maximum : queues.maxima(job, within)) {
      for (var stage : job.stages()) {
        var need = atOnce(stage, maximum.most());
        if (!need.fitsIn(maximum.most())) {
          problems.add(problem(stage, need, maximum));
        }
      }
    }
    return problems;
  }

  private Resources cell() {
    if (version != machines.version()) {
      version = machines.version();
      cell = machines.total();
    }
    return cell;
  }

  /** What the stage starts with, of resources that are limited. */
  private static Resources atOnce(StageSpec stage, Resources most) {
    var each = stage.resources();
    var named = new TreeMap<>(each.named());
    named.keySet().retainAll(most.named().keySet());
    var limited = new Resources(each.cpuMillis(), each.memoryBytes(), named);
    return stage.isGang() ? limited.times(stage.tasks()) : limited;
  }

  private static String problem(StageSpec stage, Resources need, QueueMaximum maximum) {
    var who = (stage.isGang() ? "the gang of stage `" : "each task of stage `") + stage.name();
    var shortfall = new Shortfall(need, maximum.most(), maximum.whose() + " may use").text();
    return who + "` " + shortfall + "; its `" + maximum.key() + "` would have to be higher";
  }
}
