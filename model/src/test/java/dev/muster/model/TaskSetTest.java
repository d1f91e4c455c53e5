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

  private static TaskBits tasks(TaskId... tasks) {
    var bits = new TaskBits();
    for (var task : tasks) {
      bits.add(task);
    }
    return bits;
  }

  @Test
  void tasksAreCountedFromTheFirstOfTheirOwnStage() {
    var tasks =
        tasks(new TaskId(5, 200), new TaskId(2, 63), new TaskId(2, 0), new TaskId(2, 64)).all();

    assertThat(tasks.stages()).extracting(TaskSet.StageBits::stage).containsExactly(2, 5);
    assertThat(tasks.stages())
        .extracting(TaskSet.StageBits::tasks)
        .containsExactly(bits(0, 63, 64), bits(200));
  }

  @Test
  void aSetGoesOnFromAnother() {
    var before = tasks(new TaskId(1, 3)).all();
    var bits = TaskBits.of(before);
    bits.add(new TaskId(1, 4));
    bits.add(new TaskId(0, 3));

    assertThat(bits.contains(new TaskId(1, 3))).isTrue();
    assertThat(bits.contains(new TaskId(1, 4))).isTrue();
    assertThat(bits.contains(new TaskId(0, 4))).isFalse();
    assertThat(bits.contains(new TaskId(9, 0))).as("a stage of which there are none").isFalse();
    assertThat(bits.all())
        .isEqualTo(tasks(new TaskId(0, 3), new TaskId(1, 3), new TaskId(1, 4)).all());
    assertThat(before).as("unchanged").isEqualTo(tasks(new TaskId(1, 3)).all());
  }

  @Test
  void thereIsOneWayToSayNone() {
    assertThat(tasks().all()).isEqualTo(TaskSet.NONE);
    assertThat(TaskBits.of(TaskSet.NONE).all()).isEqualTo(TaskSet.NONE);
  }
}
