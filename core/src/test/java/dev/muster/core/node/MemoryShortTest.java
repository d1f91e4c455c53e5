package dev.muster.core.node;

import static dev.muster.core.fake.Jobs.GIB;
import static dev.muster.core.fake.Jobs.S;
import static dev.muster.core.fake.Jobs.UNIT;
import static dev.muster.core.fake.Jobs.size;
import static dev.muster.core.node.NodeStory.SCHEDULER;
import static dev.muster.core.node.NodeStory.work;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.muster.core.event.NodeEvent.MemoryShort;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.NodeEvent.RunExited;
import dev.muster.core.event.ReturnReason;
import dev.muster.core.event.SchedulerEvent.ReservationReturned;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.core.fake.Effect.End;
import dev.muster.core.fake.Effect.Start;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.model.Demand;
import dev.muster.model.Outcome;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import dev.muster.model.Tier;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A machine that has less memory than was allocated on it. */
final class MemoryShortTest {

  private final NodeStory story = new NodeStory();

  private static Demand opportunistic(Resources need) {
    return Demand.of(need).with(Tier.OPPORTUNISTIC);
  }

  private RecordingEffects place(long id, Demand demand) {
    return story.tell(new PlaceTask(SCHEDULER, id, demand, work(id)));
  }

  private RecordingEffects lacks(long bytes) {
    return story.tell(new MemoryShort(bytes));
  }

  private static List<Long> evicted(RecordingEffects effects) {
    return effects.only(End.class).stream().map(End::run).toList();
  }

  private static List<Long> started(RecordingEffects effects) {
    return effects.only(Start.class).stream().map(Start::run).toList();
  }

  @Test
  void thoseThatLoseTheLeastWorkGiveWayUntilEnoughIsFree() {
    place(1, Demand.of(UNIT));
    place(2, opportunistic(UNIT));
    story.stepped.after(S);
    place(3, opportunistic(UNIT));
    story.stepped.after(S);

    assertThat(evicted(lacks(1))).containsExactly(3L);
    assertThat(evicted(lacks(GIB))).as("what 3 releases is enough").isEmpty();
    assertThat(evicted(lacks(GIB + 1))).containsExactly(2L);
    assertThat(story.exited(3).sent(TaskFinished.class)).hasSize(1);
    assertThat(evicted(lacks(9 * GIB))).as("never a guaranteed one").isEmpty();
  }

  @Test
  void theEvictedAreSaidToBe() {
    place(1, opportunistic(UNIT));
    lacks(1);
    var ended = story.tell(new RunExited(1, RunResult.failed(137, "")));
    assertThat(ended.sent(TaskFinished.class).getFirst().result().outcome())
        .isEqualTo(Outcome.EVICTED);
  }

  @Test
  void noOpportunisticTaskStartsBeforeThereIsEnoughAgain() {
    lacks(1);
    assertThat(started(place(1, opportunistic(UNIT)))).isEmpty();
    assertThat(started(place(2, Demand.of(UNIT)))).containsExactly(2L);
    assertThat(started(story.exited(2))).isEmpty();
    assertThat(started(lacks(0))).containsExactly(1L);
  }

  @Test
  void oneThatWasAboutToStartIsReturned() {
    place(1, opportunistic(size(4, 4)));
    place(2, Demand.of(UNIT));
    place(3, opportunistic(UNIT));
    assertThat(story.node.opportunistic()).as("3 waits until 1 has ended").isEqualTo(2);
    assertThat(lacks(1).sent(ReservationReturned.class))
        .extracting(ReservationReturned::reservation, ReservationReturned::reason)
        .containsExactly(tuple(3L, ReturnReason.EVICTED));
  }
}
