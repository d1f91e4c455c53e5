package dev.muster.core.master;

import dev.muster.core.master.queue.JobQueues;
import dev.muster.core.master.queue.QueueMaximum;
import dev.muster.core.master.state.RegisteredMachines;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.model.queue.Portions;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

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

  /** The first stage that could start in no cell, by maxima that are the same in all. */
  Optional<String> rejection(JobSpec job) {
    return problems(job, most -> most.fixed().atMost(Resources.NONE)).findFirst();
  }

  /** One for each stage that could not start in this cell, and each maximum that says so. */
  List<String> problems(JobSpec job) {
    return problems(job, most -> most.atMost(cell())).toList();
  }

  private Stream<String> problems(JobSpec job, Function<Portions, Resources> amounts) {
    return queues.maxima(job).stream()
        .flatMap(maximum -> problems(job, maximum, amounts.apply(maximum.most())));
  }

  private static Stream<String> problems(JobSpec job, QueueMaximum maximum, Resources most) {
    return job.stages().stream()
        .filter(stage -> !atOnce(stage, most).fitsIn(most))
        .map(stage -> problem(stage, maximum, most));
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

  private static String problem(StageSpec stage, QueueMaximum maximum, Resources most) {
    var who = (stage.isGang() ? "the gang of stage `" : "each task of stage `") + stage.name();
    var limit = maximum.whose() + " may use";
    var shortfall = new Shortfall(atOnce(stage, most), most, limit).text();
    return who + "` " + shortfall + "; its `" + maximum.key() + "` would have to be higher";
  }
}
