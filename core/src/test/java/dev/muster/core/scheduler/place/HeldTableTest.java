package dev.muster.core.scheduler.place;

import static dev.muster.core.fake.Jobs.job;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.core.actor.Chance;
import dev.muster.core.event.ReservationId;
import dev.muster.core.scheduler.job.ManagedJob;
import dev.muster.model.Tier;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HeldTableTest {

  private static final int NO_TASK = -1;

  private final HeldTable table = new HeldTable(3, 2);
  private final StageTasks stage = ManagedJob.of(job(5)).tasks(0);

  /** What the table should know of what is at a node. */
  private record Known(StageTasks stage, int node, int task, long heardNs, boolean ending) {

    Known bound(int toTask, long nowNs) {
      return new Known(stage, node, toTask, nowNs, false);
    }

    Known heard(long nowNs) {
      return new Known(stage, node, task, nowNs, ending);
    }

    Known marked() {
      return new Known(stage, node, task, heardNs, true);
    }
  }

  private static Reservation reserve(HeldTable in, StageTasks of, int node, long nowNs) {
    return requireNonNull(in.reserve(of, node, Reservation.NO_PREFERENCE, nowNs));
  }

  private static Attempt attempt(long id, StageTasks of, int node, int task, long nowNs) {
    return new Attempt(id, of, node, task, 1, Tier.GUARANTEED, AttemptState.PLACED, nowNs);
  }

  private static Attempt bind(HeldTable in, Reservation reservation, int task, long nowNs) {
    in.bound(reservation);
    var attempt = attempt(reservation.id(), reservation.stage(), reservation.node(), task, nowNs);
    in.add(attempt);
    return attempt;
  }

  @Test
  void whatWasTakenOverKeepsItsNumberAndIsNotTakenForOneOfToday() {
    long old = ReservationId.of(ReservationId.base(3, 1), 1, 0);
    var own = reserve(table, stage, 7, 1);
    var adopted = attempt(old, stage, 8, 4, 1);
    assertThat(table.adopt(adopted)).isTrue();

    assertThat(ReservationId.slot(old)).as("the same slot").isEqualTo(own.slot);
    assertThat(table.find(old)).isSameAs(adopted);
    assertThat(table.find(own.id())).isSameAs(own);
    assertThat(adopted.id()).isEqualTo(old);
    table.end(adopted, AttemptState.ENDED);
    assertThat(table.find(old)).isNull();
    assertThat(table.find(own.id())).isSameAs(own);
  }

  @Test
  void aReservationPassesItsNumberToItsAttempt() {
    var reservation = reserve(table, stage, 7, 1);
    int left = table.available();
    var attempt = bind(table, reservation, 2, 3);

    assertThat(table.find(reservation.id())).isSameAs(attempt);
    assertThat(reservation.state()).isEqualTo(ReservationState.BOUND);
    assertThat(table.available()).as("in the same slot").isEqualTo(left);
    table.end(attempt, AttemptState.ENDED);
    assertThat(table.find(attempt.id())).isNull();
    assertThat(table.available()).isEqualTo(left + 1);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void knowsWhatPlainCollectionsWouldKnow(long seed) {
    var chance = Chance.of(seed, "table");
    var stages = List.of(stage, ManagedJob.of(job(5)).tasks(0), ManagedJob.of(job(5)).tasks(0));
    Map<Long, Known> model = new LinkedHashMap<>();
    Set<Long> everIssued = new HashSet<>();
    int mostOut = 0;
    for (int now = 1; now <= 20_000; now++) {
      boolean growing = now / 1_000 % 2 == 0;
      if (model.isEmpty() || chance.nextInt(10) < (growing ? 5 : 2)) {
        var of = stages.get(chance.nextInt(3));
        int node = chance.nextInt(50);
        var made = reserve(table, of, node, now);
        assertThat(everIssued.add(made.id())).as("%x never repeats", made.id()).isTrue();
        model.put(made.id(), new Known(of, node, NO_TASK, now, false));
        mostOut = Math.max(mostOut, model.size());
      } else {
        change(chance, model, now);
      }
      if (now % 499 == 0) {
        same(model, everIssued);
      }
    }
    assertThat(table.end())
        .as("slots are used again, when enough of them are there to take turns")
        .isEqualTo(Math.max(mostOut, HeldTable.LEAST_SLOTS));
    assertThat(mostOut).as("the table has grown").isGreaterThan(64);
  }

  private void change(Chance chance, Map<Long, Known> model, long now) {
    var ids = new ArrayList<>(model.keySet());
    long id = ids.get(chance.nextInt(ids.size()));
    var held = requireNonNull(table.find(id));
    var known = requireNonNull(model.get(id));
    switch (chance.nextInt(6)) {
      case 0 -> {
        held.confirmed(now);
        model.put(id, known.heard(now));
      }
      case 1 -> {
        if (held instanceof Attempt attempt && attempt.state() == AttemptState.PLACED) {
          table.change(attempt, AttemptState.ENDING);
          model.put(id, known.marked());
        }
      }
      case 2, 3 -> {
        if (held instanceof Reservation reservation) {
          int task = chance.nextInt(5);
          bind(table, reservation, task, now);
          model.put(id, known.bound(task, now));
        }
      }
      default -> {
        switch (held) {
          case Reservation reservation -> table.end(reservation, ReservationState.WITHDRAWN);
          case Attempt attempt -> table.end(attempt, AttemptState.ENDED);
        }
        model.remove(id);
      }
    }
  }

  private void same(Map<Long, Known> model, Set<Long> everIssued) {
    int left = 0;
    for (int slot = 0; slot < table.end(); slot++) {
      left += table.at(slot) == null ? 0 : 1;
    }
    assertThat(left).as("a walk finds them all").isEqualTo(model.size());
    for (long id : everIssued) {
      var held = table.find(id);
      var known = model.get(id);
      if (known == null) {
        assertThat(held).as("%x is of the past", id).isNull();
        continue;
      }
      assertThat(held).isNotNull().returns(id, Held::id);
      assertThat(table.at(requireNonNull(held).slot)).isSameAs(held);
      assertThat(held.stage()).isSameAs(known.stage());
      assertThat(held.node()).isEqualTo(known.node());
      assertThat(held instanceof Attempt attempt ? attempt.task() : NO_TASK)
          .isEqualTo(known.task());
      assertThat(held.confirmedNs()).isEqualTo(known.heardNs());
      assertThat(held instanceof Attempt attempt && attempt.state() == AttemptState.ENDING)
          .isEqualTo(known.ending());
    }
  }

  @Test
  void schedulersNeverIssueTheSameId() {
    Set<Long> ids = new HashSet<>();
    for (int scheduler = 0; scheduler < 10; scheduler++) {
      var each = new HeldTable(scheduler, 1);
      for (int i = 0; i < 100; i++) {
        ids.add(reserve(each, stage, 0, 0).id());
      }
    }
    assertThat(ids).hasSize(1_000);
  }

  @Test
  void idsOfTheFirstAndTheLastSchedulerDiffer() {
    long first = new HeldTable(0, 1).newId();
    long last = new HeldTable(ReservationId.MAX_SCHEDULERS - 1, 1).newId();

    assertThat(first).isPositive().isNotEqualTo(last);
    assertThat(last).isPositive();
    assertThatThrownBy(() -> new HeldTable(ReservationId.MAX_SCHEDULERS, 1))
        .hasMessage("a cell has at most 2048 schedulers");
  }

  @Test
  void whatWasNeverIssuedIsNotFound() {
    var made = reserve(table, stage, 0, 0);

    assertThat(table.find(HeldTable.NO_ID)).isNull();
    assertThat(table.find(made.id() + 1)).isNull();
    assertThat(table.find(-1)).isNull();
  }

  @Test
  void aSlotIsUsedAgainOnlyAfterThousandsOfOthers() {
    Set<Integer> slots = new HashSet<>();
    for (int i = 0; i < HeldTable.LEAST_SLOTS; i++) {
      var made = reserve(table, stage, 0, 0);
      assertThat(slots.add(made.slot)).isTrue();
      table.end(made, ReservationState.WITHDRAWN);
    }
    assertThat(reserve(table, stage, 0, 0).slot).isZero();
  }

  @Test
  void ofFreeSlotsTheOneThatIsFreeLongestIsUsedNext() {
    List<Reservation> made = new ArrayList<>();
    for (int i = 0; i < HeldTable.LEAST_SLOTS; i++) {
      made.add(reserve(table, stage, 0, 0));
    }
    for (int slot : new int[] {9, 4, 7}) {
      table.end(made.get(slot), ReservationState.LOST);
    }
    assertThat(reserve(table, stage, 0, 0).slot).isEqualTo(9);
    assertThat(reserve(table, stage, 0, 0).slot).isEqualTo(4);
    assertThat(reserve(table, stage, 0, 0).slot).isEqualTo(7);
    assertThat(reserve(table, stage, 0, 0).slot).isEqualTo(HeldTable.LEAST_SLOTS);
  }

  @Test
  void listsHaveTheirOwnInAnyOrderOfComingAndGoing() {
    var chance = Chance.of(1, "lists");
    var list = new HeldList<Reservation>();
    List<Reservation> model = new ArrayList<>();
    for (int step = 0; step < 2_000; step++) {
      if (model.isEmpty() || chance.nextInt(20) < (step / 200 % 2 == 0 ? 12 : 8)) {
        var made = reserve(table, stage, 0, 0);
        list.add(made);
        model.addFirst(made);
      } else {
        list.remove(model.remove(chance.nextInt(model.size())));
      }
      List<Reservation> walked = new ArrayList<>();
      for (var one = list.first(); one != null && walked.size() <= model.size(); ) {
        walked.add(one);
        one = list.after(one);
      }
      assertThat(walked).isEqualTo(model);
      assertThat(list.count()).isEqualTo(model.size());
    }
  }
}
