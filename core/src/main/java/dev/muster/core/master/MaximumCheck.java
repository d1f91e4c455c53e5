package dev.muster.core.master;

import dev.muster.core.master.queue.JobQueues;
import dev.muster.core.master.queue.QueueMaximum;
import dev.muster.core.master.state.RegisteredMachines;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Checks whether the maxima of its queue allow a job, were it the only one. */
final class MaximumCheck {

  private final RegisteredMachines machines;
  private final JobQueues queues;

  /** Of all machines, as of this version of them. */
  private Resources cell = Resources.NONE;

  private long version = -1;

  MaximumCheck(RegisteredMachines machines, JobQueues queues) {
    this.machines = machines;
    this.queues = queues;
  }

  /** One for each stage that could never start and each maximum that says so. */
  List<String> problems(JobSpec job) {
    List<String> problems = new ArrayList<>();
    for (var maximum : queues.maxima(job, cell())) {
      for (var stage : job.stages()) {
        if (!atOnce(stage).fitsIn(maximum.most())) {
          problems.add(problem(stage, maximum));
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

  /** What of a cell the stage starts with, without named resources that the cell has none of. */
  private Resources atOnce(StageSpec stage) {
    var each = stage.resources();
    var named = new TreeMap<>(each.named());
    named.keySet().retainAll(cell.named().keySet());
    var known = new Resources(each.cpuMillis(), each.memoryBytes(), named);
    return stage.isGang() ? known.times(stage.tasks()) : known;
  }

  private String problem(StageSpec stage, QueueMaximum maximum) {
    var who = (stage.isGang() ? "the gang of stage `" : "each task of stage `") + stage.name();
    var limit = maximum.whose() + " may use";
    var shortfall = new Shortfall(atOnce(stage), maximum.most(), limit).text();
    return who + "` " + shortfall + "; its `" + maximum.key() + "` would have to be higher";
  }
}
