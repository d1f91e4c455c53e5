package dev.muster.core.scheduler.place.estimated;

import static dev.muster.core.fake.Jobs.S;
import static dev.muster.core.scheduler.place.estimated.EstimatedCell.all;
import static dev.muster.core.scheduler.place.estimated.EstimatedCell.job;
import static dev.muster.core.scheduler.place.estimated.EstimatedCell.stage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.event.SchedulerEvent.AttemptStatus;
import dev.muster.core.event.SchedulerEvent.AttemptsReported;
import dev.muster.core.scheduler.place.estimated.EstimatedCell.Sent;
import dev.muster.model.AttemptPhase;
import dev.muster.model.Load;
import dev.muster.model.Tier;
import dev.muster.model.Usage;
import dev.muster.model.WaitMatrix;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** When an opportunistic task that waits at a node goes to another with the token it gets. */
final class MovesTest {

  private final EstimatedCell cell = new EstimatedCell(3);
  private final List<Sent> sent;

  MovesTest() {
    cell.known(all(0), all(0), all(0));
    sent = cell.plan(1, job(1, stage("a", 2, 10 * S)));
  }

  private Sent of(Tier tier) {
    return sent.stream()
        .filter(one -> one.place().demand().tier() == tier)
        .findFirst()
        .orElseThrow();
  }

  private void queued(Sent one, long waitNs) {
    var status = new AttemptStatus(one.id(), AttemptPhase.QUEUED, waitNs, Usage.NONE);
    var load = new Load(0, 0, 0, all(waitNs));
    cell.cell.scheduler.tell(new AttemptsReported(one.node(), 0, load, List.of(status)));
  }

  @Test
  void aTaskOfWhichItsNodeHasSaidNothingStays() {
    int node = of(Tier.OPPORTUNISTIC).node();
    cell.known(
        IntStream.range(0, 3)
            .mapToObj(i -> all(i == node ? 60 * S : 0))
            .toArray(WaitMatrix[]::new));
    assertThat(EstimatedCell.sent(cell.finish(of(Tier.GUARANTEED)))).isEmpty();
  }

  @Test
  void aTaskThatWaitsLongMoves() {
    queued(of(Tier.OPPORTUNISTIC), 60 * S);
    assertThat(EstimatedCell.sent(cell.finish(of(Tier.GUARANTEED))))
        .singleElement()
        .matches(one -> one.node() != of(Tier.OPPORTUNISTIC).node())
        .matches(one -> one.place().demand().tier() == Tier.GUARANTEED);
  }

  @Test
  void aTaskThatWaitsALittleStays() {
    queued(of(Tier.OPPORTUNISTIC), S);
    assertThat(EstimatedCell.sent(cell.finish(of(Tier.GUARANTEED)))).isEmpty();
  }
}
