package dev.muster.core.scheduler.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Chance;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TasksBySizeTest {

  @Test
  void classesGrowWithSizesAndHoldAQuarterOfADoublingAtMost() {
    int before = TasksBySize.classOf(0);
    long largest = 0;
    for (long bytes = 1; bytes > 0 && bytes < 1L << 62; bytes += Math.max(1, bytes >> 6)) {
      int now = TasksBySize.classOf(bytes);
      assertThat(now).as("%d", bytes).isBetween(before, before + 1);
      if (now > before) {
        assertThat((double) bytes).isLessThanOrEqualTo(Math.max(1, largest) * 1.27 + 1);
        largest = bytes;
      }
      before = now;
    }
    assertThat(TasksBySize.classOf(Long.MAX_VALUE)).isLessThan(256);
  }

  @Test
  void tasksOfOneSizeAreFirstInFirstOut() {
    var tasks = new TasksBySize(4);
    for (int task : new int[] {2, 0, 3}) {
      tasks.add(task, 0);
    }
    assertThat(tasks.removeFirst()).isEqualTo(2);
    tasks.add(1, 0);
    assertThat(List.of(tasks.removeFirst(), tasks.removeFirst(), tasks.removeFirst()))
        .containsExactly(0, 3, 1);
    assertThat(tasks.isEmpty()).isTrue();
  }

  /** Against a list that is searched. */
  @Test
  void theLargestClassGoesFirstWhateverComesAndGoes() {
    var chance = Chance.of(7, "sizes");
    var tasks = new TasksBySize(10_000);
    List<long[]> model = new ArrayList<>();
    for (int task = 0; task < 10_000; task++) {
      long bytes = chance.nextLong(1L << chance.nextInt(40));
      tasks.add(task, bytes);
      model.add(new long[] {task, TasksBySize.classOf(bytes)});
      while (!model.isEmpty() && chance.nextInt(100) < (task > 5_000 ? 60 : 40)) {
        var largest = model.getFirst();
        for (var each : model) {
          largest = each[1] > largest[1] ? each : largest;
        }
        assertThat(tasks.removeFirst()).isEqualTo((int) largest[0]);
        model.remove(largest);
      }
      assertThat(tasks.isEmpty()).isEqualTo(model.isEmpty());
    }
  }
}
