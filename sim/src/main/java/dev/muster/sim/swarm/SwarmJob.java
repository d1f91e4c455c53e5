package dev.muster.sim.swarm;

import dev.muster.core.actor.Chance;
import dev.muster.model.Edge;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A random job and how it may end.
 *
 * @param failures how many attempts fail of each task with a number divisible by {@link
 *     #FAILING_EVERY}; either no more than are retried, or all
 * @param giveUpAtNs when the user changes their mind; {@link #NEVER} if they don't
 */
record SwarmJob(
    JobSpec spec, long submitAtNs, int failures, long giveUpAtNs, Set<JobState> allowedEnds) {

  SwarmJob with(JobSpec other) {
    return new SwarmJob(other, submitAtNs, failures, giveUpAtNs, allowedEnds);
  }

  static final long NEVER = Long.MAX_VALUE;
  static final int FAILING_EVERY = 7;

  /** In turn. */
  private static final List<String> POLICIES =
      List.of(
          JobSpec.SHARED,
          JobSpec.HYBRID,
          JobSpec.ESTIMATED,
          JobSpec.CENTRAL,
          JobSpec.AUTO,
          JobSpec.PARTITIONED,
          JobSpec.ESTIMATED,
          JobSpec.HYBRID,
          JobSpec.AUTO);

  private static final int MAX_STAGES = 4;
  private static final int MAX_TASKS = 30;
  private static final long MS = 1_000_000;

  /**
   * Draws a job whose tasks fit on the smallest node, or else, now and then, on none at all.
   *
   * @param places restricts where stages may run
   * @param kinds makes more of jobs, as their policy allows
   * @param ground says whether any node is left that will do
   */
  static SwarmJob draw(
      int number,
      Chance chance,
      SwarmPlaces places,
      SwarmKinds kinds,
      Ground ground,
      long lastSubmitNs) {
    var smallest = ground.smallest();
    var largest = ground.largest();
    int retries = chance.nextInt(3);
    boolean infeasible = chance.nextInt(12) == 0;
    boolean timesOut = chance.nextInt(10) == 0;
    boolean fails = chance.nextInt(8) == 0;
    int failures = fails ? Integer.MAX_VALUE : chance.nextInt(retries + 1);
    List<StageSpec> stages = new ArrayList<>();
    int count = 1 + chance.nextInt(MAX_STAGES);
    for (int index = 0; index < count; index++) {
      boolean tooLarge = infeasible && index == count - 1;
      var need = tooLarge ? largest.plus(new Resources(1, 0)) : upTo(smallest, chance);
      var stage = places.restrict(stage(stages, need, chance));
      stages.add(
          stage.withRetries(retries).withTimeout(timesOut ? (1 + chance.nextInt(500)) * MS : 0));
    }
    var name = "swarm-" + number;
    var spec = JobSpec.of(name, stages.toArray(StageSpec[]::new)).withHome(name);
    if (chance.nextInt(4) == 0) {
      spec = spec.withTokens(1 + chance.nextInt(8));
    }
    spec = kinds.vary(spec.withPolicy(POLICIES.get(number % POLICIES.size())));
    long submitNs = chance.nextLong(lastSubmitNs);
    long giveUpNs = chance.nextInt(8) == 0 ? submitNs + chance.nextLong(10_000 * MS) : NEVER;
    var allowed = allowed(!ground.bears(spec), timesOut, fails, giveUpNs != NEVER);
    return new SwarmJob(spec, submitNs, failures, giveUpNs, allowed);
  }

  boolean isEstimated() {
    return spec.policy().equals(JobSpec.ESTIMATED);
  }

  private static Resources upTo(Resources most, Chance chance) {
    return new Resources(
        1 + chance.nextLong(most.cpuMillis()), 1 + chance.nextLong(most.memoryBytes()));
  }

  /** A third of those that wait for another stage wait task by task. */
  private static StageSpec stage(List<StageSpec> before, Resources need, Chance chance) {
    int index = before.size();
    int tasks = 1 + chance.nextInt(MAX_TASKS);
    if (index == 0 || chance.nextInt(3) == 0) {
      return StageSpec.of("s" + index, tasks, need, List.of("modelled"));
    }
    int upstream = chance.nextInt(index);
    boolean single = chance.nextInt(3) == 0;
    int count = single ? before.get(upstream).tasks() : tasks;
    var edge = single ? Edge.oneToOne("s" + upstream) : Edge.allToAll("s" + upstream);
    return StageSpec.of("s" + index, count, need, List.of("modelled")).withEdges(List.of(edge));
  }

  private static Set<JobState> allowed(
      boolean infeasible, boolean timesOut, boolean fails, boolean givenUp) {
    Set<JobState> allowed = EnumSet.noneOf(JobState.class);
    if (infeasible) {
      allowed.add(JobState.INFEASIBLE);
    } else {
      allowed.add(fails ? JobState.FAILED : JobState.SUCCEEDED);
      if (timesOut) {
        allowed.add(JobState.SUCCEEDED);
        allowed.add(JobState.FAILED);
      }
    }
    if (givenUp) {
      allowed.add(JobState.CANCELLED);
    }
    return allowed;
  }
}
