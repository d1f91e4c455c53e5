package dev.muster.sim.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Chance;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.sim.drive.CellSpec;
import dev.muster.sim.experiment.PointRun;
import dev.muster.sim.experiment.sparrow.Trial;
import dev.muster.sim.experiment.sparrow.TrialResult;
import dev.muster.workload.Distribution;
import dev.muster.workload.PoissonArrivals;
import dev.muster.workload.TaskTimes;
import dev.muster.workload.Workload;
import java.util.List;
import org.junit.jupiter.api.Test;

class OmniscientTest {

  private static final Resources SLOT = new Resources(1_000, 1L << 20);
  private static final double TASK_NS = 100e6;

  private static TrialResult run(int nodes, int cores, double load, StageSpec... stages) {
    var job = JobSpec.of("job", stages);
    var chance = Chance.of(1, "arrivals");
    var arrivals = PoissonArrivals.forLoad(load, nodes * cores, (int) job.tasks(), TASK_NS, chance);
    var times = new TaskTimes(1, new Distribution.Constant(TASK_NS));
    var capacity = new Resources(SLOT.cpuMillis() * cores, SLOT.memoryBytes() * cores);
    return Trial.of(CellSpec.of(1, nodes, capacity), 0, Workload.of(arrivals, job, times), 200)
        .withScheduler((index, _, _, master) -> new Omniscient(index, master, SLOT))
        .run(PointRun.alone());
  }

  private static StageSpec stage(String name, int tasks) {
    return StageSpec.of(name, tasks, SLOT, List.of("modelled"));
  }

  @Test
  void anIdleCellTakesNoLongerThanTheTask() {
    assertThat(run(10, 1, 0.01, stage("s", 10)).response(0).p95()).isBetween(99.9, 100.1);
  }

  @Test
  void allSlotsOfANodeAreUsedAndNoMore() {
    assertThat(run(5, 2, 0.01, stage("s", 10)).response(0).p95()).isBetween(99.9, 100.1);
    assertThat(run(5, 2, 0.01, stage("s", 11)).response(0).p5()).isBetween(199.8, 200.2);
  }

  @Test
  void stagesFollowEachOther() {
    var outcome = run(10, 1, 0.01, stage("a", 5), stage("b", 5), stage("c", 2).withAfter("a", "b"));
    assertThat(outcome.response(0).p95()).isBetween(199.8, 200.2);
  }
}
