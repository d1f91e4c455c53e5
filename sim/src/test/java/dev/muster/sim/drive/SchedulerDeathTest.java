package dev.muster.sim.drive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.check.Observer;
import dev.muster.check.Promises;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.sim.drive.CellSpec.SampleWay;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Where only a scheduler dies, whenever it does, every task runs exactly once. */
final class SchedulerDeathTest {

  private static final long MS = 1_000_000;
  private static final int NODES = 4;
  private static final int TASKS = 40;
  private static final Resources SLOT = new Resources(1_000, 1 << 20);

  private static final JobSpec JOB =
      JobSpec.of(
          "job",
          StageSpec.of("a", TASKS, SLOT, List.of("modelled")),
          StageSpec.of("b", TASKS, SLOT, List.of("modelled")).withAfter("a"));

  /** Counts launches, and keeps the promises. */
  private static final class Witness implements Observer {

    private final Promises promises = new Promises(Collections.nCopies(NODES, SLOT.plus(SLOT)));

    private final Map<String, Integer> launches = new TreeMap<>();

    @Override
    public void launched(int node, Launch launch) {
      promises.launched(node, launch);
      launches.merge(launch.work().stage() + "/" + launch.work().index(), 1, Integer::sum);
    }

    @Override
    public void sent(Address<?> to, Event event) {
      promises.sent(to, event);
    }

    @Override
    public void delivered(Address<?> to, Event event) {
      promises.delivered(to, event);
    }

    @Override
    public void died(int scheduler) {
      promises.died(scheduler);
    }
  }

  private static List<SampleWay> ways() {
    return List.of(SampleWay.LATE, SampleWay.BATCH, SampleWay.PER_TASK, SampleWay.RANDOM);
  }

  @ParameterizedTest
  @MethodSource("ways")
  void everyTaskRunsOnceWheneverItsSchedulerDies(SampleWay way) {
    for (long diesMs = 10; diesMs < 3_000; diesMs += 77) {
      var witness = new Witness();
      var cell =
          new SimCell(
              CellSpec.of(diesMs, NODES, SLOT.plus(SLOT)).withWay(way),
              SchedulerMaker.PRODUCTION,
              NodeMaker.PRODUCTION,
              new Network.Fixed(MS / 2),
              (_, work) -> (50 + 10L * (work.index() % 20)) * MS,
              _ -> 0,
              witness,
              _ -> {});
      var scheduler = SchedulerEvent.at(0);
      cell.submit(0, "k", JOB);
      cell.simulation().at(diesMs * MS, () -> cell.crash(scheduler));
      cell.simulation().at((diesMs + 300) * MS, () -> cell.restart(scheduler));
      cell.simulation().runUntil(60_000 * MS);

      witness.promises.verifyAllEnded();
      assertThat(witness.promises.ends().values())
          .singleElement()
          .returns(JobState.SUCCEEDED, JobReport::state);
      assertThat(witness.launches).as("death at %d ms", diesMs).hasSize(2 * TASKS);
      assertThat(witness.launches.values()).as("death at %d ms", diesMs).containsOnly(1);
    }
  }
}
