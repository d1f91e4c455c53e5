package dev.muster.core.flat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class IntBitsTest {

  private final IntBits bits = new IntBits();

  private List<Integer> drain() {
    List<Integer> all = new ArrayList<>();
    bits.drain(all::add);
    return all;
  }

  @Test
  void numbersComeBackOnceAndInOrder() {
    for (int number : new int[] {200, 63, 64, 0, 63, 100_000, 200}) {
      bits.add(number);
    }
    assertThat(bits.size()).isEqualTo(5);
    assertThat(drain()).containsExactly(0, 63, 64, 200, 100_000);
  }

  @Test
  void whatIsTakenOutIsGone() {
    bits.add(5);
    bits.add(70);
    drain();
    assertThat(bits.size()).isZero();
    assertThat(drain()).isEmpty();
    bits.add(69);
    assertThat(drain()).containsExactly(69);
  }
}
