package dev.muster.core.actor.flat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Chance;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LongSetTest {

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void doesWhatAHashSetDoes(long seed) {
    var chance = Chance.of(seed, "long set");
    var set = new LongSet();
    Set<Long> model = new HashSet<>();
    for (int operation = 0; operation < 20_000; operation++) {
      long key = (long) chance.nextInt(10_000) << (chance.nextInt(2) * 40);
      assertThat(set.contains(key)).isEqualTo(model.contains(key));
      assertThat(set.add(key)).isEqualTo(model.add(key));
      assertThat(set.size()).isEqualTo(model.size());
    }
    assertThat(model.size()).as("it has grown").isGreaterThan(1_000);
    model.forEach(key -> assertThat(set.contains(key)).isTrue());
  }

  @Test
  void nothingIsInAnEmptyOne() {
    var set = new LongSet();
    assertThat(set.contains(0)).isFalse();
    assertThat(set.contains(7)).isFalse();
    assertThat(set.size()).isZero();
  }

  @Test
  void zeroIsANumberLikeOthers() {
    var set = new LongSet();
    assertThat(set.add(0)).isTrue();
    assertThat(set.add(0)).isFalse();
    assertThat(set.contains(0)).isTrue();
    assertThat(set.size()).isEqualTo(1);
  }
}
