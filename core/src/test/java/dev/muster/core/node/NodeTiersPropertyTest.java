package dev.muster.core.node;

import static dev.muster.core.fake.Jobs.S;
import static dev.muster.core.node.NodeStory.SCHEDULER;
import static dev.muster.core.node.RandomTasks.CAPACITY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Chance;
import dev.muster.core.event.NodeEvent.PromoteTask;
import dev.muster.core.event.NodeEvent.SetOpportunisticLimits;
import dev.muster.core.node.RandomTasks.Task;
import dev.muster.core.node.queue.DisciplineConfig;
import dev.muster.core.node.queue.DisciplineConfig.ServiceOrder;
import dev.muster.core.node.queue.OpportunisticQueue.Pick;
import dev.muster.core.node.queue.QueueConfig;
import dev.muster.core.node.queue.QueueConfig.OpportunisticConfig;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What holds for guaranteed tasks beside opportunistic ones, whatever comes in whatever order. */
final class NodeTiersPropertyTest {

  private static final int RUNS = 10_000;
  private static final int TASKS = 24;

  private static final QueueConfig FREEZING =
      QueueConfig.STANDARD.with(new OpportunisticConfig(Pick.WEIGHTED_RANDOM, 1, true));

  /** Guaranteed tasks are safe whatever their order and whatever becomes of the others. */
  private static final List<NodeConfig> CONFIGS =
      List.of(
          NodeConfig.standard(),
          NodeConfig.standard().with(FREEZING),
          NodeConfig.standard()
              .with(
                  QueueConfig.STANDARD
                      .withoutBackfilling()
                      .with(new OpportunisticConfig(Pick.JOB_AGE, 1, false))),
          NodeConfig.standard().withDiscipline(new DisciplineConfig(ServiceOrder.FAIR, false, 0)),
          NodeConfig.standard()
              .with(FREEZING.with(new DisciplineConfig(ServiceOrder.JOB_AGE, true, 0))),
          NodeConfig.standard()
              .withDiscipline(new DisciplineConfig(ServiceOrder.SHORTEST_FIRST, false, S)));

  private static NodeConfig config(long seed) {
    return CONFIGS.get((int) (seed % CONFIGS.size()));
  }

  private long evictions;
  private long promotions;

  /** The driver throws where a guaranteed task is killed or capacity is exceeded. */
  @Test
  void opportunisticTasksNeitherEvictNorDelayGuaranteedOnes() {
    for (long seed = 0; seed < RUNS; seed++) {
      var tasks = RandomTasks.mixed(Chance.of(seed, "mixed tiers"), TASKS, 4 * S);
      var alone = tasks.stream().filter(task -> !task.demand().isOpportunistic()).toList();
      var together = run(tasks, seed);
      var undisturbed = run(alone, seed);
      var starts = new TreeMap<>(together.starts);
      starts.keySet().retainAll(undisturbed.starts.keySet());

      assertSame(seed, undisturbed.starts, starts);
      evictions += together.evicted.size();
    }

    assertThat(evictions).as("there was something to see").isGreaterThan(RUNS);
  }

  private static NodeDriver run(List<Task> tasks, long seed) {
    var driver = new NodeDriver(CAPACITY, config(seed), seed);
    for (var task : tasks) {
      driver.place(task.atNs(), task.id(), task.demand(), task.lengthNs());
    }
    driver.runAll();
    return driver;
  }

  private static void assertSame(long seed, Map<Long, Long> expected, Map<Long, Long> actual) {
    if (!expected.equals(actual)) {
      throw new AssertionError("seed " + seed + ": " + expected + " became " + actual);
    }
  }

  @Test
  void promotionNeverPromisesMoreThanThereIsAndIsNeverBroken() {
    for (long seed = 0; seed < RUNS; seed++) {
      var chance = Chance.of(seed, "promotions");
      var driver = new NodeDriver(CAPACITY, config(seed), seed);
      for (var task : RandomTasks.mixed(chance, TASKS, 4 * S)) {
        driver.place(task.atNs(), task.id(), task.demand(), task.lengthNs());
        driver.tell(
            task.atNs() + chance.nextLong(2 * S), new PromoteTask(SCHEDULER, task.id(), ""));
      }
      driver.tell(
          chance.nextLong(4 * S), new SetOpportunisticLimits(chance.nextDouble(), Long.MAX_VALUE));
      driver.runAll();

      promotions += driver.promoted.size();
      assertThat(driver.evicted).doesNotContainAnyElementsOf(driver.promoted);
    }

    assertThat(promotions).as("there was something to see").isGreaterThan(RUNS);
  }
}
