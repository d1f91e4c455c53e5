package dev.muster.core.scheduler.place.estimated;

import static dev.muster.core.fake.Jobs.S;
import static dev.muster.core.scheduler.place.estimated.EstimatedCell.all;
import static dev.muster.core.scheduler.place.estimated.EstimatedCell.job;
import static dev.muster.core.scheduler.place.estimated.EstimatedCell.stage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.event.MasterEvent.JobFinished;
import dev.muster.core.event.ReturnReason;
import dev.muster.core.event.SchedulerEvent.ReservationReturned;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.scheduler.place.estimated.EstimatedCell.Sent;
import dev.muster.model.Tier;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What nodes shed goes elsewhere, at no cost. */
final class ShedTest {

  private final EstimatedCell cell = new EstimatedCell(2);

  private RecordingEffects shed(Sent sent) {
    return cell.cell.scheduler.tell(
        new ReservationReturned(sent.node(), sent.id(), ReturnReason.SHED, ""));
  }

  /** What is sent within an interval. */
  private List<Sent> next() {
    var sent = EstimatedCell.sent(cell.cell.beatAfter(S));
    if (!sent.isEmpty()) {
      return sent;
    }
    cell.wakeAfter(0, "LOADS");
    return cell.roundAfter(EstimatedPlacer.RETRY_DELAY_NS);
  }

  @Test
  void aTaskThatWasShedIsNotPlacedThereBeforeTheNextReport() {
    cell.known(all(0), all(S));
    var sent = cell.plan(1, job(1, stage("a", 2, 10 * S).withRetries(0)));
    var opportunistic =
        sent.stream().filter(one -> one.place().demand().tier() == Tier.OPPORTUNISTIC).toList();
    var first = opportunistic.getFirst();
    cell.known(all(first.node() == 0 ? 0 : S), all(first.node() == 1 ? 0 : S));
    assertThat(EstimatedCell.sent(shed(first))).isEmpty();
    var again = next();
    assertThat(again)
        .singleElement()
        .returns(first.task(), Sent::task)
        .returns(1 - first.node(), Sent::node);
    assertThat(again.getFirst().place().work().attempt()).isEqualTo(2);

    shed(again.getFirst());
    assertThat(next()).as("both have shed it").isEmpty();
    cell.known(all(0), all(0));
    var last = cell.roundAfter(EstimatedPlacer.RETRY_DELAY_NS);
    assertThat(last).as("they have reported").hasSize(1);
    cell.finish(last.getFirst());
    assertThat(cell.finish(sent.get(1 - sent.indexOf(first))).sent(JobFinished.class))
        .singleElement()
        .satisfies(end -> assertThat(end.report().failures()).isEmpty());
  }

  @Test
  void otherReturnsBarNothing() {
    cell.known(all(0), all(60 * S));
    var sent = cell.plan(1, job(1, stage("a", 2, 10 * S)));
    var back = sent.getLast();
    cell.cell.scheduler.tell(
        new ReservationReturned(back.node(), back.id(), ReturnReason.EVICTED, ""));
    assertThat(next()).singleElement().returns(back.node(), Sent::node);
  }
}
