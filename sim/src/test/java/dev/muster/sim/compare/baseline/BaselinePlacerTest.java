package dev.muster.sim.compare.baseline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.check.Observer;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.model.ExternalInput;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.sim.drive.CellSpec;
import dev.muster.sim.drive.SchedulerMaker;
import dev.muster.sim.drive.SimCell;
import dev.muster.sim.experiment.JobAnswers;
import dev.muster.sim.machine.RackLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Six nodes of one slot, in two racks; all tasks take 20 s. */
class BaselinePlacerTest {

  private static final long S = 1_000_000_000;
  private static final Resources SLOT = new Resources(1_000, 1 << 20);
  private static final long SUBMIT_NS = 5 * S;
  private static final int NODES = 6;

  /** A launch, in whole seconds after the job came. */
  private record Launched(int node, long atSecond, int task) {}

  private final List<Launched> launches = new ArrayList<>();

  /** How often each task was sent to a node. */
  private final Map<Integer, Integer> placed = new TreeMap<>();

  private final List<JobReport> ended = new ArrayList<>();
  private final SimCell cell =
      SimCell.calm(
          CellSpec.of(1, NODES, SLOT).withAttributes(new RackLayout(3).attributes(NODES)),
          SchedulerMaker.adding(
              (_, seed, context) -> new BaselinePlacer(context, 5 * S, Chance.of(seed, "b"))),
          500_000,
          (_, _) -> 20 * S,
          new Observer() {
            @Override
            public void sent(Address<?> to, Event event) {
              if (event instanceof PlaceTask place) {
                placed.merge(place.work().index(), 1, Integer::sum);
              }
            }

            @Override
            public void launched(int node, Launch launch) {
              long ns = cell().simulation().nowNs() - SUBMIT_NS;
              launches.add(new Launched(node, Math.round(ns / 1e9), launch.work().index()));
            }
          },
          new JobAnswers(_ -> {}, ended::add));

  private SimCell cell() {
    return cell;
  }

  private JobReport run(StageSpec stage) {
    cell.submit(SUBMIT_NS, "job", JobSpec.of("job", stage).withPolicy(BaselinePlacer.POLICY));
    while (ended.isEmpty() && cell.simulation().nowNs() < 1_000 * S) {
      cell.simulation().step();
    }
    return ended.getFirst();
  }

  private static StageSpec tasks(int count) {
    return StageSpec.of("s", count, SLOT, List.of("modelled"));
  }

  @Test
  void aTaskGoesToANodeThatHasItsInput() {
    run(tasks(1).withInputs(ExternalInput.of(100, 4)));
    assertThat(launches).containsExactly(new Launched(4, 0, 0));
  }

  /** The second task waits at node 0: after 5 s also in its rack, after 10 s anywhere. */
  @Test
  void aTaskThatWaitsIsSentFurtherAwayInTimeAndRunsOnce() {
    var report = run(tasks(2).withInputs(ExternalInput.of(100, 0)));

    assertThat(launches).hasSize(2);
    assertThat(launches.getFirst()).isEqualTo(new Launched(0, 0, 0));
    var second = launches.getLast();
    assertThat(second.task()).isEqualTo(1);
    assertThat(second.atSecond()).isIn(5L, 10L, 20L);
    if (second.atSecond() == 5) {
      assertThat(second.node()).isBetween(1, 2);
    }
    assertThat(report.stages().getFirst().succeeded()).isEqualTo(2);
  }

  /** Two nodes may start a task at the same time, before the scheduler can have either drop it. */
  @Test
  void tasksWithoutInputsGoAnywhereAndRunOnce() {
    var report = run(tasks(12));

    assertThat(report.stages().getFirst().succeeded()).isEqualTo(12);
    for (int task = 0; task < 12; task++) {
      int index = task;
      assertThat(launches.stream().filter(each -> each.task() == index).map(Launched::atSecond))
          .isNotEmpty()
          .hasSizeLessThan(4);
      assertThat(
              launches.stream()
                  .filter(each -> each.task() == index)
                  .map(Launched::atSecond)
                  .distinct())
          .hasSize(1);
    }
  }

  /** Six tasks wait for 20 s, and are sent to one node more after 5, 10 and 15 s. */
  @Test
  void aTaskIsSentOnForAsLongAsItWaits() {
    run(tasks(12));

    assertThat(placed.values()).allMatch(count -> count <= BaselinePlacer.MAX_ATTEMPTS);
    assertThat(placed.values()).anyMatch(count -> count == 4);
  }

  /** Inputs of which none is significant are no constraint. */
  @Test
  void manySmallInputsAreNoConstraint() {
    List<ExternalInput> inputs = new ArrayList<>();
    for (int count = 0; count < 11; count++) {
      inputs.add(ExternalInput.of(100, 0));
    }
    run(tasks(6).withInputs(inputs));
    assertThat(launches).extracting(Launched::node).anyMatch(node -> node > 0);
    assertThat(launches).filteredOn(launch -> launch.atSecond() == 0).hasSizeGreaterThan(1);
  }
}
