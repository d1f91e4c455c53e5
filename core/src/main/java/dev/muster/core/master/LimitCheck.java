package dev.muster.core.master;

import dev.muster.core.cell.CellEntry.LimitsSet;
import dev.muster.core.cell.OwnerLimits;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.model.text.Quantity;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Checks whether the limits of a scheduler allow a job, were it the only one. */
final class LimitCheck {

  private final TreeMap<Integer, OwnerLimits> byScheduler = new TreeMap<>();

  /**
   * @param limits of schedulers; of several for one scheduler the last counts
   */
  LimitCheck(List<LimitsSet> limits) {
    limits.forEach(each -> byScheduler.put(each.owner(), each.limits()));
  }

  /** One for each stage that could never start. */
  List<String> problems(JobSpec job, int scheduler) {
    var most = byScheduler.get(scheduler);
    return most == null
        ? List.of()
        : job.stages().stream()
            .filter(job::claims)
            .flatMap(stage -> problem(stage, scheduler, most).stream())
            .toList();
  }

  private static Optional<String> problem(StageSpec stage, int scheduler, OwnerLimits most) {
    long atOnce = stage.isGang() ? stage.tasks() : 1;
    long byResources = limited(stage, most).timesIn(most.resources());
    if (Math.min(most.claims(), byResources) >= atOnce) {
      return Optional.empty();
    }
    var which = most.claims() < atOnce ? "claims" : "resources";
    return Optional.of(
        tooMuch(stage, scheduler, atOnce, Math.min(most.claims(), byResources), which));
  }

  /** Named resources without a limit do not count. */
  private static Resources limited(StageSpec stage, OwnerLimits most) {
    var named = new TreeMap<>(stage.resources().named());
    named.keySet().retainAll(most.resources().named().keySet());
    return new Resources(stage.resources().cpuMillis(), stage.resources().memoryBytes(), named);
  }

  private static String tooMuch(
      StageSpec stage, int scheduler, long atOnce, long allowed, String which) {
    var tasks = atOnce == 1 ? "1 task" : Quantity.formatCount(atOnce) + " tasks";
    var limit = "the limit of " + which + " of " + SchedulerEvent.at(scheduler);
    var need = "stage `" + stage.name() + "` starts with " + tasks + " of " + stage.resources();
    var allows = ", which has the job, allows " + Quantity.formatCount(allowed);
    return need + " at once; " + limit + allows + ": it would have to be higher";
  }
}
