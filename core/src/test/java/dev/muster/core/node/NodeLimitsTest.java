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
}
