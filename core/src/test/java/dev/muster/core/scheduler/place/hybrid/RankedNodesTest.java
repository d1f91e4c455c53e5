package dev.muster.core.scheduler.place.hybrid;

import static dev.muster.core.fake.Jobs.MS;
import static dev.muster.core.fake.Jobs.S;
import static dev.muster.core.scheduler.place.hybrid.RankedNodes.MAX_CLOSED_NS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Chance;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.scheduler.place.load.NodeLoads;
import dev.muster.model.Load;
import dev.muster.model.WaitMatrix;
import org.junit.jupiter.api.Test;

/** Which nodes are before others, and which are closed. */
final class RankedNodesTest {

  private static final long LATE_NS = 100 * S;

  private final NodeLoads loads = new NodeLoads(SchedulerEvent.at(0), S);
  private final RankedNodes ranked = new RankedNodes(loads, Chance.of(1, "ranks"));

  RankedNodesTest() {
    loads.wantRanks(ranked::reported);
  }

  private void report(long nowNs, int node, long rankNs) {
    loads.update(nowNs, node, new Load(0, 0, rankNs, WaitMatrix.NO_WAIT));
  }

  private int best(long nowNs) {
    return ranked.choose(nowNs, 1, _ -> true);
  }

  @Test
  void aNodeThatReturnedATaskIsClosedForSoLongAtTheMost() {
    report(LATE_NS, 3, 0);
    ranked.returned(LATE_NS, 3);
    long openNs = LATE_NS + MAX_CLOSED_NS;
    assertThat(ranked.isOpen(LATE_NS, 3)).isFalse();
    assertThat(ranked.isOpen(openNs - 1, 3)).isFalse();
    assertThat(best(openNs - 1)).isEqualTo(RankedNodes.NONE);
    assertThat(ranked.isOpen(openNs, 3)).isTrue();
    assertThat(best(openNs)).isEqualTo(3);
  }

  @Test
  void aReportOpensTheNodeAgain() {
    ranked.returned(LATE_NS, 3);
    report(LATE_NS, 3, 0);
    assertThat(ranked.isOpen(LATE_NS + 1, 3)).as("from before the return").isFalse();
    report(LATE_NS + 1, 3, 0);
    assertThat(ranked.isOpen(LATE_NS + 1, 3)).isTrue();
  }

  @Test
  void othersStayOpen() {
    ranked.returned(LATE_NS, 3);
    assertThat(ranked.isOpen(LATE_NS, 2)).isTrue();
    assertThat(ranked.isOpen(LATE_NS, 1_000)).as("never heard of").isTrue();
  }

  @Test
  void nodesOfUnknownRankComeLast() {
    report(S, 1, 0);
    report(S, 2, 7 * MS);
    report(S, 3, 7 * MS);
    report(S, 9, Load.NEVER);
    assertThat(ranked.rankMs(1)).isZero();
    assertThat(ranked.rankMs(2)).isEqualTo(7).isEqualTo(ranked.rankMs(3));
    assertThat(ranked.rankMs(9)).as("takes none").isEqualTo(Long.MAX_VALUE);
    assertThat(ranked.rankMs(5)).as("has not reported").isEqualTo(Long.MAX_VALUE);
    assertThat(ranked.rankMs(1_000)).as("never heard of").isEqualTo(Long.MAX_VALUE);
    report(2 * S, 2, Load.NEVER);
    assertThat(ranked.rankMs(2)).as("takes none any more").isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void whatWasSentCounts() {
    report(S, 1, 0);
    report(S, 2, S);
    ranked.sent(S + 1, 1, 3 * S);
    assertThat(ranked.rankMs(1)).isEqualTo(3_000);
    assertThat(best(S + 1)).isEqualTo(2);
    report(S + 1, 1, 0);
    assertThat(best(S + 1)).as("the report has it").isEqualTo(1);
  }
}
