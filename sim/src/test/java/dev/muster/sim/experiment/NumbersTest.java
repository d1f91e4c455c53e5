package dev.muster.sim.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class NumbersTest {

  @Test
  void whatLiesOnALineHasNoBend() {
    var straight = new TreeMap<>(Map.of(1.0, 3.0, 2.0, 5.0, 4.0, 9.0));
    assertThat(Numbers.bend(straight)).isCloseTo(0, within(1e-12));

    straight.put(2.0, 5.5);
    assertThat(Numbers.bend(straight)).isCloseTo(0.1, within(1e-12));
  }

  @Test
  void aFallIsSeenHoweverManyStepsItTakes() {
    assertThat(Numbers.neverFalls(List.of(1.0, 1.0, 2.0))).isTrue();
    assertThat(Numbers.neverFalls(List.of(1.0, 2.0, 1.9))).isFalse();
    assertThat(Numbers.neverFalls(List.of(1.0, 2.0, 1.95, 1.91), 0.05)).isTrue();
    assertThat(Numbers.neverFalls(List.of(1.0, 2.0, 1.95, 1.89), 0.05)).isFalse();
  }

  @Test
  void growthIsTheLastOverTheFirst() {
    assertThat(Numbers.growth(new TreeMap<>(Map.of(1.0, 2.0, 3.0, 5.0)))).isEqualTo(2.5);
    assertThat(Numbers.growth(new TreeMap<>(Map.of(1.0, 0.0, 3.0, 0.0)))).isEqualTo(1);
    assertThat(Numbers.growth(new TreeMap<>(Map.of(1.0, 0.0, 3.0, 2.0))))
        .isEqualTo(Numbers.ENDLESS);
  }
}
