package dev.muster.sim.drive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.check.Observer;
import dev.muster.check.Promises;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.ReturnReason;
import dev.muster.core.event.SchedulerEvent.ReservationReturned;
import dev.muster.model.Admission;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Containers beside sampled tasks: what those use no claim says, so that nodes return containers
 * for which the cell state has resources.
 */
final class MixedCellTest {

  private static final long MS = 1_000_000;
  private static final long S = 1_000 * MS;
  private static final Resources UNIT = new Resources(1_000, 1L << 30);
  private static final int NODES = 20;
  private static final Resources NODE = UNIT.times(4);
  private static final int JOBS = 30;
  private static final int TASKS = 20;
  private static final int CONTAINERS = JOBS * TASKS;

  private LongSupplier clock = () -> 0;
  private final Promises promises =
      new Promises(Collections.nCopies(NODES, NODE), List.of(), () -> clock.getAsLong());

  /** Counts how often containers are sent to nodes, by task, and those that come back. */
  private static final class Bounces implements Observer {
    private int returned;
    private final Map<String, Integer> byTask = new HashMap<>();

    @Override
    public void sent(Address<?> to, Event event) {
      if (event instanceof PlaceTask place && place.demand().admission() == Admission.RESERVED) {
        var work = place.work();
        byTask.merge(work.job() + "/" + work.stage() + "/" + work.index(), 1, Integer::sum);
      }
      if (event instanceof ReservationReturned back && back.reason() == ReturnReason.UNAVAILABLE) {
        returned++;
      }
    }

    int mostOfOneTask() {
      return byTask.values().stream().max(Integer::compare).orElse(0);
    }
  }

  private final Bounces bounces = new Bounces();

  /**
   * @param sampledTasks how many tasks each sampled job has, of a second and a core
   */
  private void run(long seed, int sampledTasks) {
    var cell =
        new SimCell(
            CellSpec.of(seed, NODES, NODE).withSchedulers(2),
            Masters.Group.ALONE,
            SchedulerMaker.PRODUCTION,
            NodeMaker.PRODUCTION,
            new Network.Fixed(MS),
            (_, work) -> (500 + 100L * (work.index() % 11)) * MS,
            _ -> 0,
            promises.and(bounces),
            _ -> {});
    clock = cell.simulation()::nowNs;
    for (int number = 0; number < JOBS; number++) {
      cell.submit(S + number * S, "s-" + number, job(JobSpec.SAMPLED, sampledTasks));
      cell.submit(S + number * S + 300 * MS, "c-" + number, job(JobSpec.CENTRAL, TASKS));
    }
    cell.simulation().runUntil(300 * S);
    promises.verifyAllEnded();
    assertThat(promises.ends().values())
        .hasSize(2 * JOBS)
        .allMatch(report -> report.state() == JobState.SUCCEEDED);
    assertThat(cell.state().claims()).isZero();
  }

  private static JobSpec job(String policy, int tasks) {
    var stage = StageSpec.of("a", tasks, UNIT, List.of("modelled")).withEstimate(S);
    return JobSpec.of(policy, stage).withPolicy(policy);
  }

  /** Without what the nodes report and what the scheduler remembers it was one in three. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void fewContainersComeBack(long seed) {
    run(seed, 40);
    assertThat(bounces.returned).isBetween(1, CONTAINERS / 4);
    assertThat(bounces.mostOfOneTask()).isLessThan(6);
  }

  /** For half a minute there is more to do than the cell can; without these it was four of each. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void noContainerBouncesForEver(long seed) {
    run(seed, 70);
    assertThat(bounces.returned).isBetween(1, CONTAINERS / 3);
    assertThat(bounces.mostOfOneTask()).isLessThan(12);
  }
}
