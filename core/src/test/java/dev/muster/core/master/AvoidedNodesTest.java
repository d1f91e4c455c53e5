package dev.muster.core.master;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which schedulers have something to learn of the nodes to avoid. */
final class AvoidedNodesTest {

  private final AvoidedNodes avoided = new AvoidedNodes(1);

  @Test
  void aSchedulerThatKnowsNoneLearnsOfThoseThatThereAre() {
    assertThat(avoided.isNewFor(0)).isFalse();
    avoided.suspect(3);

    assertThat(avoided.isNewFor(0)).isTrue();
    assertThat(avoided.isNewFor(avoided.all().sequence())).isFalse();
  }

  @Test
  void theNextLeaderIsHeardWhateverTheOneBeforeHasSaid() {
    for (int node = 0; node < 100; node++) {
      avoided.suspect(node);
    }
    var next = new AvoidedNodes(2);

    assertThat(next.isNewFor(avoided.all().sequence())).isTrue();
    assertThat(next.all().sequence()).isGreaterThan(avoided.all().sequence());
  }
}
