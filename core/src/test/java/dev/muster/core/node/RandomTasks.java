package dev.muster.core.node;

import static dev.muster.core.fake.Jobs.GIB;
import static dev.muster.core.fake.Jobs.S;

import dev.muster.core.actor.Chance;
import dev.muster.model.Admission;
import dev.muster.model.Demand;
import dev.muster.model.Resources;
import dev.muster.model.Tier;
import java.util.ArrayList;
import java.util.List;

/** Tasks of all kinds, from a seed; no two things happen at the same time. */
final class RandomTasks {

  /** A machine on which all of them fit. */
  static final Resources CAPACITY = NodeStory.CAPACITY.with("gpu", 2);

  /** One task. */
  record Task(long id, long atNs, Demand demand, long lengthNs) {}

  private RandomTasks() {}

  /** Guaranteed tasks that say exactly how long they take. */
  static List<Task> exact(Chance chance, int count, long withinNs) {
    List<Task> tasks = new ArrayList<>();
    for (long id = 1; id <= count; id++) {
      long lengthNs = 1 + chance.nextLong(S);
      var demand = Demand.of(need(chance)).withEstimate(lengthNs);
      tasks.add(new Task(id, chance.nextLong(withinNs), demand, lengthNs));
    }
    return tasks;
  }

  /** Tasks of both tiers, queued and reserved, with right, wrong and no estimates. */
  static List<Task> mixed(Chance chance, int count, long withinNs) {
    List<Task> tasks = new ArrayList<>();
    for (var task : exact(chance, count, withinNs)) {
      var demand = task.demand.withJob(chance.nextInt(4), chance.nextInt(3));
      demand = demand.withUser("user " + chance.nextInt(3), 1).withPriority(chance.nextInt(2));
      demand = demand.with(chance.nextBoolean() ? Tier.GUARANTEED : Tier.OPPORTUNISTIC);
      demand = demand.with(chance.nextInt(4) == 0 ? Admission.RESERVED : Admission.QUEUED);
      if (chance.nextBoolean()) {
        demand = demand.withEstimate(chance.nextLong(2 * S));
      }
      tasks.add(new Task(task.id, task.atNs, demand, task.lengthNs));
    }
    return tasks;
  }

  private static Resources need(Chance chance) {
    var need = new Resources(1 + chance.nextInt(4_000), 1 + chance.nextLong(4 * GIB));
    return chance.nextInt(4) == 0 ? need.with("gpu", 1 + chance.nextInt(2)) : need;
  }
}
