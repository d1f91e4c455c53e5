package dev.muster.sim.drive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.check.Observer;
import dev.muster.core.actor.Chance;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.master.Routing;
import dev.muster.core.master.state.cell.CellConfig;
import dev.muster.core.master.state.cell.CellRules;
import dev.muster.core.scheduler.place.commit.CommitConfig;
import dev.muster.core.scheduler.place.commit.Refresh;
import dev.muster.core.scheduler.place.commit.Refresh.Order;
import dev.muster.core.scheduler.place.commit.Refresh.Preference;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.Resources;
import dev.muster.model.StageReport.Placed;
import dev.muster.model.StageSpec;
import dev.muster.model.Where;
import dev.muster.sim.drive.CellSpec.Sharing;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whole cells whose schedulers know the cell partition by partition, in calm weather. */
final class PartitionedStateTest {

  private static final long MS = 1_000_000;
  private static final long S = 1_000 * MS;
  private static final Resources SLOT = new Resources(1_000, 1L << 30);
  private static final int SCHEDULERS = 4;
  private static final int MACHINES = 40;

  private final List<ClientEvent.JobEnded> ends = new ArrayList<>();

  private SimCell cell(Refresh refresh) {
    var sharing =
        new Sharing(
            CommitConfig.standard().with(refresh),
            new CellConfig(CellRules.standard(), SCHEDULERS * 2),
            Routing.BY_NUMBER);
    var spec = CellSpec.of(7, MACHINES, SLOT).withSchedulers(SCHEDULERS).withSharing(sharing);
    return new SimCell(
        spec,
        SchedulerMaker.PRODUCTION,
        NodeMaker.PRODUCTION,
        new Network.Fixed(MS / 2),
        (_, _) -> S,
        _ -> 0,
        Observer.NONE,
        this::hear);
  }

  private void hear(ClientEvent event) {
    if (event instanceof ClientEvent.JobEnded ended) {
      ends.add(ended);
    }
  }

  private static Refresh refresh() {
    return Refresh.standard().withSchedulers(SCHEDULERS);
  }

  private static JobSpec job(int number, int tasks, Where where) {
    return JobSpec.of(
            "job-" + number, StageSpec.of("s", tasks, SLOT, List.of("modelled")).withWhere(where))
        .withPolicy(JobSpec.PARTITIONED);
  }

  private Placed placed() {
    long tasks = 0;
    long preferred = 0;
    long refused = 0;
    long staleNs = 0;
    for (var end : ends) {
      var one = end.report().stages().getFirst().placed();
      tasks += one.tasks();
      preferred += one.preferred();
      refused += one.rejected();
      staleNs += one.staleNs();
    }
    return new Placed(tasks, preferred, refused, staleNs, 0);
  }

  @ParameterizedTest
  @EnumSource(Preference.class)
  void allTasksFindRoomThoughTheCellIsFull(Preference preference) {
    var cell = cell(refresh().with(preference));
    var chance = Chance.of(3, "jobs");
    for (int number = 0; number < 60; number++) {
      int tasks = 1 + chance.nextInt(30);
      cell.submit(S + chance.nextLong(10 * S), "job-" + number, job(number, tasks, Where.ANYWHERE));
    }

    cell.simulation().runUntil(100 * S);

    assertThat(ends).hasSize(60).allMatch(end -> end.report().state() == JobState.SUCCEEDED);
    assertThat(ends).allMatch(end -> end.report().policy().equals("partitioned"));
    assertThat(cell.state().claims()).isZero();
  }

  @Test
  void schedulersAreLessInEachOthersWayWhenTheyLookAtDifferentPartitions() {
    long apart = refusedUnder(refresh().with(Preference.LATENCY));
    long same = refusedUnder(refresh().with(Preference.LATENCY).with(Order.SAME));
    long whole = refusedUnder(refresh().with(Preference.ANYWHERE).with(Order.WHOLE));
    assertThat(apart * 2).isLessThan(same);
    assertThat(apart * 2).isLessThan(whole);
  }

  private long refusedUnder(Refresh refresh) {
    ends.clear();
    var cell = cell(refresh);
    for (int number = 0; number < 400; number++) {
      cell.submit(S + number * 30L * MS, "job-" + number, job(number, 1, Where.ANYWHERE));
    }
    cell.simulation().runUntil(30 * S);
    assertThat(ends).hasSize(400);
    return placed().rejected();
  }

  @Test
  void eachPlacementKnowsHowStaleItsViewWas() {
    var cell = cell(refresh().with(Preference.LATENCY));
    for (int number = 0; number < 100; number++) {
      cell.submit(S + number * 37L * MS, "job-" + number, job(number, 1, Where.ANYWHERE));
    }

    cell.simulation().runUntil(30 * S);

    var placed = placed();
    assertThat(placed.tasks()).isEqualTo(100);
    assertThat(placed.staleNs() / placed.tasks())
        .as("latency first looks at what is no older than a few steps of the gap")
        .isBetween(1L, 250 * MS);
  }

  @Test
  void withoutPartitionsTheViewIsAsOldAsHalfAGap() {
    var cell = cell(refresh().with(Preference.ANYWHERE).with(Order.WHOLE));
    for (int number = 0; number < 100; number++) {
      cell.submit(S + number * 37L * MS, "job-" + number, job(number, 1, Where.ANYWHERE));
    }

    cell.simulation().runUntil(30 * S);

    assertThat(placed().staleNs() / placed().tasks()).isBetween(150 * MS, 350 * MS);
  }

  @Test
  void tasksGetTheNodesThatTheyPreferWhereTheseAreFreeAndOthersElse() {
    var cell = cell(refresh().with(Preference.QUALITY));
    var preferred = Collections.nCopies(6, List.of(3, 7, 11, 15));
    cell.submit(S, "job-0", job(0, 6, Where.ANYWHERE.withPrefer(preferred, 1)));

    cell.simulation().runUntil(10 * S);

    assertThat(ends).hasSize(1).allMatch(end -> end.report().state() == JobState.SUCCEEDED);
    assertThat(placed().tasks()).isEqualTo(6);
    assertThat(placed().preferred()).as("two go elsewhere").isEqualTo(4);
  }

  @Test
  void tasksThatWantNothingDoNotWaitForThoseThatDo() {
    var cell = cell(refresh());
    List<List<Integer>> preferred = new ArrayList<>(Collections.nCopies(6, List.of(3)));
    preferred.addAll(Collections.nCopies(6, List.of()));
    var where = Where.ANYWHERE.withPrefer(preferred, Where.FIRM);
    cell.submit(S, "job-0", job(0, 12, where));

    cell.simulation().runUntil(4 * S);
    assertThat(cell.state().claims())
        .as("one by one on its node; the others are done")
        .isEqualTo(1);
    cell.simulation().runUntil(30 * S);

    assertThat(ends).hasSize(1).allMatch(end -> end.report().state() == JobState.SUCCEEDED);
  }

  @Test
  void whoInsistsWaitsForTheNodesThatItPrefers() {
    var cell = cell(refresh());
    var where = Where.ANYWHERE.withPrefer(Collections.nCopies(6, List.of(3)), Where.FIRM);
    cell.submit(S, "job-0", job(0, 6, where));

    cell.simulation().runUntil(30 * S);

    assertThat(ends).hasSize(1).allMatch(end -> end.report().state() == JobState.SUCCEEDED);
    assertThat(placed().preferred()).isEqualTo(6);
    assertThat(ends.getFirst().report().durationMs())
        .as("one after the other")
        .isGreaterThanOrEqualTo(6_000);
  }
}
