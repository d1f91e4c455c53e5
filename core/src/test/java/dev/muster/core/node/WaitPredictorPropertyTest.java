package dev.muster.core.node;

import static dev.muster.core.fake.Jobs.GIB;
import static dev.muster.core.fake.Jobs.S;
import static dev.muster.core.fake.Jobs.UNIT;
import static dev.muster.core.node.RandomTasks.CAPACITY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.muster.core.actor.Chance;
import dev.muster.core.node.queue.QueueConfig;
import dev.muster.model.Demand;
import dev.muster.model.Resources;
import dev.muster.model.WaitMatrix;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a node says of the future comes true, as long as estimates are exact. */
final class WaitPredictorPropertyTest {

  private static final int QUEUES = 10_000;
  private static final int TASKS = 20;

  private long overtaken;
  private long waited;

  private static NodeConfig config(boolean backfills) {
    var queue = QueueConfig.STANDARD;
    return NodeConfig.standard().with(backfills ? queue : queue.withoutBackfilling());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theWaitOfOneMoreIsWhatThenReallyHappens(boolean backfills) {
    for (long seed = 0; seed < QUEUES; seed++) {
      var chance = Chance.of(seed, "waits");
      var driver = new NodeDriver(CAPACITY, config(backfills), seed);
      for (var task : RandomTasks.exact(chance, TASKS, S)) {
        driver.place(task.atNs(), task.id(), task.demand(), task.lengthNs());
      }
      driver.runUntil(S + chance.nextLong(2 * S));
      long askedNs = driver.nowNs;
      var need = gridSize(chance);
      long waitNs = driver.node.load(askedNs).waits().waitNs(CAPACITY, need);
      driver.place(askedNs, 99, Demand.of(need), S);
      driver.runAll();

      waited += waitNs > 0 ? 1 : 0;
      assertStart(seed, askedNs + waitNs, driver.starts.getOrDefault(99L, -1L));
    }

    assertThat(waited).as("there was something to wait for").isGreaterThan(QUEUES / 4);
  }

  /** One of the sizes that a wait matrix knows exactly; what it holds of others is for the next. */
  private static Resources gridSize(Chance chance) {
    return new Resources(
        WaitMatrix.level(CAPACITY.cpuMillis(), chance.nextInt(WaitMatrix.SIDE)),
        WaitMatrix.level(CAPACITY.memoryBytes(), chance.nextInt(WaitMatrix.SIDE)));
  }

  /** Behind the first entries the wait is an estimate: from how much waits, not who. */
  @Test
  void theWaitBehindALongQueueIsPredictedWithinATenth() {
    for (long seed = 0; seed < 50; seed++) {
      var chance = Chance.of(seed, "long lines");
      var driver = new NodeDriver(CAPACITY, config(true), seed);
      for (long id = 1; id <= 1_000; id++) {
        long lengthNs = 1 + chance.nextLong(S);
        var need = new Resources(1 + chance.nextInt(500), 1 + chance.nextLong(GIB / 2));
        driver.place(id, id, Demand.of(need).withEstimate(lengthNs), lengthNs);
      }
      driver.runUntil(2_000);
      long waitNs = driver.node.load(2_000).waits().waitNs(CAPACITY, UNIT);
      driver.place(2_000, 9_999, Demand.of(UNIT), S);
      driver.runAll();

      assertThat((double) waitNs)
          .as("seed %s", seed)
          .isCloseTo(driver.starts.getOrDefault(9_999L, -1L), withinPercentage(10));
    }
  }

  @Test
  void backfillingDelaysNobody() {
    for (long seed = 0; seed < QUEUES; seed++) {
      var chance = Chance.of(seed, "gaps");
      var driver = new NodeDriver(CAPACITY, config(true), seed);
      Map<Long, Long> predicted = new HashMap<>();
      long nowNs = 0;
      for (var task : RandomTasks.exact(chance, TASKS, S)) {
        nowNs += 1 + chance.nextLong(S / 4);
        driver.runUntil(nowNs);
        predicted.put(
            task.id(),
            driver.node.ahead(nowNs).earliest(task.demand().resources(), task.lengthNs()));
        driver.place(nowNs, task.id(), task.demand(), task.lengthNs());
        driver.runUntil(nowNs);
      }
      driver.runAll();

      long latest = 0;
      for (var start : driver.starts.entrySet()) {
        assertStart(seed, predicted.getOrDefault(start.getKey(), -1L), start.getValue());
        overtaken += start.getKey() < latest ? 1 : 0;
        latest = Math.max(latest, start.getKey());
      }
    }

    assertThat(overtaken).as("there were gaps to fill").isGreaterThan(QUEUES);
  }

  private static void assertStart(long seed, long predictedNs, long startNs) {
    if (startNs != predictedNs) {
      throw new AssertionError(
          "seed " + seed + ": predicted " + predictedNs + " and started " + startNs);
    }
  }
}
