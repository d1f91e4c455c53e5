package dev.muster.sim.drive;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.check.Observer;
import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Launch;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.master.Routing;
import dev.muster.core.master.state.cell.CellConfig;
import dev.muster.core.scheduler.place.Thinking;
import dev.muster.core.scheduler.place.commit.CommitConfig;
import dev.muster.model.Elastic;
import dev.muster.model.JobKind;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.sim.drive.CellSpec.Sharing;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Services, gangs and batch jobs side by side over one shared state. */
final class KindsTest {

  private static final long MS = 1_000_000;
  private static final long S = 1_000 * MS;
  private static final Resources UNIT = new Resources(1_000, 1L << 30);
  private static final int RACKS = 3;
  private static final int PER_RACK = 4;

  private final Map<String, JobReport> ends = new TreeMap<>();
  private final Map<String, Long> endedNs = new TreeMap<>();

  /** The nodes that tasks were started on, in this order, by the home of their job. */
  private final Map<String, List<Integer>> started = new TreeMap<>();

  private long taskNs = S;

  private SimCell cell(CellSpec spec) {
    var cells = new ArrayList<SimCell>();
    var observer =
        new Observer() {
          @Override
          public void launched(int node, Launch launch) {
            started.computeIfAbsent(launch.work().home(), _ -> new ArrayList<>()).add(node);
          }
        };
    var cell =
        new SimCell(
            spec,
            SchedulerMaker.PRODUCTION,
            NodeMaker.PRODUCTION,
            new Network.Fixed(MS / 2),
            (_, _) -> taskNs,
            _ -> 0,
            observer,
            event -> hear(cells.getFirst(), event));
    cells.add(cell);
    return cell;
  }

  private void hear(SimCell cell, ClientEvent event) {
    if (event instanceof ClientEvent.JobEnded(JobReport report)) {
      ends.put(report.name(), report);
      endedNs.put(report.name(), cell.simulation().nowNs());
    }
  }

  private JobReport report(String job) {
    return requireNonNull(ends.get(job));
  }

  private long endNs(String job) {
    return requireNonNull(endedNs.get(job));
  }

  private static Sharing byKind() {
    return new Sharing(CommitConfig.standard(), CellConfig.standard(), Routing.BY_KIND);
  }

  private static CellSpec spec(long seed, int schedulers, int machines, int slots) {
    var capacity = new Resources(slots * 1_000L, (long) slots << 30);
    return CellSpec.of(seed, machines, capacity).withSchedulers(schedulers).withSharing(byKind());
  }

  private static CellSpec racks(long seed) {
    List<Map<String, String>> attributes = new ArrayList<>();
    for (int node = 0; node < RACKS * PER_RACK; node++) {
      attributes.add(Map.of("rack", "r" + node / PER_RACK));
    }
    return spec(seed, 2, RACKS * PER_RACK, 2).withAttributes(attributes);
  }

  private static JobSpec job(String name, int tasks) {
    return JobSpec.of(name, StageSpec.of("s", tasks, UNIT, List.of("modelled"))).withHome(name);
  }

  private static JobSpec gang(String name, int tasks) {
    return JobSpec.of(name, StageSpec.of("s", tasks, UNIT, List.of("modelled")).asGang());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void aRackThatFailsTakesNoMoreThanItsShareOfAService(long seed) {
    taskNs = 600 * S;
    var cell = cell(racks(seed));
    cell.submit(S, "busy", job("busy", 5).withPolicy(JobSpec.SHARED));
    cell.submit(2 * S, "shop", job("shop", 9).with(JobKind.SERVICE));
    cell.simulation().runUntil(10 * S);
    var first = List.copyOf(started.getOrDefault("shop", List.of()));
    assertThat(first).hasSize(9);
    for (int rack = 0; rack < RACKS; rack++) {
      int number = rack;
      assertThat(first).filteredOn(node -> node / PER_RACK == number).hasSize(3);
    }

    for (int node = 0; node < PER_RACK; node++) {
      cell.crash(NodeEvent.at(node));
    }
    cell.simulation().runUntil(60 * S);

    var moved = started.getOrDefault("shop", List.of()).stream().skip(9).toList();
    assertThat(moved).as("three were lost, and live on").hasSize(3);
    assertThat(moved).as("none where it is dark").allMatch(node -> node >= PER_RACK);

    for (int node = 0; node < PER_RACK; node++) {
      cell.restart(NodeEvent.at(node));
    }
    cell.simulation().runUntil(2_000 * S);
    assertThat(report("shop").state()).isEqualTo(JobState.SUCCEEDED);
    assertThat(report("shop").stages().getFirst().attempts()).isEqualTo(12);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void gangsThatNeedMoreThanHalfOfTheCellNeverDeadlock(long seed) {
    var cell = cell(spec(seed, 3, 10, 1));
    var chance = Chance.of(seed, "gangs");
    for (int number = 0; number < 12; number++) {
      var name = "gang-" + number;
      cell.submit(S + chance.nextLong(S), name, gang(name, 6 + chance.nextInt(5)));
    }

    cell.simulation().runUntil(120 * S);

    assertThat(ends).hasSize(12);
    assertThat(ends.values()).allMatch(report -> report.state() == JobState.SUCCEEDED);
    assertThat(ends.values()).allMatch(report -> report.policy().equals("shared"));
    assertThat(ends.values())
        .extracting(report -> report.stages().getFirst())
        .as("nobody started twice")
        .allMatch(stage -> stage.attempts() == stage.tasks());
  }

  @Test
  void aGangBesideBatchJobsStartsWhenTheyMakeRoom() {
    var cell = cell(spec(3, 2, 10, 1));
    for (int number = 0; number < 20; number++) {
      var name = "batch-" + number;
      cell.submit(S + number * 100L * MS, name, job(name, 4).withPolicy(JobSpec.SHARED));
    }
    cell.submit(2 * S, "gang", gang("gang", 9));

    cell.simulation().runUntil(120 * S);

    assertThat(ends).hasSize(21);
    assertThat(ends.values()).allMatch(report -> report.state() == JobState.SUCCEEDED);
  }

  @Test
  void aGangThatTheCellCanNeverHoldIsToldSo() {
    var cell = cell(spec(3, 2, 10, 1));
    cell.submit(S, "huge", gang("huge", 11));

    cell.simulation().runUntil(10 * S);

    assertThat(report("huge").state()).isEqualTo(JobState.INFEASIBLE);
    assertThat(report("huge").reasons())
        .containsExactly(
            "stage `s` is a gang of 11 tasks with 1 cpu, 1 GiB each, 11 cpu, 11 GiB in all; the 10"
                + " nodes that will do have 10 cpu, 10 GiB and can hold 10 of them together: 1 too"
                + " few");
    assertThat(report("huge").policy()).as("what it would have had").isEqualTo(JobSpec.SHARED);
  }

  @Test
  void noBatchJobWaitsBehindADecisionAboutAService() {
    Thinking thinking = (job, _) -> job.kind() == JobKind.SERVICE ? 60 * S : MS;
    var cell = cell(spec(3, 3, 10, 4).withThinking(thinking));
    for (int number = 0; number < 4; number++) {
      var service = "service-" + number;
      cell.submit(S, service, job(service, 2).with(JobKind.SERVICE));
      var batch = "batch-" + number;
      cell.submit(2 * S, batch, job(batch, 2).withPolicy(JobSpec.SHARED));
    }

    cell.simulation().runUntil(400 * S);

    assertThat(ends).hasSize(8);
    for (int number = 0; number < 4; number++) {
      assertThat(endNs("batch-" + number)).isLessThan(4 * S);
      assertThat(endNs("service-" + number)).isGreaterThan(60 * S);
    }
    assertThat(Collections.max(endedNs.values())).as("one after the other").isGreaterThan(240 * S);
  }

  /** 200 tasks of a second each that asked for ten at once, in a cell of 100 slots. */
  @ParameterizedTest
  @CsvSource({
    "NO,              0,  20, 0",
    "MAX_PARALLELISM, 0,  2,  180",
    "RELATIVE_SIZE,   0,  5,  150",
    "GLOBAL_CAP,      0,  4,  160",
    "MAX_PARALLELISM, 70, 7,  130",
    "RELATIVE_SIZE,   70, 7,  130",
    "GLOBAL_CAP,      70, 20, 0",
  })
  void aJobGrowsIntoWhatIsIdle(Elastic elastic, int busy, int seconds, long beyond) {
    var cell = cell(spec(5, 2, 25, 4));
    if (busy > 0) {
      taskNs = 1_000 * S;
      cell.submit(S, "busy", job("busy", busy).withPolicy(JobSpec.SHARED));
      cell.simulation().runUntil(2 * S);
      taskNs = S;
    }
    var stage = StageSpec.of("s", 200, UNIT, List.of("modelled")).withEstimate(S);
    var spec = JobSpec.of("grows", stage).withPolicy(JobSpec.SHARED).withTokens(10).with(elastic);
    cell.submit(3 * S, "grows", spec);

    cell.simulation().runUntil(60 * S);

    assertThat(endNs("grows") - 3 * S).isBetween(seconds * S, seconds * S + seconds * 200L * MS);
    assertThat(report("grows").stages().getFirst().placed().beyondTokens())
        .isBetween(beyond * 9 / 10, beyond);
  }

  @Test
  void aJobGrowsFromItsFirstResultOnAndItsNextRunAtOnce() {
    var cell = cell(spec(5, 2, 25, 4));
    var spec = job("nightly", 100).withTokens(10).with(Elastic.MAX_PARALLELISM);

    cell.submit(3 * S, "first", spec);
    cell.simulation().runUntil(20 * S);
    long firstNs = endNs("nightly") - 3 * S;
    cell.submit(30 * S, "second", spec);
    cell.simulation().runUntil(60 * S);
    long secondNs = endNs("nightly") - 30 * S;

    assertThat(firstNs).as("a second at ten, one at ninety").isBetween(2 * S, 2 * S + 400 * MS);
    assertThat(secondNs).as("a hundred at once").isBetween(S, S + 200 * MS);
  }

  /** Who gets the room that ends first is chance: most get it at once, and all before the end. */
  @Test
  void whatIsBeyondTheTokensMakesRoomAsItsTasksEnd() {
    var ends = LongStream.range(0, 12).map(this::endOfALateJobNs).sorted().toArray();
    assertThat(ends[ends.length / 2]).as("the cell was full").isBetween(8 * S, 9 * S);
  }

  private long endOfALateJobNs(long seed) {
    endedNs.clear();
    var cell = cell(spec(seed, 3, 25, 4));
    var stage = StageSpec.of("s", 2_000, UNIT, List.of("modelled")).withEstimate(S);
    var grows =
        JobSpec.of("grows", stage)
            .withPolicy(JobSpec.SHARED)
            .withTokens(10)
            .with(Elastic.MAX_PARALLELISM);
    cell.submit(3 * S, "grows", grows);
    cell.submit(6 * S + 500 * MS, "late", job("late", 50).withPolicy(JobSpec.SHARED));

    cell.simulation().runUntil(100 * S);

    assertThat(endNs("grows")).isGreaterThan(20 * S);
    assertThat(endNs("late")).isBetween(8 * S, endNs("grows"));
    return endNs("late");
  }
}
