package dev.muster.core.node.queue;

import static dev.muster.core.fake.Jobs.MS;
import static dev.muster.core.fake.Jobs.S;
import static dev.muster.core.fake.Jobs.UNIT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Lifecycle;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.node.queue.DisciplineConfig.ServiceOrder;
import dev.muster.core.node.queue.QueuedTask.QueuedTaskState;
import dev.muster.model.Demand;
import dev.muster.model.Resources;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every discipline promises, against a list of what waits. */
final class DisciplineOrderTest {

  private static final Lifecycle<QueuedTaskState> LIFECYCLE =
      new Lifecycle<>(QueuedTaskState.class);

  /** More than a discipline remembers of priorities that nobody has any more. */
  private static final int PRIORITIES = 500;

  private static final int CHANGES = 1_000;

  private final Chance chance = Chance.of(3, "disciplines");
  private final List<QueuedTask> waiting = new ArrayList<>();
  private long arrivals;

  private QueuedTask draw() {
    long id = ++arrivals;
    var demand =
        Demand.of(UNIT)
            .withUser("user-" + chance.nextInt(3), 1 + chance.nextInt(2))
            .withJob(1 + chance.nextInt(5), chance.nextInt(5) * S)
            .withPriority(chance.nextInt(PRIORITIES))
            .withEstimate(chance.nextInt(4) * S)
            .withYield(Math.max(0, chance.nextInt(200) - 100) * MS);
    return new QueuedTask(LIFECYCLE, id, SchedulerEvent.at(1), id, id * MS, demand, null);
  }

  @ParameterizedTest
  @EnumSource
  void whatWaitsIsServedInTheOrderForetold(ServiceOrder order) {
    servesInOrder(new DisciplineConfig(order, false, S).newDiscipline());
  }

  @ParameterizedTest
  @EnumSource
  void higherPrioritiesAreServedFirst(ServiceOrder order) {
    var all = servesInOrder(new DisciplineConfig(order, true, S).newDiscipline());

    assertThat(all)
        .extracting(task -> task.demand().priority())
        .isSortedAccordingTo(Comparator.reverseOrder());
  }

  private List<QueuedTask> servesInOrder(Discipline discipline) {
    for (int change = 0; change < CHANGES; change++) {
      if (waiting.isEmpty() || chance.nextInt(3) > 0) {
        var task = draw();
        waiting.add(task);
        discipline.add(task);
      } else if (chance.nextBoolean()) {
        discipline.remove(waiting.remove(chance.nextInt(waiting.size())));
      } else {
        var first = Objects.requireNonNull(discipline.first());
        discipline.serve(first);
        assertThat(waiting.remove(first)).isTrue();
      }
      assertThat(discipline.size()).isEqualTo(waiting.size());
    }
    var all = discipline.first(waiting.size());
    assertThat(all).containsExactlyInAnyOrderElementsOf(waiting);
    assertThat(discipline.first(7)).isEqualTo(all.subList(0, 7));
    for (var task : all) {
      assertThat(discipline.first()).isSameAs(task);
      discipline.serve(task);
    }
    assertThat(discipline.first()).isNull();
    assertThat(discipline.first(3)).isEmpty();
    return all;
  }

  @Test
  void aTaskThatYieldsHasItsTurnBehindWhatArrivesInThatTime() {
    var discipline = DisciplineConfig.FIFO.newDiscipline();
    var yields = task(1, 10 * MS, 5 * MS);
    var soon = task(2, 14 * MS, 0);
    var alsoYields = task(3, 11 * MS, 3 * MS);
    var equal = task(4, 15 * MS, 0);
    var late = task(5, 16 * MS, 0);
    List.of(yields, soon, alsoYields, equal, late).forEach(discipline::add);

    assertThat(discipline.first(9)).containsExactly(soon, alsoYields, yields, equal, late);
    assertThat(discipline.first(2)).containsExactly(soon, alsoYields);
    discipline.remove(alsoYields);
    discipline.serve(soon);
    assertThat(discipline.first()).isSameAs(yields);
    assertThat(discipline.size()).isEqualTo(3);
    discipline.serve(yields);
    assertThat(discipline.first(9)).containsExactly(equal, late);
  }

  private static QueuedTask task(long arrival, long arrivedNs, long yieldNs) {
    var demand = Demand.of(UNIT).withYield(yieldNs);
    return new QueuedTask(
        LIFECYCLE, arrival, SchedulerEvent.at(1), arrival, arrivedNs, demand, null);
  }

  @Test
  void theBacklogBehindAPartIsCountedByTheScarcerResource() {
    var backlog = new Backlog();
    var part = new Backlog();
    var task = draw();
    long lengthNs = task.workNs();
    backlog.add(task);
    backlog.add(task);
    backlog.add(task);
    part.add(task);
    var twoCores = new Resources(2 * UNIT.cpuMillis(), 8 * UNIT.memoryBytes());
    var littleMemory = new Resources(8 * UNIT.cpuMillis(), UNIT.memoryBytes());

    assertThat(backlog.leastNsWithout(part, twoCores)).isEqualTo(lengthNs);
    assertThat(backlog.leastNsWithout(part, littleMemory)).isEqualTo(2 * lengthNs);
    backlog.remove(task);
    assertThat(backlog.leastNsWithout(part, littleMemory)).isEqualTo(lengthNs);
    backlog.remove(task);
    assertThat(backlog.leastNsWithout(part, littleMemory)).isZero();
  }
}
