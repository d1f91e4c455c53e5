package dev.muster.core.node;

import static dev.muster.core.fake.Jobs.S;
import static dev.muster.core.fake.Jobs.UNIT;
import static dev.muster.core.node.NodeStory.CAPACITY;
import static dev.muster.core.node.NodeStory.INDEX;
import static dev.muster.core.node.NodeStory.SCHEDULER;
import static dev.muster.core.node.NodeStory.work;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.event.NodeEvent.EnqueueReservation;
import dev.muster.core.event.NodeEvent.ListAttempts;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.ReservationId;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.AttemptsListed;
import dev.muster.core.event.SchedulerEvent.GetTask;
import dev.muster.core.event.SchedulerEvent.HeldAttempt;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.core.fake.Effect.Start;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.model.Demand;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A scheduler died and the next one asks the node what it has. */
final class KnownEpochsTest {

  private final NodeStory story = new NodeStory();

  private static long id(int epoch, int number) {
    return ReservationId.of(ReservationId.base(SCHEDULER.index(), epoch), number, number);
  }

  private RecordingEffects list(int epoch) {
    return story.tell(new ListAttempts(SCHEDULER, epoch));
  }

  private List<HeldAttempt> listed(int epoch) {
    return list(epoch).sent(AttemptsListed.class).getFirst().held();
  }

  private static HeldAttempt held(long id) {
    return new HeldAttempt(id, id, 0, 0, 1);
  }

  private RecordingEffects place(long id) {
    return story.tell(new PlaceTask(SCHEDULER, id, Demand.of(CAPACITY), work(id)));
  }

  @Test
  void whatRunsWaitsWithItsTaskOrIsOwedIsListed() {
    story.running(id(1, 1), UNIT);
    story.running(id(1, 2), UNIT);
    story.exited(id(1, 2));
    place(id(1, 3));
    var answer = list(2).sent(AttemptsListed.class).getFirst();

    assertThat(answer.node()).isEqualTo(INDEX);
    assertThat(answer.epoch()).isEqualTo(2);
    assertThat(answer.held())
        .containsExactlyInAnyOrder(held(id(1, 1)), held(id(1, 2)), held(id(1, 3)));
  }

  @Test
  void whatHasNoTaskIsDroppedAndItsAllocationIsReleased() {
    long ask = story.asking(id(1, 1), CAPACITY);
    story.reserve(id(1, 2), UNIT);
    assertThat(listed(2)).isEmpty();

    assertThat(story.node.available()).isEqualTo(CAPACITY);
    assertThat(story.node.waiting()).isZero();
    assertThat(story.assign(id(1, 1), ask).only(Start.class)).isEmpty();
  }

  @Test
  void whatTheDeadHaveSentAndComesLateStartsNothing() {
    list(2);

    assertThat(story.reserve(id(1, 1), UNIT).all()).isEmpty();
    assertThat(place(id(1, 2)).all()).isEmpty();
    assertThat(story.reserve(id(2, 1), UNIT).sent(GetTask.class)).hasSize(1);
  }

  @Test
  void whatTheLivingHaveIsTheirOwn() {
    story.running(id(2, 1), UNIT);
    story.reserve(id(2, 2), CAPACITY);

    assertThat(listed(2)).isEmpty();
    assertThat(story.held(id(2, 1), id(2, 2))).hasSize(2);
  }

  @Test
  void othersAreNotConcerned() {
    var other = SchedulerEvent.at(SCHEDULER.index() + 1);
    long its = ReservationId.of(ReservationId.base(other.index(), 1), 1, 1);
    story.tell(new EnqueueReservation(other, its, Demand.of(UNIT)));

    assertThat(listed(2)).isEmpty();
    assertThat(story.held(its)).containsExactly(its);
  }

  @Test
  void oneThatDiedSinceIsNotAnswered() {
    story.running(id(1, 1), UNIT);
    assertThat(listed(3)).containsExactly(held(id(1, 1)));

    assertThat(list(2).all()).isEmpty();
    assertThat(listed(3)).as("asked again").containsExactly(held(id(1, 1)));
  }

  @Test
  void aResultGoesToWhoeverTakesOver() {
    story.running(id(1, 1), UNIT);
    list(2);
    story.exited(id(1, 1));

    assertThat(story.beatAfter(S).sent(TaskFinished.class)).hasSize(1);
    story.acknowledge(id(1, 1));
    assertThat(listed(2)).isEmpty();
  }
}
