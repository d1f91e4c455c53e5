package dev.muster.core.scheduler;

import static dev.muster.core.fake.Jobs.stage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Chance;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.ReservationId;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.HeldAttempt;
import dev.muster.model.JobSpec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ReservationTableTest {

  /** What the table should know of a reservation that is out. */
  private record Known(
      JobManager job, int stage, int node, int task, long heardNs, boolean killing) {

    Known bound(int toTask, long nowNs) {
      return new Known(job, stage, node, toTask, nowNs, killing);
    }

    Known heard(long nowNs) {
      return new Known(job, stage, node, task, nowNs, killing);
    }

    Known marked() {
      return new Known(job, stage, node, task, heardNs, true);
    }
  }

  private static JobManager job(long number) {
    var spec = JobSpec.of("job", stage("a", 5), stage("b", 5));
    return new JobManager(new AssignJob(number, spec, ClientEvent.at(0), 0), "sampled");
  }

  @Test
  void whatWasTakenOverKeepsItsNumberAndIsNotTakenForOneOfToday() {
    var table = new ReservationTable(3, 2);
    var job = job(1);
    long old = ReservationId.of(ReservationId.base(3, 1), 1, 0);
    int own = table.add(job, job.stage(0), 7, 1);
    int adopted = table.adopt(job, job.stage(0), 8, new HeldAttempt(old, 1, 0, 4, 1), 1);

    assertThat(ReservationId.slot(old)).isEqualTo(own);
    assertThat(table.find(old)).isEqualTo(adopted).isNotEqualTo(own);
    assertThat(table.find(table.id(own))).isEqualTo(own);
    assertThat(table.id(adopted)).isEqualTo(old);
    assertThat(table.task(adopted)).isEqualTo(4);
    assertThat(job.stage(0).bound.count).isEqualTo(1);
    table.remove(adopted);
    assertThat(table.find(old)).isEqualTo(ReservationTable.NONE);
    assertThat(job.stage(0).bound.count).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void knowsWhatPlainCollectionsWouldKnow(long seed) {
    var chance = Chance.of(seed, "table");
    var table = new ReservationTable(3, 1);
    var jobs = List.of(job(1), job(2), job(3));
    Map<Long, Known> model = new LinkedHashMap<>();
    Set<Long> everIssued = new HashSet<>();
    int mostOut = 0;
    for (int now = 1; now <= 20_000; now++) {
      boolean growing = now / 1_000 % 2 == 0;
      if (model.isEmpty() || chance.nextInt(10) < (growing ? 5 : 2)) {
        var job = jobs.get(chance.nextInt(3));
        int stage = chance.nextInt(2);
        int node = chance.nextInt(50);
        long id = table.id(table.add(job, job.stage(stage), node, now));
        assertThat(everIssued.add(id)).as("%x never repeats", id).isTrue();
        model.put(id, new Known(job, stage, node, ReservationTable.NONE, now, false));
        mostOut = Math.max(mostOut, model.size());
      } else {
        change(chance, table, model, now);
      }
      if (now % 499 == 0) {
        same(table, model, everIssued);
        jobs.forEach(job -> listsAreIntact(table, model, job));
      }
    }
    assertThat(table.end())
        .as("slots are used again, when enough of them are there to take turns")
        .isEqualTo(Math.max(mostOut, ReservationTable.LEAST_SLOTS));
    assertThat(mostOut).as("the table has grown").isGreaterThan(64);
  }

  private static void change(
      Chance chance, ReservationTable table, Map<Long, Known> model, long now) {
    var ids = new ArrayList<>(model.keySet());
    long id = ids.get(chance.nextInt(ids.size()));
    int slot = table.find(id);
    var known = Objects.requireNonNull(model.get(id));
    switch (chance.nextInt(6)) {
      case 0 -> {
        table.heard(slot, now);
        model.put(id, known.heard(now));
      }
      case 1 -> {
        table.markKilling(slot);
        model.put(id, known.marked());
      }
      case 2, 3 -> {
        if (!table.isBound(slot)) {
          int task = chance.nextInt(5);
          table.bind(slot, task, now);
          model.put(id, known.bound(task, now));
        }
      }
      default -> {
        table.remove(slot);
        model.remove(id);
      }
    }
  }

  private static void same(ReservationTable table, Map<Long, Known> model, Set<Long> everIssued) {
    for (long id : everIssued) {
      int slot = table.find(id);
      var known = model.get(id);
      if (known == null) {
        assertThat(slot).as("%x is of the past", id).isEqualTo(ReservationTable.NONE);
        continue;
      }
      assertThat(table.id(slot)).isEqualTo(id);
      assertThat(table.isOut(slot)).isTrue();
      assertThat(table.job(slot)).isSameAs(known.job());
      assertThat(table.plan(slot)).isSameAs(known.job().stage(known.stage()));
      assertThat(table.node(slot)).isEqualTo(known.node());
      assertThat(table.isBound(slot)).isEqualTo(known.task() != ReservationTable.NONE);
      assertThat(table.task(slot)).isEqualTo(known.task());
      assertThat(table.heardNs(slot)).isEqualTo(known.heardNs());
      assertThat(table.isKilling(slot)).isEqualTo(known.killing());
    }
  }

  private static void listsAreIntact(
      ReservationTable table, Map<Long, Known> model, JobManager job) {
    for (int stage = 0; stage < job.stageCount(); stage++) {
      listIsIntact(table, model, job, stage, false);
      listIsIntact(table, model, job, stage, true);
    }
  }

  private static void listIsIntact(
      ReservationTable table, Map<Long, Known> model, JobManager job, int stage, boolean bound) {
    var list = bound ? job.stage(stage).bound : job.stage(stage).queued;
    List<Long> walked = new ArrayList<>();
    for (int slot = list.first; slot != ReservationTable.NONE; slot = table.next(slot)) {
      walked.add(table.id(slot));
      assertThat(walked).as("the list has an end").hasSizeLessThanOrEqualTo(model.size());
    }
    List<Long> expected = new ArrayList<>();
    model.forEach(
        (id, known) -> {
          boolean isBound = known.task() != ReservationTable.NONE;
          if (known.job() == job && known.stage() == stage && isBound == bound) {
            expected.add(id);
          }
        });
    assertThat(walked).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(list.count).isEqualTo(expected.size());
  }

  @Test
  void schedulersNeverIssueTheSameId() {
    Set<Long> ids = new HashSet<>();
    for (int scheduler = 0; scheduler < 10; scheduler++) {
      var job = job(scheduler);
      var table = new ReservationTable(scheduler, 1);
      for (int i = 0; i < 100; i++) {
        ids.add(table.id(table.add(job, job.stage(0), 0, 0)));
      }
    }

    assertThat(ids).hasSize(1_000);
  }

  @Test
  void whatWasNeverIssuedIsNotFound() {
    var table = new ReservationTable(0, 1);
    var job = job(1);
    int slot = table.add(job, job.stage(0), 0, 0);

    assertThat(table.find(0)).isEqualTo(ReservationTable.NONE);
    assertThat(table.find(table.id(slot) + 1)).isEqualTo(ReservationTable.NONE);
    assertThat(table.find(-1)).isEqualTo(ReservationTable.NONE);
  }

  @Test
  void aUsedSlotKeepsNothingOfBefore() {
    var table = new ReservationTable(0, 1);
    var job = job(1);
    int before = table.add(job, job.stage(0), 4, 10);
    table.bind(before, 2, 20);
    table.markKilling(before);
    table.remove(before);
    int slot = table.add(job, job.stage(1), 5, 30);
    while (slot != before) {
      table.remove(slot);
      slot = table.add(job, job.stage(1), 5, 30);
    }

    assertThat(table.isBound(slot)).isFalse();
    assertThat(table.isKilling(slot)).isFalse();
    assertThat(table.heardNs(slot)).isEqualTo(30);
    assertThat(table.node(slot)).isEqualTo(5);
  }
}
