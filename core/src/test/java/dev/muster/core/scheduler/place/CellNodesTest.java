package dev.muster.core.scheduler.place;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.event.SchedulerEvent.AvoidedNode;
import dev.muster.core.event.SchedulerEvent.NodesAvoided;
import dev.muster.core.scheduler.SchedulerCell;
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

  @Test
  void whoWasAvoidedIsWellAgainForThoseWhoKnewOfIt() {
    nodes.avoid(avoided(5, SICK, "x"));
    nodes.avoid(avoided(6, SICK, "y"));
    assertThat(nodes.isWellAgain(SICK, 5)).as("is avoided still").isFalse();

    nodes.avoid(new NodesAvoided(7, List.of()));
    assertThat(nodes.isWellAgain(SICK, 6)).isTrue();
    assertThat(nodes.isWellAgain(SICK, 7)).as("was known").isFalse();
    assertThat(nodes.isWellAgain(SICK - 1, 6)).isFalse();
    assertThat(nodes.isWellAgain(SICK + 1, 6)).isFalse();
  }

  @Test
  void avoidedNodesOfAnotherViewAreNotCounted() {
    nodes.avoid(avoided(1, SICK, "x"));

    assertThat(nodes.usable(new View(1, SchedulerCell.view(1, SICK + 2).machines())))
        .isEqualTo(SICK + 1);
    assertThat(nodes.usable(new View(1, SchedulerCell.view(1, SICK).machines()))).isEqualTo(SICK);
  }
}
