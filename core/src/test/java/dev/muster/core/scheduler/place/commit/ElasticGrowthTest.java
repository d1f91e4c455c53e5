package dev.muster.core.scheduler.place.commit;

import static dev.muster.core.fake.Jobs.UNIT;
import static dev.muster.core.fake.Jobs.job;
import static dev.muster.core.fake.Jobs.size;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Chance;
import dev.muster.core.scheduler.SchedulerCell;
import dev.muster.core.scheduler.job.ManagedJob;
import dev.muster.core.scheduler.place.AttemptState;
import dev.muster.core.scheduler.place.CellNodes;
import dev.muster.core.scheduler.place.HeldTable;
import dev.muster.core.scheduler.place.PlacerContext;
import dev.muster.core.scheduler.place.StageTasks;
import dev.muster.core.scheduler.place.ThinkTime;
import dev.muster.core.scheduler.place.shared.SharedStrategy;
import dev.muster.model.Elastic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A job of 100 tasks that asked for 5 at once, in a cell of 200 slots. */
final class ElasticGrowthTest {

  private static final int SLOTS = 200;

  private static StageTasks started(Elastic elastic, int running, boolean known) {
    var managed = ManagedJob.of(job(100).withTokens(5).with(elastic));
    if (known) {
      managed.took(0, 10);
    }
    var stage = managed.tasks(0);
    for (int task = 0; task < running; task++) {
      assertThat(stage.startNext(0, 0, AttemptState.PLACED, running)).isNotNull();
    }
    return stage;
  }

  private static CommitStage commits(StageTasks stage) {
    var context =
        new PlacerContext(
            SchedulerCell.SELF,
            1,
            SchedulerCell.MASTER,
            SchedulerCell.TIMING,
            ThinkTime.NONE,
            new HeldTable(0, 1),
            new CellNodes());
    var chance = Chance.of(1, "growth");
    var committer = new Committer(context, CommitConfig.standard(), chance);
    var strategy = new SharedStrategy(ThinkTime.NONE, chance);
    return new CommitStage(
        stage, strategy, committer, new CellNodes(), new OptimisticReplica(new CellNodes()));
  }

  private static IdleCapacity idle(int used) {
    return new IdleCapacity(SLOTS - used, size(SLOTS, SLOTS), size(used, used), UNIT);
  }

  private static int beyond(Elastic elastic, int running, int used) {
    return ElasticGrowth.beyond(started(elastic, running, true), idle(used));
  }

  @ParameterizedTest
  @CsvSource({
    "MAX_PARALLELISM, 0,  0,   95", // all 100 at once, for 5 of them it has tokens
    "MAX_PARALLELISM, 0,  140, 45", // 60 are idle; 50 at once end as soon
    "MAX_PARALLELISM, 5,  140, 45",
    "MAX_PARALLELISM, 5,  200, 0",
    "MAX_PARALLELISM, 49, 150, 1", // one of 50 has ended
    "MAX_PARALLELISM, 100, 100, 0",
    "RELATIVE_SIZE,   0,  0,   15", // 4 x 5 at once
    "RELATIVE_SIZE,   20, 20,  0",
    "RELATIVE_SIZE,   19, 19,  1",
    "RELATIVE_SIZE,   5,  195, 5", // five are idle: 10 at once
    "GLOBAL_CAP,      0,  0,   95", // 120 may be in use
    "GLOBAL_CAP,      5,  70,  45",
    "GLOBAL_CAP,      5,  115, 5",
    "GLOBAL_CAP,      5,  120, 0",
    "GLOBAL_CAP,      0,  190, 0", // its tokens it may have all the same
    "NO,              0,  0,   0",
  })
  void aJobGrowsAsItsPolicyAllows(Elastic elastic, int running, int used, int more) {
    assertThat(beyond(elastic, running, used)).isEqualTo(more);
  }

  @Test
  void withoutHistoryAJobKeepsToItsTokens() {
    var stage = started(Elastic.MAX_PARALLELISM, 0, false);
    assertThat(commits(stage).mayGrow()).isFalse();
    assertThat(ElasticGrowth.beyond(stage, idle(0))).isZero();
  }

  @Test
  void whatIsBeyondTheTokensIsNotReplacedUnasked() {
    var stage = started(Elastic.MAX_PARALLELISM, 50, true);
    assertThat(stage.runningOfJob()).isEqualTo(50);
    assertThat(stage.wanted()).isZero();
    var commits = commits(stage);
    assertThat(commits.mayGrow()).isTrue();

    assertThat(stage.wanted(commits.beyond(3))).isEqualTo(3);
    assertThat(stage.wanted(commits.beyond(0))).isZero();
    assertThat(commits.isWanted()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"3, 3, 0", "5, 5, 0", "8, 8, 3", "50, 10, 10"})
  void howManyRanBeyondTheTokensIsCounted(int running, int startedLast, int beyond) {
    var commits = commits(started(Elastic.MAX_PARALLELISM, running, true));
    commits.countPlaced(false, 0);
    commits.countBeyondTokens(startedLast);
    assertThat(commits.placed().beyondTokens()).isEqualTo(beyond);
  }
}
