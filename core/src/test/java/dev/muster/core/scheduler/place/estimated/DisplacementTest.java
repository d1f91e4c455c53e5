package dev.muster.core.scheduler.place.estimated;

import static dev.muster.core.fake.Jobs.MS;
import static dev.muster.core.fake.Jobs.S;
import static dev.muster.core.scheduler.place.estimated.EstimatedCell.all;
import static dev.muster.core.scheduler.place.estimated.EstimatedCell.job;
import static dev.muster.core.scheduler.place.estimated.EstimatedCell.sent;
import static dev.muster.core.scheduler.place.estimated.EstimatedCell.stage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.event.NodeEvent.PromoteTask;
import dev.muster.core.event.SchedulerEvent.TaskPromoted;
import dev.muster.core.scheduler.place.estimated.EstimatedCell.Sent;
import dev.muster.model.Tier;
import dev.muster.model.Usage;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A job does not end opportunistic tasks of its own to start others with its tokens. */
final class DisplacementTest {

  private static List<Sent> of(Tier tier, List<Sent> all) {
    return all.stream().filter(one -> tier(one) == tier).toList();
  }

  private static Tier tier(Sent sent) {
    return sent.place().demand().tier();
  }

  /** One node of four cores has three tasks of one core with tokens, and opportunistic ones. */
  @Test
  void aTokenGoesToATaskThatRunsWhereTheNodeIsFull() {
    var cell = new EstimatedCell(1);
    cell.known(all(0));
    var first = cell.plan(1, job(3, stage("a", 20, 10 * S)));
    var opportunistic = of(Tier.OPPORTUNISTIC, first);
    assertThat(opportunistic).isNotEmpty();
    opportunistic.forEach(one -> cell.running(one, MS, Usage.NONE));

    var out = cell.finish(of(Tier.GUARANTEED, first).getFirst());
    assertThat(out.sent(PromoteTask.class)).hasSize(1);
    assertThat(of(Tier.GUARANTEED, sent(out))).isEmpty();
  }

  @Test
  void aTokenGoesToATaskThatRunsRatherThanToOneThatWaitsBesideIt() {
    var cell = new EstimatedCell(1);
    cell.known(all(0));
    var first = cell.plan(1, job(3, stage("a", 20, 10 * S)));
    var opportunistic = of(Tier.OPPORTUNISTIC, first);
    cell.queued(opportunistic.getFirst(), 5 * S, all(0));
    opportunistic.stream().skip(1).forEach(one -> cell.running(one, MS, Usage.NONE));

    var out = cell.finish(of(Tier.GUARANTEED, first).getFirst());
    assertThat(out.sent(PromoteTask.class))
        .singleElement()
        .matches(one -> one.reservation() != opportunistic.getFirst().id());
  }

  @Test
  void aTokenGoesToATaskThatWaitsWhereANodeHasRoom() {
    var cell = new EstimatedCell(8);
    cell.known(all(0), all(0), all(0), all(0), all(0), all(0), all(0), all(0));
    var first = cell.plan(1, job(1, stage("a", 20, 10 * S)));
    of(Tier.OPPORTUNISTIC, first).forEach(one -> cell.running(one, MS, Usage.NONE));

    var out = cell.finish(of(Tier.GUARANTEED, first).getFirst());
    assertThat(out.sent(PromoteTask.class)).isEmpty();
    assertThat(of(Tier.GUARANTEED, sent(out))).hasSize(1);
  }

  /** What has run already would be lost: half of it, for all that is known. */
  @Test
  void aShortWaitElsewhereIsBetterThanToHaveAnotherGiveWay() {
    assertThat(nodeBesideOneThatWaits(4 * S)).isEqualTo(1);
    assertThat(nodeBesideOneThatWaits(6 * S)).isZero();
  }

  /** One node is full of opportunistic tasks of 10 s, the other is free in so long. */
  private static int nodeBesideOneThatWaits(long waitNs) {
    var cell = new EstimatedCell(2);
    cell.known(all(0), all(90 * S));
    cell.plan(1, job(2, stage("a", 20, 10 * S))).forEach(one -> cell.running(one, MS, Usage.NONE));
    cell.known(all(0), all(waitNs));
    return of(Tier.GUARANTEED, cell.plan(2, job(1, stage("b", 1, 10 * S)))).getFirst().node();
  }

  @Test
  void opportunisticTasksBesideWhichThereIsRoomStay() {
    var cell = new EstimatedCell(1);
    cell.known(all(0));
    var under = new ArrayList<>(cell.plan(1, job(1, stage("a", 40, 10 * S))));
    for (int ended = 0; ended < 10; ended++) {
      under.forEach(one -> cell.running(one, MS, Usage.NONE));
      var out = cell.finish(under.removeFirst());
      assertThat(out.sent(PromoteTask.class)).isEmpty();
      under.addAll(sent(out));
    }
    assertThat(under)
        .as("one has a token")
        .filteredOn(one -> tier(one) == Tier.GUARANTEED)
        .isNotEmpty();
  }

  @Test
  void whatWasPromotedGivesWayNoMore() {
    var cell = new EstimatedCell(1);
    cell.known(all(0));
    var first = cell.plan(1, job(3, stage("a", 7, 10 * S)));
    var opportunistic = of(Tier.OPPORTUNISTIC, first);
    first.forEach(one -> cell.running(one, MS, Usage.NONE));
    List<Long> promoted = new ArrayList<>();
    for (var one : of(Tier.GUARANTEED, first).subList(0, 2)) {
      long id = cell.finish(one).sent(PromoteTask.class).getFirst().reservation();
      cell.cell.scheduler.tell(new TaskPromoted(0, id, true));
      promoted.add(id);
    }
    opportunistic.stream().filter(one -> !promoted.contains(one.id())).forEach(cell::finish);

    var next = cell.plan(2, job(1, stage("a", 9, 10 * S)));
    next.forEach(one -> cell.running(one, MS, Usage.NONE));
    var out = cell.finish(of(Tier.GUARANTEED, next).getFirst());
    assertThat(out.sent(PromoteTask.class)).isEmpty();
  }
}
