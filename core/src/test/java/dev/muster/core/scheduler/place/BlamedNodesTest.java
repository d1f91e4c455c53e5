package dev.muster.core.scheduler.place;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.scheduler.SchedulerCell;
import org.junit.jupiter.api.Test;

final class BlamedNodesTest {

  private static final int NODE = 1;
  private static final long OVER_NS = BlamedNodes.FIRST_PAUSE_NS;

  private final BlamedNodes blamed = new BlamedNodes();

  private static View view(int nodes) {
    return new View(nodes, SchedulerCell.view(nodes, nodes).machines());
  }

  @Test
  void aNodeIsAvoidedUntilItsPauseIsOver() {
    blamed.blame(0, NODE, "fails");

    assertThat(blamed.problem(OVER_NS - 1, NODE)).isEqualTo("fails");
    assertThat(blamed.avoided(OVER_NS - 1)).isEqualTo(1);
    assertThat(blamed.problem(OVER_NS, NODE)).isNull();
    assertThat(blamed.avoided(OVER_NS)).isZero();
  }

  /** No other node would do. */
  @Test
  void aTaskThatStartsBeforeThePauseIsOverIsNoTrial() {
    blamed.blame(0, NODE, "fails");
    blamed.started(OVER_NS - 1, NODE);
    blamed.blame(OVER_NS - 1, NODE, "fails again");

    assertThat(blamed.problem(OVER_NS, NODE)).as("no pause is added").isNull();
    blamed.started(OVER_NS, NODE);
    assertThat(blamed.problem(OVER_NS, NODE)).as("that one is").isEqualTo("fails");
  }

  @Test
  void aNodeThatLeftBeginsAnewShouldItComeBack() {
    blamed.blame(0, NODE, "fails");
    blamed.see(view(NODE + 1));
    assertThat(blamed.contains(NODE)).as("is there").isTrue();
    blamed.see(view(NODE));
    blamed.see(view(NODE + 1));

    assertThat(blamed.isEmpty()).isTrue();
    assertThat(blamed.problem(0, NODE)).isNull();
  }
}
