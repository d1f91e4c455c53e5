package dev.muster.core.actor.flat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.core.actor.Chance;
import java.util.ArrayDeque;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

final class IntRingTest {

  @Test
  void keepsTheOrderHoweverOftenItGoesRound() {
    var chance = Chance.of(1, "ring");
    var ring = new IntRing(5);
    var plain = new ArrayDeque<Integer>();
    for (int step = 0; step < 1_000; step++) {
      if (plain.size() < 5 && chance.nextBoolean()) {
        ring.add(step);
        plain.add(step);
      } else if (!plain.isEmpty()) {
        assertThat(ring.first()).isEqualTo(plain.element());
        assertThat(ring.removeFirst()).isEqualTo(plain.remove());
      }
      assertThat(ring.isEmpty()).isEqualTo(plain.isEmpty());
    }
  }

  @Test
  void takesNoMoreThanItWasMadeForAndGivesNoneWhenEmpty() {
    var ring = new IntRing(1);
    assertThatThrownBy(ring::removeFirst).isInstanceOf(NoSuchElementException.class);
    ring.add(7);
    assertThatThrownBy(() -> ring.add(8)).isInstanceOf(IllegalStateException.class);
    assertThat(ring.removeFirst()).isEqualTo(7);
  }
}
