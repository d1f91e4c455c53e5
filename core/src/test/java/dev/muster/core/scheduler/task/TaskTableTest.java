package dev.muster.core.scheduler.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Lifecycle;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every arrow of the drawing in {@link TaskState}, and every arrow that is not there. */
final class TaskTableTest {

  private static TaskTable table(int tasks, int retries) {
    return new TaskTable(tasks, retries, 0, new Lifecycle<>(TaskState.class));
  }

  /** Starts the next task that waits; -1 where none does. */
  private static int take(TaskTable tasks) {
    if (tasks.waiting() == 0) {
      return -1;
    }
    int task = tasks.order().takeNext();
    tasks.start(task);
    return task;
  }

  /** How many there are of each kind. */
  private static Counts counts(TaskTable tasks) {
    return new Counts(
        tasks.size(), tasks.running(), tasks.succeeded(), tasks.failed(), tasks.started());
  }

  private record Counts(int tasks, int running, int succeeded, int failed, long started) {}

  @Test
  void waitingToRunningInOrderUntilNoneWaits() {
    var stage = table(3, 0);

    assertThat(List.of(take(stage), take(stage), take(stage))).containsExactly(0, 1, 2);
    assertThat(take(stage)).isEqualTo(-1);
    assertThat(stage.waiting()).isZero();
    assertThat(counts(stage)).isEqualTo(new Counts(3, 3, 0, 0, 3));
  }

  /** An attempt that an older epoch sent and nobody knows of may have the next number. */
  @Test
  void aTwinOfAnAttemptThatWasTakenOverHasANumberOfItsOwnEpoch() {
    var stage = new TaskTable(1, 0, 1_000_000, new Lifecycle<>(TaskState.class));
    stage.adopt(0, 1);
    stage.startTwin(0);
    assertThat(stage.attempt(0)).isEqualTo(1_000_001);
    assertThat(stage.fail(0)).as("the one that was taken over was the only try").isTrue();
  }

  @Test
  void runningToDoneOnce() {
    var stage = table(1, 0);
    take(stage);

    assertThat(stage.succeed(0)).isTrue();
    assertThat(stage.succeed(0)).isFalse();
    assertThat(stage.isComplete()).isTrue();
    assertThat(stage.isRunning(0)).isFalse();
    assertThat(counts(stage)).isEqualTo(new Counts(1, 0, 1, 0, 1));
  }

  @Test
  void runningToWaitingWhileTriesAreLeftThenToFailed() {
    var stage = table(1, 2);
    for (int attempt = 1; attempt <= 2; attempt++) {
      take(stage);
      assertThat(stage.attempt(0)).isEqualTo(attempt);
      assertThat(stage.fail(0)).isFalse();
      assertThat(stage.waiting()).isEqualTo(1);
    }
    take(stage);
    assertThat(stage.fail(0)).isTrue();

    assertThat(take(stage)).isEqualTo(-1);
    assertThat(stage.isComplete()).isFalse();
    assertThat(counts(stage)).isEqualTo(new Counts(1, 0, 0, 1, 3));
  }

  @Test
  void givingWayCostsNothingHoweverOften() {
    var stage = table(1, 1);
    for (int time = 0; time < 10 * TaskTries.MAX_LOSSES; time++) {
      take(stage);
      stage.giveWay(0);
    }
    take(stage);
    assertThat(stage.fail(0)).as("the one retry is still there").isFalse();
    take(stage);
    assertThat(stage.fail(0)).as("and now it is used").isTrue();
  }

  @Test
  void aLossCostsNoTry() {
    var stage = table(1, 1);
    for (int loss = 0; loss < TaskTries.MAX_LOSSES; loss++) {
      take(stage);
      assertThat(stage.lose(0)).isFalse();
    }
    take(stage);
    assertThat(stage.fail(0)).as("the one retry is still there").isFalse();
    take(stage);

    assertThat(stage.attempt(0)).isEqualTo(TaskTries.MAX_LOSSES + 2);
    assertThat(stage.fail(0)).isTrue();
  }

  @Test
  void aTaskThatLosesItsNodeTooOftenIsTakenForTheCause() {
    var stage = table(1, 1_000);
    for (int loss = 0; loss < TaskTries.MAX_LOSSES; loss++) {
      take(stage);
      stage.lose(0);
    }
    take(stage);

    assertThat(stage.lose(0)).isTrue();
    assertThat(take(stage)).isEqualTo(-1);
    assertThat(counts(stage)).isEqualTo(new Counts(1, 0, 0, 1, TaskTries.MAX_LOSSES + 1));
  }

  @Test
  void waitingToDoneWhereALostAttemptSucceedsAfterAll() {
    var stage = table(2, 0);
    take(stage);
    stage.lose(0);

    assertThat(stage.succeed(0)).isTrue();
    assertThat(take(stage)).as("0 is done and must not be taken again").isEqualTo(1);
    assertThat(take(stage)).isEqualTo(-1);
    assertThat(counts(stage)).isEqualTo(new Counts(2, 1, 1, 0, 2));
  }

  @Test
  void nothingLeadsOutOfFailed() {
    var stage = table(1, 0);
    take(stage);
    stage.fail(0);

    assertThat(stage.succeed(0)).isFalse();
    assertThat(counts(stage)).isEqualTo(new Counts(1, 0, 0, 1, 1));
  }

  @Test
  void whatWasTriedBeforeGoesFirst() {
    var stage = table(4, 5);
    take(stage);
    take(stage);
    stage.fail(0);

    assertThat(take(stage)).isEqualTo(0);
    assertThat(take(stage)).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void everyTaskIsInOneStateAndEndsInOne(long seed) {
    var chance = Chance.of(seed, "stage");
    for (int round = 0; round < 200; round++) {
      walk(chance, table(1 + chance.nextInt(20), chance.nextInt(3)));
    }
  }

  private static void walk(Chance chance, TaskTable stage) {
    int tasks = stage.size();
    List<Integer> running = new ArrayList<>();
    List<Integer> lost = new ArrayList<>();
    int succeeded = 0;
    int failed = 0;
    while (succeeded + failed < tasks) {
      int dice = chance.nextInt(10);
      if (dice < 5 || running.isEmpty()) {
        int task = take(stage);
        if (task >= 0) {
          assertThat(running).doesNotContain(task);
          running.add(task);
        }
      } else if (dice == 9 && !lost.isEmpty()) {
        int late = drawOut(chance, lost);
        succeeded += stage.succeed(late) ? 1 : 0;
        running.removeIf(task -> task == late);
      } else {
        int task = drawOut(chance, running);
        switch (dice) {
          case 5 -> failed += stage.fail(task) ? 1 : 0;
          case 6 -> {
            lost.add(task);
            failed += stage.lose(task) ? 1 : 0;
          }
          default -> succeeded += stage.succeed(task) ? 1 : 0;
        }
      }
      var report = counts(stage);
      assertThat(report.running()).isEqualTo(running.size());
      assertThat(report.succeeded()).isEqualTo(succeeded);
      assertThat(report.failed()).isEqualTo(failed);
      assertThat(stage.waiting()).isEqualTo(tasks - running.size() - succeeded - failed);
    }
    assertThat(take(stage)).isEqualTo(-1);
    assertThat(stage.isComplete()).isEqualTo(failed == 0);
  }

  private static int drawOut(Chance chance, List<Integer> tasks) {
    Collections.swap(tasks, chance.nextInt(tasks.size()), tasks.size() - 1);
    return tasks.removeLast();
  }

  @Test
  void aTaskThatWasTakenOverAndLostIsLookedAtOnce() {
    var tasks = table(3, 0);
    tasks.adopt(1, 1);
    tasks.lose(1);
    assertThat(
            List.of(tasks.order().takeNext(), tasks.order().takeNext(), tasks.order().takeNext()))
        .containsExactlyInAnyOrder(0, 1, 2);
  }

  @Test
  void aTaskThatIsLostAgainBeforeItsTurnIsLookedAtOnce() {
    var tasks = table(2, 0);
    take(tasks);
    for (int time = 0; time < 3; time++) {
      tasks.lose(0);
      tasks.start(0);
    }
    tasks.lose(0);
    assertThat(List.of(tasks.order().takeNext(), tasks.order().takeNext())).containsExactly(0, 1);
  }

  @Test
  void aTaskWithManyInputsOfItsOwnWaitsForTheLast() {
    var tasks = new TaskTable(1, 0, 0, new Lifecycle<>(TaskState.class));
    tasks.block(300);
    for (int came = 1; came < 300; came++) {
      assertThat(tasks.inputCame(0)).isFalse();
    }
    assertThat(tasks.inputCame(0)).isTrue();
  }
}
