package dev.muster.sim.swarm;

import dev.muster.check.Promises;
import dev.muster.core.actor.Chance;
import dev.muster.core.cell.OwnerLimits;
import dev.muster.model.Admission;
import dev.muster.model.Demand;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.model.Tier;
import dev.muster.sim.swarm.SwarmFramework.FrameworkJobs;
import dev.muster.sim.swarm.SwarmTask.TaskBinding;
import java.util.ArrayList;
import java.util.List;

/**
 * Draws the tasks of a {@link SwarmFramework}: some by themselves, and bursts of like opportunistic
 * ones on one node that a guaranteed one then needs some room of.
 */
final class SwarmTasks {

  static final String HOME = "framework";

  private static final long MS = 1_000_000;
  private static final int JOBS = 3;
  private static final int MAX_TASKS = 40;
  private static final int MAX_BURST = 5;

  /** A burst may go so far beyond the number of tasks. */
  private static final int SLACK = MAX_BURST + 3;

  private static final int LAST_READY_MS = 40_000;

  private final Chance chance;
  private final List<Resources> capacities;
  private final List<SwarmTask> tasks = new ArrayList<>();

  SwarmTasks(Chance chance, List<Resources> capacities) {
    this.chance = chance;
    this.capacities = capacities;
  }

  /** What the framework may hold of the cell at a time. */
  OwnerLimits limits() {
    var largest = capacities.stream().reduce(Resources.NONE, Resources::max);
    return new OwnerLimits(2 + chance.nextInt(6), largest.with("gpu", 1 + chance.nextInt(2)), 2);
  }

  FrameworkJobs jobs() {
    List<JobSpec> specs = new ArrayList<>();
    for (int job = 0; job < JOBS; job++) {
      var stage =
          StageSpec.of("f" + job, MAX_TASKS + SLACK, Resources.NONE, List.of("modelled"))
              .withRetries(chance.nextInt(3))
              .withTimeout(chance.nextInt(4) == 0 ? 2_000 * MS : 0);
      specs.add(JobSpec.of("framework-" + job, stage).withHome(HOME));
    }
    return new FrameworkJobs(Promises.OWN_RECORD, specs);
  }

  List<SwarmTask> draw() {
    int count = 5 + chance.nextInt(MAX_TASKS - 5);
    while (tasks.size() < count) {
      if (chance.nextInt(4) == 0) {
        burst();
      } else {
        single();
      }
    }
    return tasks;
  }

  private void single() {
    int node = chance.nextInt(capacities.size());
    var all = capacities.get(node);
    var need =
        new Resources(1 + chance.nextLong(all.cpuMillis()), 1 + chance.nextLong(all.memoryBytes()));
    if (chance.nextInt(3) == 0) {
      need = need.with("gpu", 1 + chance.nextInt(2));
    }
    var tier = chance.nextBoolean() ? Tier.OPPORTUNISTIC : Tier.GUARANTEED;
    var admission = chance.nextInt(3) == 0 ? Admission.RESERVED : Admission.QUEUED;
    boolean claims = admission == Admission.RESERVED && chance.nextInt(4) > 0;
    var binding = chance.nextInt(3) == 0 ? TaskBinding.LATE : TaskBinding.EARLY;
    add(demand(need, tier).with(admission), binding, claims, node, readyNs());
  }

  /**
   * They start in one moment if they can, and exactly one must give way; and while that one ends, a
   * small one comes that would fit beside it.
   */
  private void burst() {
    int node = chance.nextInt(capacities.size());
    int size = 2 + chance.nextInt(MAX_BURST - 1);
    var all = capacities.get(node);
    var need = part(all, 7, 8 * size);
    long readyNs = readyNs();
    var blocker = new Resources(all.cpuMillis(), 1);
    add(demand(blocker, Tier.GUARANTEED), TaskBinding.EARLY, false, node, readyNs);
    for (int i = 0; i < size; i++) {
      add(demand(need, Tier.OPPORTUNISTIC), TaskBinding.EARLY, false, node, readyNs);
    }
    long laterNs = readyNs + chance.nextInt(3_000) * MS;
    add(demand(need, Tier.GUARANTEED), TaskBinding.EARLY, false, node, laterNs);
    add(demand(part(all, 1, 10), Tier.OPPORTUNISTIC), TaskBinding.EARLY, false, node, laterNs);
  }

  private static Resources part(Resources all, int of, int parts) {
    return new Resources(all.cpuMillis() * of / parts, all.memoryBytes() / parts * of);
  }

  private long readyNs() {
    return chance.nextInt(LAST_READY_MS) * MS;
  }

  private Demand demand(Resources need, Tier tier) {
    return Demand.of(need)
        .with(tier)
        .withEstimate(chance.nextInt(4) * 500L * MS)
        .withUser("user-" + chance.nextInt(3), 1 + chance.nextInt(3))
        .withJob(Promises.OWN_RECORD + chance.nextInt(JOBS), chance.nextInt(LAST_READY_MS) * MS)
        .withPriority(chance.nextInt(4))
        .withDrawWeight(chance.nextInt(4));
  }

  private void add(Demand demand, TaskBinding binding, boolean claims, int node, long readyNs) {
    var one = chance.nextBoolean() ? demand.whileWatched() : demand;
    tasks.add(new SwarmTask(tasks.size(), one, binding, claims, node, readyNs));
  }
}
