package dev.muster.core.node;

import static dev.muster.core.fake.Jobs.MS;
import static dev.muster.core.fake.Jobs.S;
import static dev.muster.core.fake.Jobs.UNIT;
import static dev.muster.core.fake.Jobs.size;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.muster.core.actor.Chance;
import dev.muster.core.node.queue.DisciplineConfig;
import dev.muster.core.node.queue.DisciplineConfig.ServiceOrder;
import dev.muster.model.Demand;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** In which order those that wait for the one slot of a node get it. */
final class DisciplineTest {

  private static final long BYPASS = 10 * S;
  private static final Demand TASK = Demand.of(UNIT).withEstimate(S);

  private static NodeDriver oneSlot(DisciplineConfig discipline) {
    return new NodeDriver(UNIT, NodeConfig.standard().withDiscipline(discipline), 1);
  }

  static Stream<Arguments> orders() {
    var waiting =
        List.of(
            TASK.withJob(7, 30).withEstimate(3 * S / 10).withUser("ann", 1),
            TASK.withJob(8, 10).withEstimate(S / 10).withUser("ann", 1).withPriority(1),
            TASK.withJob(9, 20).withEstimate(2 * S / 10).withUser("bob", 1),
            TASK.withJob(8, 10).withEstimate(4 * S / 10).withUser("bob", 1).withPriority(1),
            TASK.withJob(6, 40).withEstimate(0).withUser("cid", 1));
    return Stream.of(
        arguments(
            new DisciplineConfig(ServiceOrder.FIFO, false, 0),
            waiting,
            List.of(1L, 2L, 3L, 4L, 5L)),
        arguments(
            new DisciplineConfig(ServiceOrder.JOB_AGE, false, 0),
            waiting,
            List.of(2L, 4L, 3L, 1L, 5L)),
        arguments(
            new DisciplineConfig(ServiceOrder.SHORTEST_FIRST, false, BYPASS),
            waiting,
            List.of(2L, 3L, 1L, 4L, 5L)),
        arguments(
            new DisciplineConfig(ServiceOrder.FAIR, false, 0),
            waiting,
            List.of(1L, 3L, 5L, 4L, 2L)),
        arguments(
            new DisciplineConfig(ServiceOrder.FIFO, true, 0), waiting, List.of(2L, 4L, 1L, 3L, 5L)),
        arguments(
            new DisciplineConfig(ServiceOrder.SHORTEST_FIRST, true, BYPASS),
            waiting,
            List.of(2L, 4L, 3L, 1L, 5L)));
  }

  @ParameterizedTest
  @MethodSource("orders")
  void tasksAreServedInTheOrderOfTheDiscipline(
      DisciplineConfig discipline, List<Demand> waiting, List<Long> expected) {
    var driver = oneSlot(discipline);
    driver.place(0, 100, TASK, S);
    for (int i = 0; i < waiting.size(); i++) {
      driver.place(1, i + 1, waiting.get(i), MS);
    }
    driver.runAll();

    assertThat(driver.starts.keySet().stream().skip(1)).containsExactlyElementsOf(expected);
  }

  @Test
  void shortOnesOvertakeALongOneForSoLongAndNoLonger() {
    var driver = oneSlot(new DisciplineConfig(ServiceOrder.SHORTEST_FIRST, false, BYPASS));
    driver.place(0, 1, TASK, S);
    driver.place(1, 2, TASK.withEstimate(3_600 * S), S);
    for (int i = 0; i < 300; i++) {
      driver.place(2 + i * S / 10, 10 + i, TASK.withEstimate(S / 10), S / 10);
    }
    driver.runAll();

    assertThat(driver.starts.get(2L)).isBetween(BYPASS - S, BYPASS + 2 * S);
  }

  @Test
  void aTaskOvertakesOneThatWaitsForUpToTenTimesWhatItIsShorter() {
    var driver = oneSlot(new DisciplineConfig(ServiceOrder.SHORTEST_FIRST, false, BYPASS));
    driver.place(0, 1, TASK, S);
    driver.place(1, 2, TASK.withEstimate(200 * MS), MS);
    driver.place(500 * MS, 3, TASK.withEstimate(100 * MS), MS);
    driver.place(600 * MS, 4, TASK.withEstimate(150 * MS), MS);
    driver.place(990 * MS, 5, TASK.withEstimate(100 * MS), MS);
    driver.runAll();

    assertThat(driver.starts.keySet()).containsExactly(1L, 3L, 5L, 2L, 4L);
  }

  @Test
  void anEstimateOfAgesIsOnlyLong() {
    var driver = oneSlot(new DisciplineConfig(ServiceOrder.SHORTEST_FIRST, false, Long.MAX_VALUE));
    driver.place(0, 1, TASK, S);
    driver.place(1, 2, TASK.withEstimate(Long.MAX_VALUE), S);
    driver.place(2, 3, TASK, S);
    driver.runAll();

    assertThat(driver.starts.keySet()).containsExactly(1L, 3L, 2L);
  }

  @Test
  void usersShareTheSlotByWeight() {
    var driver = oneSlot(new DisciplineConfig(ServiceOrder.FAIR, false, 0));
    var chance = Chance.of(3, "fair");
    Map<Long, String> userOf = new HashMap<>();
    Map<Long, Long> lengthOf = new HashMap<>();
    long id = 1;
    for (int i = 0; i < 4_000; i++) {
      for (int weight = 1; weight <= 3; weight++) {
        var user = "user " + weight;
        long lengthNs = 1 + chance.nextLong(S);
        userOf.put(id, user);
        lengthOf.put(id, lengthNs);
        driver.place(0, id++, TASK.withEstimate(lengthNs).withUser(user, weight), lengthNs);
      }
    }
    driver.runUntil(3_000 * S); // all three still have tasks that wait

    Map<String, Long> had = new HashMap<>();
    driver
        .starts
        .keySet()
        .forEach(each -> had.merge(userOf.get(each), lengthOf.get(each), Long::sum));
    double all = had.values().stream().mapToLong(ns -> ns).sum();
    for (int weight = 1; weight <= 3; weight++) {
      assertThat(had.getOrDefault("user " + weight, 0L) / all)
          .isCloseTo(weight / 6.0, within(0.02 * weight / 6));
    }
  }

  /** The shape of Sparrow's figure 12 at one node: two users below their share, one far above. */
  @Test
  void whoAsksForMoreThanTheirShareWaitsAlone() {
    long taskNs = S / 10;
    var driver = oneSlot(new DisciplineConfig(ServiceOrder.FAIR, false, 0));
    var chance = Chance.of(8, "three users");
    Map<Long, Long> placedNs = new HashMap<>();
    double[] shareOfSlot = {0.25, 0.25, 0.8};
    long id = 1;
    for (int user = 0; user < shareOfSlot.length; user++) {
      double atNs = 0;
      for (int task = 0; task < 1_000 * shareOfSlot[user]; task++) {
        atNs += -Math.log(1 - chance.nextDouble()) * taskNs / shareOfSlot[user];
        placedNs.put(id, Math.round(atNs));
        var demand = TASK.withEstimate(taskNs).withUser("user " + user, 1);
        driver.place(Math.round(atNs), id++, demand, taskNs);
      }
    }
    driver.runAll();

    long[] waits = new long[3];
    long[] tasks = new long[3];
    for (var start : driver.starts.entrySet()) {
      int user = start.getKey() <= 250 ? 0 : start.getKey() <= 500 ? 1 : 2;
      waits[user] += start.getValue() - placedNs.getOrDefault(start.getKey(), 0L);
      tasks[user]++;
    }
    assertThat(waits[0] / tasks[0]).isLessThan(10 * taskNs);
    assertThat(waits[1] / tasks[1]).isLessThan(10 * taskNs);
    assertThat(waits[2] / tasks[2]).as("without bound").isGreaterThan(50 * taskNs);
  }

  @Test
  void amongEqualUsersTheFirstToComeIsFirst() {
    var driver = oneSlot(new DisciplineConfig(ServiceOrder.FAIR, false, 0));
    driver.place(0, 1, TASK.withUser("carl", 1), S);
    driver.place(1, 2, TASK.withUser("zoe", 1), S);
    driver.place(2, 3, TASK.withUser("ann", 1), S);
    driver.runAll();

    assertThat(driver.starts.keySet()).containsExactly(1L, 2L, 3L);
  }

  @Test
  void whoHadMuchWaitsForTheOthersAfterAPause() {
    var driver = oneSlot(new DisciplineConfig(ServiceOrder.FAIR, false, 0));
    driver.place(0, 1, TASK.withEstimate(10 * S).withUser("ann", 1), S);
    for (long id = 2; id <= 4; id++) {
      driver.place(1, id, TASK.withUser("bob", 1), S);
    }
    driver.place(S + 1, 5, TASK.withUser("ann", 1), S);
    driver.runAll();

    assertThat(driver.starts.keySet()).containsExactly(1L, 2L, 3L, 4L, 5L);
  }

  @Test
  void whoStaysAwaySavesUpNoTurns() {
    var driver = oneSlot(new DisciplineConfig(ServiceOrder.FAIR, false, 0));
    for (long id = 1; id <= 40; id++) {
      driver.place(0, id, TASK.withUser("ann", 1), S);
    }
    for (long id = 101; id <= 120; id++) {
      driver.place(20 * S + 1, id, TASK.withUser("bob", 1), S);
    }
    driver.runUntil(31 * S);

    long bobs = driver.starts.keySet().stream().filter(id -> id > 100).count();
    assertThat(bobs).as("half of the ten since he came").isBetween(5L, 6L);
  }

  @Test
  void aLaterTaskFillsAGapOnlyIfItIsShortEnough() {
    var driver = new NodeDriver(size(4, 4), NodeConfig.standard(), 1);
    driver.place(0, 1, Demand.of(size(3, 3)).withEstimate(10 * S), 10 * S);
    driver.place(1, 2, Demand.of(size(4, 4)).withEstimate(S), S);
    driver.place(2, 3, TASK.withEstimate(20 * S), S);
    driver.place(3, 4, Demand.of(UNIT), S);
    driver.place(4, 5, TASK.withEstimate(2 * S), 2 * S);
    driver.runAll();

    assertThat(driver.starts.keySet()).containsExactly(1L, 5L, 2L, 3L, 4L);
    assertThat(driver.starts).containsEntry(5L, 4L).containsEntry(2L, 10 * S);
  }
}
