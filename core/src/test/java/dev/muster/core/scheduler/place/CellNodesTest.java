package dev.muster.core.scheduler.place;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.event.SchedulerEvent.AvoidedNode;
import dev.muster.core.event.SchedulerEvent.NodesAvoided;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CellNodesTest {

  private static final int SICK = 3;

  private final CellNodes nodes = new CellNodes();

  private static NodesAvoided avoided(long sequence, int node, String reason) {
    return new NodesAvoided(sequence, List.of(new AvoidedNode(node, reason)));
  }

  @Test
  void nobodyIsAvoidedWithoutAReason() {
    assertThat(nodes.isAvoided(SICK)).isFalse();
    assertThat(nodes.reason(SICK)).isEmpty();
  }

  @Test
  void eachMessageNamesAllThatAreAvoided() {
    assertThat(nodes.avoid(avoided(1, SICK, "its disk is full"))).isTrue();
    assertThat(nodes.isAvoided(SICK)).isTrue();
    assertThat(nodes.reason(SICK)).isEqualTo("its disk is full");
    assertThat(nodes.isAvoided(SICK - 1)).isFalse();
    assertThat(nodes.isAvoided(SICK + 1)).isFalse();

    nodes.avoid(avoided(2, SICK + 1, "x"));
    assertThat(nodes.isAvoided(SICK)).isFalse();
    assertThat(nodes.isAvoided(SICK + 1)).isTrue();
  }

  @Test
  void anOvertakenMessageIsIgnored() {
    nodes.avoid(avoided(5, SICK, "x"));

    assertThat(nodes.avoid(new NodesAvoided(5, List.of()))).isFalse();
    assertThat(nodes.avoid(new NodesAvoided(4, List.of()))).isFalse();
    assertThat(nodes.isAvoided(SICK)).isTrue();
    assertThat(nodes.avoidedSequence()).isEqualTo(5);
  }
}
