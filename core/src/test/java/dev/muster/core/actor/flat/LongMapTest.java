package dev.muster.core.actor.flat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Chance;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LongMapTest {

  private static final int OPERATIONS = 100_000;

  /** What the map multiplies keys by, and its inverse: with it, keys can be made to collide. */
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private static final long INVERSE = inverse(MULTIPLIER);

  private static long inverse(long odd) {
    long inverse = odd;
    for (int i = 0; i < 6; i++) {
      inverse *= 2 - odd * inverse;
    }
    return inverse;
  }

  private static long key(Chance chance) {
    int small = chance.nextInt(48);
    return switch (chance.nextInt(5)) {
      case 0 -> small;
      case 1 -> small * INVERSE; // all at home in the first place
      case 2 -> ((0xFFFFFFL << 40) | small) * INVERSE; // all at home in the last: probes wrap
      case 3 -> Long.MIN_VALUE + small;
      default -> chance.nextInt(3_000) * 0x1_0000_0001L;
    };
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void doesWhatAHashMapDoes(long seed) {
    var chance = Chance.of(seed, "long map");
    var map = new LongMap<Integer>();
    Map<Long, Integer> model = new HashMap<>();
    for (int operation = 0; operation < OPERATIONS; operation++) {
      long key = key(chance);
      // The map grows and shrinks by turns, so that long probe chains come and go.
      boolean growing = operation / 5_000 % 2 == 0;
      if (chance.nextInt(100) < (growing ? 65 : 35)) {
        map.put(key, operation);
        model.put(key, operation);
      } else {
        assertThat(map.remove(key)).isEqualTo(model.remove(key));
      }
      long other = key(chance);
      assertThat(map.find(other)).isEqualTo(model.get(other));
      assertThat(map.size()).isEqualTo(model.size());
      if (operation % 1_000 == 0) {
        assertThat(map.values()).containsExactlyInAnyOrderElementsOf(model.values());
        model.forEach((known, value) -> assertThat(map.find(known)).isEqualTo(value));
      }
    }
    assertThat(model.size()).as("the test has something to lose").isGreaterThan(100);
  }

  @Test
  void aRemovalInTheMiddleOfAChainHidesNothing() {
    var map = new LongMap<String>();
    for (long i = 0; i < 10; i++) {
      map.put(i * INVERSE, "v" + i);
    }
    map.remove(4 * INVERSE);

    assertThat(map.find(4 * INVERSE)).isNull();
    for (long i = 5; i < 10; i++) {
      assertThat(map.find(i * INVERSE)).isEqualTo("v" + i);
    }
  }

  @Test
  void theOrderOfValuesFollowsFromWhatWasDoneAlone() {
    assertThat(filled().values()).containsExactlyElementsOf(filled().values());
    assertThat(filled().values().subList(0, 5)).containsExactly(61, 122, 183, 19, 80);
  }

  private static LongMap<Integer> filled() {
    var map = new LongMap<Integer>();
    for (int i = 0; i < 200; i++) {
      map.put(i, i);
      map.remove(i / 2 * 3L);
    }
    return map;
  }

  @Test
  void valuesAreACopySoThatOneMayRemoveWhileWalking() {
    var map = new LongMap<Integer>();
    for (int i = 0; i < 50; i++) {
      map.put(i, i);
    }
    for (int value : map.values()) {
      map.remove(value);
    }

    assertThat(map.isEmpty()).isTrue();
    assertThat(map.values()).isEmpty();
  }

  @Test
  void clearForgetsAllAndTheMapGoesOn() {
    var map = new LongMap<String>();
    for (long key = 0; key < 100; key++) {
      map.put(key, "before");
    }
    map.clear();
    map.put(7, "after");

    assertThat(map.size()).isEqualTo(1);
    assertThat(map.values()).containsExactly("after");
    assertThat(map.find(8)).isNull();
  }
}
