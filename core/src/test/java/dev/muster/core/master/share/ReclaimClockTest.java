package dev.muster.core.master.share;

import static dev.muster.core.master.share.SharedCell.cpu;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.master.share.ReclaimClock.Due;
import dev.muster.model.Resources;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ReclaimClockTest {

  private static final long GRACE_NS = 30;

  private final ReclaimClock clock = new ReclaimClock();

  private Due due(long nowNs, QueueStanding... queues) {
    return clock.due(nowNs, List.of(queues), GRACE_NS);
  }

  private static QueueStanding below(String path) {
    return new QueueStanding(path, cpu(5), cpu(1), cpu(5));
  }

  private static QueueStanding reached(String path) {
    return new QueueStanding(path, cpu(5), cpu(5), cpu(5));
  }

  @Test
  void aQueueIsDueOnceItHasBeenBelowForTheGracePeriod() {
    assertThat(due(100, below("a"), reached("b")).isNobody()).isTrue();
    assertThat(due(129, below("a"), below("b")).isNobody()).isTrue();
    assertThat(due(130, below("a"), below("b"))).isEqualTo(Due.of("a"));
    assertThat(due(159, below("a"), below("b"))).isEqualTo(Due.of("a", "b"));
  }

  @Test
  void aQueueIsLateAfterTwiceTheGracePeriod() {
    due(100, below("a"), below("b"));
    assertThat(due(159, below("a"))).isEqualTo(Due.of("a"));
    assertThat(due(160, below("a"))).isEqualTo(new Due(List.of("a"), List.of("a")));
  }

  @Test
  void reachingTheGuaranteeStartsThePeriodAgain() {
    due(100, below("a"));
    due(120, reached("a"));
    due(121, below("a"));
    assertThat(due(150, below("a")).isNobody()).isTrue();
    assertThat(due(151, below("a"))).isEqualTo(Due.of("a"));
  }

  @Test
  void aQueueThatWasRemovedStartsAgain() {
    due(100, below("a"));
    due(120);
    due(125, below("a"));
    assertThat(due(154, below("a")).isNobody()).isTrue();
    assertThat(due(155, below("a"))).isEqualTo(Due.of("a"));
  }

  @Test
  void withoutGraceAQueueIsDueAtOnce() {
    assertThat(clock.due(100, List.of(below("a")), 0).queues()).containsExactly("a");
  }

  @Test
  void whoLacksWorkIsNotBelow() {
    var idle = new QueueStanding("a", Resources.NONE, Resources.NONE, cpu(5));
    due(100, idle);
    assertThat(due(1000, idle).isNobody()).isTrue();
  }
}
