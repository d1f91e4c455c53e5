package dev.muster.sim.experiment.omega;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ShapeTest {

  @Test
  void whatLiesOnALineHasNoBend() {
    var straight = new TreeMap<>(Map.of(1.0, 3.0, 2.0, 5.0, 4.0, 9.0));
    assertThat(Shape.bend(straight)).isCloseTo(0, within(1e-12));

    straight.put(2.0, 5.5);
    assertThat(Shape.bend(straight)).isCloseTo(0.1, within(1e-12));
  }

  @Test
  void aFallIsSeenHoweverManyStepsItTakes() {
    assertThat(Shape.neverFalls(List.of(1.0, 1.0, 2.0))).isTrue();
    assertThat(Shape.neverFalls(List.of(1.0, 2.0, 1.9))).isFalse();
    assertThat(Shape.neverFalls(List.of(1.0, 2.0, 1.95, 1.91), 0.05)).isTrue();
    assertThat(Shape.neverFalls(List.of(1.0, 2.0, 1.95, 1.89), 0.05)).isFalse();
  }

  @Test
  void growthIsTheLastOverTheFirst() {
    assertThat(Shape.growth(new TreeMap<>(Map.of(1.0, 2.0, 3.0, 5.0)))).isEqualTo(2.5);
    assertThat(Shape.growth(new TreeMap<>(Map.of(1.0, 0.0, 3.0, 0.0)))).isEqualTo(1);
    assertThat(Shape.growth(new TreeMap<>(Map.of(1.0, 0.0, 3.0, 2.0)))).isEqualTo(Shape.ENDLESS);
  }
}
