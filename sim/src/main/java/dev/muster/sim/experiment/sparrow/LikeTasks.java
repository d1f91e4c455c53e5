package dev.muster.sim.experiment.sparrow;

import dev.muster.core.actor.Chance;
import dev.muster.model.JobSpec;
import dev.muster.model.StageSpec;
import dev.muster.sim.experiment.Settings;
import dev.muster.workload.Distribution;
import dev.muster.workload.PoissonArrivals;
import dev.muster.workload.TaskTimes;
import dev.muster.workload.Workload;
import java.util.List;

/**
 * Jobs of one stage of like tasks.
 *
 * @param times how their times are spread
 */
record LikeTasks(int count, double meanNs, String times) {

  static LikeTasks of(Settings settings) {
    return of(settings, settings.text("times"));
  }

  static LikeTasks of(Settings settings, String times) {
    return new LikeTasks(settings.whole("tasks"), settings.number("taskMs") * 1e6, times);
  }

  JobSpec job() {
    return JobSpec.of("job", StageSpec.of("s", count, Setting.SLOT, List.of("modelled")));
  }

  /** Such jobs at the times that keep so many slots busy to the given share. */
  Workload arriving(double load, int slots, long seed) {
    var chance = Chance.of(seed, "arrivals");
    var arrivals = PoissonArrivals.forLoad(load, slots, count, meanNs, chance);
    return Workload.of(arrivals, job(), new TaskTimes(seed, Distribution.named(times, meanNs)));
  }
}
