package dev.muster.core.node.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.model.Resources;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ResourceSumTest {

  private final ResourceSum sum = new ResourceSum();

  private static Resources gpus(long count) {
    return new Resources(0, 0, Map.of("gpu", count));
  }

  @Test
  void namedResourcesAreSummedAndReleased() {
    sum.add(gpus(3));
    sum.add(gpus(2));
    assertThat(sum.isZero()).isFalse();
    sum.subtract(gpus(1));
    assertThat(sum.toResources().named()).containsEntry("gpu", 4L);
    sum.subtract(gpus(4));
    assertThat(sum.isZero()).isTrue();
  }

  @Test
  void noMoreIsReleasedThanWasReserved() {
    sum.add(gpus(1));
    assertThatThrownBy(() -> sum.subtract(gpus(2))).hasMessageContaining("released more");
  }
}
