package dev.muster.core.actor.flat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class IntListTest {

  private static IntList of(int... values) {
    var list = new IntList();
    for (int value : values) {
      list.add(value);
    }
    return list;
  }

  private static List<Integer> contents(IntList list) {
    List<Integer> found = new ArrayList<>();
    for (int at = 0; at < list.size(); at++) {
      found.add(list.at(at));
    }
    return found;
  }

  @Test
  void growsPastItsFirstCapacity() {
    var list = new IntList();
    for (int value = 0; value < 1_000; value++) {
      list.add(value * 3);
    }

    assertThat(list.size()).isEqualTo(1_000);
    assertThat(list.at(0)).isEqualTo(0);
    assertThat(list.at(15)).isEqualTo(45);
    assertThat(list.at(16)).isEqualTo(48);
    assertThat(list.at(999)).isEqualTo(2_997);
  }

  @Test
  void theLastInIsTheFirstOut() {
    var list = of(5, 6, 7);

    assertThat(list.removeLast()).isEqualTo(7);
    assertThat(list.removeLast()).isEqualTo(6);
    assertThat(contents(list)).containsExactly(5);
  }

  @Test
  void swapChangesTwoAndNoOther() {
    var list = of(1, 2, 3, 4);
    list.swap(0, 2);
    list.swap(3, 3);

    assertThat(contents(list)).containsExactly(3, 2, 1, 4);
  }

  @Test
  void whatWasClearedIsOutOfReach() {
    var list = of(1, 2, 3);
    list.clear();
    list.add(9);

    assertThat(contents(list)).containsExactly(9);
    assertThat(list.isEmpty()).isFalse();
    assertThatThrownBy(() -> list.at(1)).isInstanceOf(IndexOutOfBoundsException.class);
  }
}
