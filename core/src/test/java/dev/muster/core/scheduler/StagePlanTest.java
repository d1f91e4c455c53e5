package dev.muster.core.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Chance;
import dev.muster.core.fake.Jobs;
import dev.muster.model.Demand;
import dev.muster.model.StageReport;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every arrow of the drawing in {@link StagePlan}, and every arrow that is not there. */
final class StagePlanTest {

  private static StagePlan plan(int tasks, int retries) {
    return new StagePlan(Jobs.stage("work", tasks).withRetries(retries), 0, Demand.of(Jobs.UNIT));
  }

  private static StageReport report(
      int tasks, int running, int succeeded, int failed, long attempts) {
    return new StageReport("work", tasks, running, succeeded, failed, attempts);
  }

  @Test
  void waitingToRunningInOrderUntilNoneWaits() {
    var stage = plan(3, 0);

    assertThat(List.of(stage.take(), stage.take(), stage.take())).containsExactly(0, 1, 2);
    assertThat(stage.take()).isEqualTo(-1);
    assertThat(stage.waiting()).isZero();
    assertThat(stage.report()).isEqualTo(report(3, 3, 0, 0, 3));
  }

  @Test
  void runningToDoneOnce() {
    var stage = plan(1, 0);
    stage.take();

    assertThat(stage.succeeded(0)).isTrue();
    assertThat(stage.succeeded(0)).isFalse();
    assertThat(stage.complete()).isTrue();
    assertThat(stage.isRunning(0)).isFalse();
    assertThat(stage.report()).isEqualTo(report(1, 0, 1, 0, 1));
  }

  @Test
  void runningToWaitingWhileTriesAreLeftThenToFailed() {
    var stage = plan(1, 2);
    for (int attempt = 1; attempt <= 2; attempt++) {
      stage.take();
      assertThat(stage.attempt(0)).isEqualTo(attempt);
      assertThat(stage.failed(0)).isFalse();
      assertThat(stage.waiting()).isEqualTo(1);
    }
    stage.take();
    assertThat(stage.failed(0)).isTrue();

    assertThat(stage.take()).isEqualTo(-1);
    assertThat(stage.complete()).isFalse();
    assertThat(stage.report()).isEqualTo(report(1, 0, 0, 1, 3));
  }

  @Test
  void givingWayCostsNothingHoweverOften() {
    var stage = plan(1, 0);
    for (int time = 0; time < 10 * StagePlan.MAX_LOSSES; time++) {
      stage.take();
      stage.gaveWay(0);
    }
    stage.take();
    assertThat(stage.failed(0)).as("it has no retries, and this was its own fault").isTrue();
  }

  @Test
  void aLossCostsNoTry() {
    var stage = plan(1, 1);
    for (int loss = 0; loss < StagePlan.MAX_LOSSES; loss++) {
      stage.take();
      assertThat(stage.lost(0)).isFalse();
    }
    stage.take();
    assertThat(stage.failed(0)).as("the one retry is still there").isFalse();
    stage.take();

    assertThat(stage.attempt(0)).isEqualTo(StagePlan.MAX_LOSSES + 2);
    assertThat(stage.failed(0)).isTrue();
  }

  @Test
  void aTaskThatLosesItsNodeTooOftenIsTakenForTheCause() {
    var stage = plan(1, 1_000);
    for (int loss = 0; loss < StagePlan.MAX_LOSSES; loss++) {
      stage.take();
      stage.lost(0);
    }
    stage.take();

    assertThat(stage.lost(0)).isTrue();
    assertThat(stage.take()).isEqualTo(-1);
    assertThat(stage.report()).isEqualTo(report(1, 0, 0, 1, StagePlan.MAX_LOSSES + 1));
  }

  @Test
  void waitingToDoneWhereALostAttemptSucceedsAfterAll() {
    var stage = plan(2, 0);
    stage.take();
    stage.lost(0);

    assertThat(stage.succeeded(0)).isTrue();
    assertThat(stage.take()).as("0 is done and must not be taken again").isEqualTo(1);
    assertThat(stage.take()).isEqualTo(-1);
    assertThat(stage.report()).isEqualTo(report(2, 1, 1, 0, 2));
  }

  @Test
  void nothingLeadsOutOfFailed() {
    var stage = plan(1, 0);
    stage.take();
    stage.failed(0);

    assertThat(stage.succeeded(0)).isFalse();
    assertThat(stage.report()).isEqualTo(report(1, 0, 0, 1, 1));
  }

  @Test
  void whatWasTriedBeforeGoesFirst() {
    var stage = plan(4, 5);
    stage.take();
    stage.take();
    stage.failed(0);

    assertThat(stage.take()).isEqualTo(0);
    assertThat(stage.take()).isEqualTo(2);
  }

  @Test
  void readyOnceEveryStageBeforeItIsComplete() {
    var stage = new StagePlan(Jobs.stage("work", 1).withAfter("a", "b"), 2, Demand.of(Jobs.UNIT));
    assertThat(stage.ready()).isFalse();
    stage.unblock();
    assertThat(stage.ready()).isFalse();
    stage.unblock();

    assertThat(stage.ready()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void everyTaskIsInOneStateAndEndsInOne(long seed) {
    var chance = Chance.of(seed, "stage");
    for (int round = 0; round < 200; round++) {
      walk(chance, plan(1 + chance.nextInt(20), chance.nextInt(3)));
    }
  }

  private static void walk(Chance chance, StagePlan stage) {
    int tasks = stage.spec.tasks();
    List<Integer> running = new ArrayList<>();
    List<Integer> lost = new ArrayList<>();
    int succeeded = 0;
    int failed = 0;
    while (succeeded + failed < tasks) {
      int dice = chance.nextInt(10);
      if (dice < 5 || running.isEmpty()) {
        int task = stage.take();
        if (task >= 0) {
          assertThat(running).doesNotContain(task);
          running.add(task);
        }
      } else if (dice == 9 && !lost.isEmpty()) {
        int late = drawOut(chance, lost);
        succeeded += stage.succeeded(late) ? 1 : 0;
        running.removeIf(task -> task == late);
      } else {
        int task = drawOut(chance, running);
        switch (dice) {
          case 5 -> failed += stage.failed(task) ? 1 : 0;
          case 6 -> {
            lost.add(task);
            failed += stage.lost(task) ? 1 : 0;
          }
          default -> succeeded += stage.succeeded(task) ? 1 : 0;
        }
      }
      var report = stage.report();
      assertThat(report.running()).isEqualTo(running.size());
      assertThat(report.succeeded()).isEqualTo(succeeded);
      assertThat(report.failed()).isEqualTo(failed);
      assertThat(stage.waiting()).isEqualTo(tasks - running.size() - succeeded - failed);
    }
    assertThat(stage.take()).isEqualTo(-1);
    assertThat(stage.complete()).isEqualTo(failed == 0);
  }

  private static int drawOut(Chance chance, List<Integer> tasks) {
    Collections.swap(tasks, chance.nextInt(tasks.size()), tasks.size() - 1);
    return tasks.removeLast();
  }

  @Test
  void aTaskThatWasTakenOverAndLostIsLookedAtOnce() {
    var plan = plan(3, 0);
    plan.adopt(1, 1);
    plan.lost(1);
    assertThat(List.of(plan.nextWaiting(), plan.nextWaiting(), plan.nextWaiting()))
        .containsExactlyInAnyOrder(0, 1, 2);
  }
}
