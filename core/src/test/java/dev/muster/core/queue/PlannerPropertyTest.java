package dev.muster.core.queue;

import static dev.muster.core.fake.Jobs.S;
import static dev.muster.core.queue.RandomTasks.CAPACITY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.loop.Chance;
import dev.muster.model.Demand;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a node says of the future comes true, as long as estimates are exact. */
final class PlannerPropertyTest {

  private static final int QUEUES = 10_000;
  private static final int TASKS = 20;

  private long overtaken;

  private static NodeConfig config(boolean fillGaps) {
    var plain = NodeConfig.standard();
    return new NodeConfig(
        plain.order(), fillGaps, plain.pick(), 1, plain.maxWaiting(), plain.maxWorkNs(), 0);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theWaitOfOneMoreIsWhatThenReallyHappens(boolean fillGaps) {
    for (long seed = 0; seed < QUEUES; seed++) {
      var chance = Chance.of(seed, "waits");
      var driver = new NodeDriver(CAPACITY, config(fillGaps), seed);
      for (var task : RandomTasks.exact(chance, TASKS, S)) {
        driver.place(task.atNs(), task.id(), task.demand(), task.lengthNs());
      }
      driver.runUntil(S + chance.nextLong(2 * S));
      long askedNs = driver.nowNs;
      var need = RandomTasks.exact(chance, 1, S).getFirst().demand().resources();
      long foretoldNs = driver.node.ahead(askedNs).earliest(need, Profile.NEVER);
      driver.place(askedNs, 99, Demand.of(need), S);
      driver.runAll();

      assertStart(seed, foretoldNs, driver.starts.getOrDefault(99L, -1L));
    }
  }

  @Test
  void fillingGapsDelaysNobody() {
    for (long seed = 0; seed < QUEUES; seed++) {
      var chance = Chance.of(seed, "gaps");
      var driver = new NodeDriver(CAPACITY, config(true), seed);
      Map<Long, Long> foretold = new HashMap<>();
      long nowNs = 0;
      for (var task : RandomTasks.exact(chance, TASKS, S)) {
        nowNs += 1 + chance.nextLong(S / 4);
        driver.runUntil(nowNs);
        foretold.put(
            task.id(),
            driver.node.ahead(nowNs).earliest(task.demand().resources(), task.lengthNs()));
        driver.place(nowNs, task.id(), task.demand(), task.lengthNs());
        driver.runUntil(nowNs);
      }
      driver.runAll();

      long latest = 0;
      for (var start : driver.starts.entrySet()) {
        assertStart(seed, foretold.getOrDefault(start.getKey(), -1L), start.getValue());
        overtaken += start.getKey() < latest ? 1 : 0;
        latest = Math.max(latest, start.getKey());
      }
    }

    assertThat(overtaken).as("there were gaps to fill").isGreaterThan(QUEUES);
  }

  private static void assertStart(long seed, long foretoldNs, long startNs) {
    if (startNs != foretoldNs) {
      throw new AssertionError(
          "seed " + seed + ": foretold " + foretoldNs + " and started " + startNs);
    }
  }
}
