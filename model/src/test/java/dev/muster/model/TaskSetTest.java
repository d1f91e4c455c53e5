package dev.muster.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import org.junit.jupiter.api.Test;

final class TaskSetTest {

  private static BitSet bits(int... tasks) {
    var bits = new BitSet();
    for (int task : tasks) {
      bits.set(task);
    }
    return bits;
  }

  @Test
  void aPartIsCountedFromItsOwnFirst() {
    var tasks = TaskSet.of(bits(0, 63, 64, 200));

    assertThat(tasks.between(0, 64)).isEqualTo(bits(0, 63));
    assertThat(tasks.between(63, 201)).isEqualTo(bits(0, 1, 137));
    assertThat(tasks.between(201, 1_000)).isEqualTo(bits());
  }

  @Test
  void thereIsOneWayToSayNone() {
    assertThat(TaskSet.of(bits())).isEqualTo(TaskSet.NONE);
    assertThat(TaskSet.NONE.between(0, 10)).isEqualTo(bits());
  }
}
