package dev.muster.core.scheduler.place.hybrid;

import static dev.muster.core.fake.Jobs.UNIT;
import static dev.muster.core.scheduler.place.hybrid.BouncedNodes.FIRST_NS;
import static dev.muster.core.scheduler.place.hybrid.BouncedNodes.MAX_NS;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which nodes are passed over, and for how long. */
final class BouncedNodesTest {

  private final BouncedNodes bounced = new BouncedNodes();

  private boolean isPassedOver(long nowNs) {
    return bounced.contains(nowNs, 3, UNIT);
  }

  @Test
  void aNodeIsPassedOverForTwiceAsLongEachTime() {
    long atNs = 0;
    for (long forNs = FIRST_NS; forNs <= MAX_NS; forNs *= 2) {
      bounced.add(atNs, 3, UNIT);
      assertThat(isPassedOver(atNs + forNs - 1)).isTrue();
      atNs += forNs;
      assertThat(isPassedOver(atNs)).as("after %d ns", forNs).isFalse();
    }
    bounced.add(atNs, 3, UNIT);
    assertThat(isPassedOver(atNs + MAX_NS - 1)).isTrue();
    assertThat(isPassedOver(atNs + MAX_NS)).as("never for longer").isFalse();
    assertThat(bounced.contains(atNs, 4, UNIT)).isFalse();
  }

  @Test
  void containersThatWereSentTogetherCountAsOne() {
    bounced.add(0, 3, UNIT);
    bounced.add(FIRST_NS / 2, 3, UNIT);
    assertThat(isPassedOver(FIRST_NS)).isFalse();
  }

  @Test
  void allIsForgottenAfterAWhile() {
    bounced.add(0, 3, UNIT);
    bounced.add(FIRST_NS, 3, UNIT);
    long laterNs = 3 * FIRST_NS + MAX_NS;
    bounced.add(laterNs, 3, UNIT);
    assertThat(isPassedOver(laterNs + FIRST_NS - 1)).isTrue();
    assertThat(isPassedOver(laterNs + FIRST_NS)).isFalse();
  }

  @Test
  void whatIsSmallerMayFit() {
    bounced.add(0, 3, UNIT.times(2));
    assertThat(isPassedOver(0)).isFalse();
    assertThat(bounced.contains(0, 3, UNIT.times(2))).isTrue();
    assertThat(bounced.nodes(0, UNIT.times(3), 9)).containsExactly(3);
    bounced.add(1, 3, UNIT);
    assertThat(isPassedOver(1)).isTrue();
  }

  @Test
  void theVersionTellsOfNodesThatAreBack() {
    long before = bounced.version(0);
    bounced.add(0, 3, UNIT);
    bounced.add(1, 4, UNIT);
    long during = bounced.version(1);
    assertThat(during).isNotEqualTo(before);
    assertThat(bounced.version(FIRST_NS - 1)).isEqualTo(during);
    long one = bounced.version(FIRST_NS);
    assertThat(one).isNotEqualTo(during);
    assertThat(bounced.version(FIRST_NS + 1)).isNotEqualTo(one);
    assertThat(bounced.version(9 * FIRST_NS)).isEqualTo(bounced.version(FIRST_NS + 1));
  }

  @Test
  void soManyAreRemembered() {
    for (int node = 0; node <= BouncedNodes.MAX_NODES; node++) {
      bounced.add(node, node, UNIT);
    }
    assertThat(bounced.contains(1_000, 0, UNIT)).as("the first is forgotten").isFalse();
    assertThat(bounced.nodes(1_000, UNIT, 2_000)).hasSize(BouncedNodes.MAX_NODES);
    assertThat(bounced.nodes(1_000, UNIT, 7)).hasSize(7);
  }
}
