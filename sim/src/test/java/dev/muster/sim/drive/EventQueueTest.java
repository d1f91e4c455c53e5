package dev.muster.sim.drive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Chance;
import dev.muster.core.event.NodeEvent;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.junit.jupiter.api.Test;

class EventQueueTest {

  private record Expected(long timeNs, int order, String what) {}

  private final EventQueue queue = new EventQueue();
  private final Seat seat = new Seat(NodeEvent.at(0), (_, _, _) -> {});

  @Test
  void tiesFallToWhoeverCameFirst() {
    queue.add(5, seat, 1, "first");
    queue.addMessage(5, seat, "second");
    queue.add(5, seat, 1, "third");
    queue.addMessage(3, seat, "earlier");

    assertThat(next()).isEqualTo("earlier");
    assertThat(next()).isEqualTo("first");
    assertThat(next()).isEqualTo("second");
    assertThat(next()).isEqualTo("third");
    assertThat(queue.isEmpty()).isTrue();
  }

  @Test
  void ordersLikeASortedListWhateverIsAddedInBetween() {
    var chance = Chance.of(7, "queue");
    var model =
        new PriorityQueue<Expected>(
            Comparator.comparingLong(Expected::timeNs).thenComparingInt(Expected::order));
    for (int i = 0; i < 200_000; i++) {
      if (model.isEmpty() || chance.nextInt(5) < 3) {
        long timeNs = queue.timeNs + chance.nextInt(50);
        model.add(new Expected(timeNs, i, "e" + i));
        if (chance.nextBoolean()) {
          queue.addMessage(timeNs, seat, "e" + i);
        } else {
          queue.add(timeNs, seat, 1, "e" + i);
        }
      } else {
        assertThat(queue.firstNs()).isEqualTo(model.element().timeNs());
        assertThat(next()).isEqualTo(model.remove().what());
      }
    }
  }

  @Test
  void theLaneKeepsItsOrderWhenItGrowsAcrossItsSeam() {
    for (int i = 0; i < 900; i++) {
      queue.addMessage(i, seat, "m" + i);
    }
    for (int i = 0; i < 700; i++) {
      assertThat(next()).isEqualTo("m" + i);
    }
    for (int i = 900; i < 5_000; i++) {
      queue.addMessage(i, seat, "m" + i);
    }
    for (int i = 700; i < 5_000; i++) {
      assertThat(next()).isEqualTo("m" + i);
    }
  }

  private Object next() {
    queue.remove();
    return String.valueOf(queue.payload);
  }
}
