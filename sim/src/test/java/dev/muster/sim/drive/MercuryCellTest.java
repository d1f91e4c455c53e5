package dev.muster.sim.drive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.check.Promises;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Role;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.node.Node;
import dev.muster.core.scheduler.place.hybrid.HybridOptions;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.Resources;
import dev.muster.model.StageReport;
import dev.muster.model.StageSpec;
import dev.muster.model.Where;
import dev.muster.sim.drive.CellSpec.Sharing;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs of the policies {@code central} and {@code hybrid} in whole cells. */
final class MercuryCellTest {

  private static final long MS = 1_000_000;
  private static final long S = 1_000 * MS;
  private static final Resources UNIT = new Resources(1_000, 1L << 30);
  private static final int NODES = 10;
  private static final Resources NODE = UNIT.times(4);

  private final List<Node> nodes = new ArrayList<>();
  private LongSupplier clock = () -> 0;
  private final Promises promises =
      new Promises(Collections.nCopies(NODES, NODE), List.of(), () -> clock.getAsLong());

  /** Messages between schedulers, masters and nodes are late, lost or copied until it heals. */
  private record BadWeather(Chance chance, double loss, long healsNs) implements Network {

    @Override
    public long arrivalNs(long nowNs, Address<?> from, Address<?> to) {
      boolean lost = nowNs < healsNs && isCounted(from, to) && chance.nextDouble() < loss;
      return lost ? LOST : nowNs + delayNs(nowNs);
    }

    @Override
    public long copyArrivalNs(long nowNs, Address<?> from, Address<?> to) {
      boolean copied = nowNs < healsNs && chance.nextDouble() < loss;
      return copied ? nowNs + delayNs(nowNs) : LOST;
    }

    private long delayNs(long nowNs) {
      boolean isLate = nowNs < healsNs && chance.nextDouble() < loss;
      return MS / 5 + chance.nextLong(MS) + (isLate ? chance.nextLong(3 * S) : 0);
    }

    private static boolean isCounted(Address<?> from, Address<?> to) {
      return from.role() != Role.CLIENT && to.role() != Role.CLIENT;
    }
  }

  private SimCell cell(CellSpec spec, Masters.Group masters, Network network) {
    NodeMaker keeping =
        (index, epoch, capacity, master, timing, config, chance, lifecycles) -> {
          var node = new Node(index, epoch, capacity, master, timing, config, chance, lifecycles);
          nodes.add(node);
          return node;
        };
    var cell =
        new SimCell(
            spec,
            masters,
            SchedulerMaker.PRODUCTION,
            keeping,
            network,
            (_, work) -> (200 + 100L * (work.index() % 20)) * MS,
            _ -> 0,
            promises,
            _ -> {});
    clock = cell.simulation()::nowNs;
    return cell;
  }

  private static CellSpec spec(long seed, HybridOptions options) {
    return CellSpec.of(seed, NODES, NODE)
        .withSchedulers(2)
        .withSharing(Sharing.standard().with(options));
  }

  private static StageSpec stage(String name, int tasks, Resources each) {
    return StageSpec.of(name, tasks, each, List.of("modelled")).withEstimate(S);
  }

  private static JobSpec job(String policy, StageSpec... stages) {
    return JobSpec.of("job", stages).withPolicy(policy);
  }

  private static long opportunistic(JobReport report) {
    return report.stages().stream()
        .map(StageReport::kinds)
        .mapToLong(each -> each.opportunistic())
        .sum();
  }

  private void verifyDone(SimCell cell, int jobs) {
    promises.verifyAllEnded();
    assertThat(promises.ends().values())
        .hasSize(jobs)
        .allMatch(report -> report.state() == JobState.SUCCEEDED);
    assertThat(cell.state().claims()).isZero();
  }

  @Test
  void centralJobsRunInContainersAndLeaveNone() {
    var cell = cell(spec(1, HybridOptions.STANDARD), Masters.Group.ALONE, new Network.Fixed(MS));
    for (int number = 0; number < 6; number++) {
      var job = job(JobSpec.CENTRAL, stage("a", 40, UNIT), stage("b", 10, UNIT).withAfter("a"));
      cell.submit(S + number * (300 * MS), "job-" + number, job);
    }
    cell.simulation().runUntil(90 * S);
    verifyDone(cell, 6);
    assertThat(nodes).allMatch(node -> node.brokenPromises() == 0);
    assertThat(promises.ends().values()).allMatch(report -> opportunistic(report) == 0);
    assertThat(promises.ends().values())
        .flatExtracting(JobReport::stages)
        .allMatch(report -> report.placed().tasks() == report.tasks());
  }

  @Test
  void shortTasksAreOpportunistic() {
    var options = HybridOptions.HALF_Q;
    var cell = cell(spec(2, options), Masters.Group.ALONE, new Network.Fixed(MS));
    for (int number = 0; number < 4; number++) {
      cell.submit(S, "job-" + number, job(JobSpec.HYBRID, stage("a", 100, UNIT)));
    }
    cell.simulation().runUntil(90 * S);
    verifyDone(cell, 4);
    long all = promises.ends().values().stream().mapToLong(MercuryCellTest::opportunistic).sum();
    assertThat(all).isGreaterThan(150L);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void allJobsEndThoughMessagesAreLostLateAndCopied(long seed) {
    var weather = new BadWeather(Chance.of(seed, "weather"), 0.15, 40 * S);
    var options = HybridOptions.HALF_Q.withPromotionAfter(300 * MS);
    var cell = cell(spec(seed, options), Masters.Group.ALONE, weather);
    submitAll(cell);
    cell.simulation().runUntil(200 * S);
    verifyDone(cell, 8);
  }

  private static void submitAll(SimCell cell) {
    for (int number = 0; number < 8; number++) {
      var policy = number % 2 == 0 ? JobSpec.CENTRAL : JobSpec.HYBRID;
      var preferring = stage("c", 6, UNIT).withWhere(prefer(6, number % 3 == 0 ? 2 * S : 0));
      var job =
          job(
              policy,
              stage("a", 30, UNIT),
              stage("b", 5, UNIT.times(3)).withAfter("a"),
              preferring);
      cell.submit(S + number * S, "job-" + number, number == 3 ? job.withTokens(4) : job);
    }
  }

  private static Where prefer(int tasks, long patienceNs) {
    List<List<Integer>> nodes = new ArrayList<>();
    for (int task = 0; task < tasks; task++) {
      nodes.add(List.of(task % NODES, (task + 3) % NODES));
    }
    return Where.ANYWHERE.withPrefer(nodes, patienceNs);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void aSchedulerThatDiesLeavesNoContainers(long seed) {
    var weather = new BadWeather(Chance.of(seed, "weather"), 0.05, 40 * S);
    var options = HybridOptions.HALF_Q.withPromotionAfter(300 * MS);
    var cell = cell(spec(seed, options), Masters.Group.ALONE, weather);
    submitAll(cell);
    for (int death = 0; death < 4; death++) {
      var scheduler = SchedulerEvent.at(death % 2);
      long atNs = (2 + 3L * death) * S + seed * 130 * MS;
      cell.simulation().at(atNs, () -> cell.crash(scheduler));
      cell.simulation().at(atNs + 500 * MS, () -> cell.restart(scheduler));
    }
    cell.simulation().runUntil(200 * S);
    verifyDone(cell, 8);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void leadersChange(long seed) {
    var weather = new BadWeather(Chance.of(seed, "weather"), 0.05, 40 * S);
    var options = HybridOptions.HALF_Q.withPromotionAfter(300 * MS);
    var group = new Masters.Group(3, LogFaults.NONE, actor -> actor);
    var cell = cell(spec(seed, options), group, weather);
    submitAll(cell);
    for (int change = 0; change < 8; change++) {
      cell.simulation().at((2 + change) * S + seed * 77 * MS, cell::changeLeader);
    }
    cell.simulation().runUntil(200 * S);
    verifyDone(cell, 8);
  }
}
