package dev.muster.core.actor.flat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.core.actor.Chance;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SortedLongsTest {

  private final SortedLongs set = new SortedLongs();

  private List<Long> all() {
    List<Long> all = new ArrayList<>();
    for (int at = 0; at < set.size(); at++) {
      all.add(set.at(at));
    }
    return all;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void doesWhatATreeSetDoes(long seed) {
    var chance = Chance.of(seed, "sorted longs");
    var model = new TreeSet<Long>();
    for (int operation = 0; operation < 2_000; operation++) {
      long value = chance.nextInt(100) - 50L;
      set.add(value);
      model.add(value);
      if (chance.nextInt(10) == 0) {
        int parts = 2 + chance.nextInt(3);
        set.retain(each -> each % parts == 0);
        model.removeIf(each -> each % parts != 0);
      }
      assertThat(all()).containsExactlyElementsOf(model);
      assertThat(set.contains(value)).isEqualTo(model.contains(value));
      assertThat(set.isEmpty()).isEqualTo(model.isEmpty());
    }
  }

  @Test
  void whatIsClearedIsGone() {
    set.add(7);
    set.add(3);
    assertThat(all()).containsExactly(3L, 7L);
    set.clear();
    assertThat(set.isEmpty()).isTrue();
    assertThat(set.contains(7)).isFalse();
    assertThatThrownBy(() -> set.at(0)).isInstanceOf(IndexOutOfBoundsException.class);
  }
}
