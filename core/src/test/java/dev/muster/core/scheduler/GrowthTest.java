package dev.muster.core.scheduler;

import static dev.muster.core.fake.Jobs.UNIT;
import static dev.muster.core.fake.Jobs.job;
import static dev.muster.core.fake.Jobs.size;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.scheduler.place.IdleRoom;
import dev.muster.model.Elastic;
import dev.muster.model.JobSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A job of 100 tasks that asked for 5 at once, in a cell of 200 slots. */
final class GrowthTest {

  private static final int SLOTS = 200;

  private static JobManager started(Elastic elastic, int running, boolean known) {
    var spec = job(100).withTokens(5).with(elastic);
    var manager = new JobManager(new AssignJob(1, spec, ClientEvent.at(0), 0), JobSpec.SHARED);
    var stage = manager.stage(0);
    if (known) {
      stage.times.note(10);
    }
    var grown = new Turn(manager, stage).growingBy(running);
    for (int task = 0; task < running; task++) {
      grown.take();
    }
    return manager;
  }

  private static IdleRoom idle(int used) {
    return new IdleRoom(SLOTS - used, size(SLOTS, SLOTS), size(used, used), UNIT);
  }

  private static int beyond(Elastic elastic, int running, int used) {
    var manager = started(elastic, running, true);
    return Growth.beyond(manager, manager.stage(0), idle(used));
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
    var manager = started(Elastic.MAX_PARALLELISM, 0, false);
    assertThat(manager.mayGrow(manager.stage(0))).isFalse();
    assertThat(Growth.beyond(manager, manager.stage(0), idle(0))).isZero();
  }

  @Test
  void whatIsBeyondTheTokensIsNotReplacedUnasked() {
    var manager = started(Elastic.MAX_PARALLELISM, 50, true);
    assertThat(manager.tokens.running()).isEqualTo(50);
    assertThat(manager.wanted(manager.stage(0))).isZero();
    assertThat(manager.mayGrow(manager.stage(0))).isTrue();

    var turn = new Turn(manager, manager.stage(0));
    assertThat(turn.growingBy(3).wanted()).isEqualTo(3);
    assertThat(turn.wanted()).as("of another turn nothing is said").isZero();
  }

  @ParameterizedTest
  @CsvSource({"3, 3, 0", "5, 5, 0", "8, 8, 3", "50, 10, 10"})
  void howManyRanBeyondTheTokensIsCounted(int running, int startedLast, int beyond) {
    assertThat(started(Elastic.MAX_PARALLELISM, running, true).tokens.lackedBy(startedLast))
        .isEqualTo(beyond);
  }
}
