package dev.muster.core.node;

import static dev.muster.core.fake.Jobs.*;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Work;
import dev.muster.core.event.NodeEvent.*;
import dev.muster.core.fake.*;
import dev.muster.core.fake.Effect;
import dev.muster.model.*;
import org.junit.jupiter.api.Test;

final class NodeLimitsTest {
  final NodeStory story = new NodeStory();

  @Test
  void aTaskForAReservationThatHasNotAskedIsIgnored() {
    story.running(1, NodeStory.CAPACITY);
    story.reserve(2, UNIT);
    assertThat(story.assign(2, 0).all()).isEmpty();
  }

  @Test
  void aTimeoutOfAgesIsNoTimeoutOfNothing() {
    var spec = JobSpec.of("job", stage("work", 1).withTimeout(Long.MAX_VALUE));
    story.stepped.after(S);
    var out = story.tell(new LaunchTask(1, story.asking(1, UNIT), Work.of(1, spec, 0, 0, 1)));
    assertThat(out.only(Effect.WakeAt.class)).allMatch(timer -> timer.atNs() > S);
  }

  @Test
  void whatWasWithdrawnTakesNoPlaceInTheQueue() {
    story.running(0, size(3, 3));
    story.reserve(1, size(2, 2));
    for (long id = 2; id < 1_000_000; id++) {
      story.reserve(id, UNIT);
      story.tell(new WithdrawReservation(id));
    }
    assertThat(story.node.waiting()).isEqualTo(1);
  }

  @Test
  void backfillingLooksAtFiftyTasksAndNoFurther() {
    story.running(0, size(3, 3), 100 * S);
    for (long id = 1; id < 50; id++) {
      story.reserve(id, NodeStory.CAPACITY, S);
    }
    assertThat(NodeStory.asked(story.reserve(50, UNIT, S))).as("the fiftieth").containsExactly(50L);
    story.reserve(51, NodeStory.CAPACITY, S);
    story.tell(new NoTask(50, story.lastQuestion()));
    assertThat(NodeStory.asked(story.reserve(52, UNIT, S))).as("the one behind fifty").isEmpty();
  }

  @Test
  void whatRunsHasLeftTheSumOfWhatEachHasLeft() {
    story.running(1, UNIT, 5 * S);
    story.stepped.after(S);
    story.running(2, UNIT, 3 * S);
    assertThat(story.node.load(2 * S).runningNs()).isEqualTo((5 - 2) * S + (3 - 1) * S);
    story.exited(1);
    assertThat(story.node.load(2 * S).runningNs()).isEqualTo((3 - 1) * S);
  }
}
