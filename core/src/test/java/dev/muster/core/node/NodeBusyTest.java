package dev.muster.core.node;

import static dev.muster.core.fake.Jobs.S;
import static dev.muster.core.fake.Jobs.size;
import static dev.muster.core.node.NodeStory.CAPACITY;
import static dev.muster.core.node.NodeStory.INDEX;
import static dev.muster.core.node.NodeStory.SCHEDULER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.event.NodeEvent.EnqueueReservation;
import dev.muster.core.event.SchedulerEvent.GetTask;
import dev.muster.core.event.SchedulerEvent.NodeBusy;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.node.queue.QueueConfig;
import dev.muster.model.Demand;
import org.junit.jupiter.api.Test;

/** A node that says when whoever comes will wait for long. */
final class NodeBusyTest {

  private final NodeStory story =
      new NodeStory(NodeConfig.standard().withSampling(new QueueConfig.Sampling(0, 2 * S)));

  private RecordingEffects reserve(long id, long estimateNs) {
    var demand = Demand.of(CAPACITY).withEstimate(estimateNs);
    return story.tell(new EnqueueReservation(SCHEDULER, id, demand));
  }

  private void run(long id, long estimateNs) {
    long ask = reserve(id, estimateNs).sent(GetTask.class).getFirst().request();
    story.assign(id, ask);
  }

  @Test
  void whoeverComesWhileALongTaskRunsHearsHowLong() {
    run(1, 10 * S);
    story.stepped.after(3 * S);

    assertThat(reserve(2, S).sent(NodeBusy.class)).containsExactly(new NodeBusy(INDEX, 2, 7 * S));
    assertThat(reserve(2, S).all()).as("heard again").isEmpty();
  }

  @Test
  void theFirstOfTheRunsToEndCounts() {
    var half = Demand.of(size(2, 2));
    for (long id = 1; id <= 2; id++) {
      var late = new EnqueueReservation(SCHEDULER, id, half.withEstimate(id * 4 * S));
      story.assign(id, story.tell(late).sent(GetTask.class).getFirst().request());
    }

    assertThat(reserve(3, S).sent(NodeBusy.class)).containsExactly(new NodeBusy(INDEX, 3, 4 * S));
  }

  @Test
  void nobodyHearsOfAShortWait() {
    run(1, 10 * S);
    story.stepped.after(8 * S + 1);
    assertThat(reserve(2, S).sent(NodeBusy.class)).isEmpty();
  }

  @Test
  void nobodyHearsOfAWaitThatNobodyKnows() {
    run(1, 0);
    assertThat(reserve(2, S).sent(NodeBusy.class)).isEmpty();
  }

  @Test
  void aReservationThatFindsResourcesHearsNothing() {
    assertThat(reserve(1, 10 * S).sent(NodeBusy.class)).isEmpty();
  }

  // Reservations that are hedged.

  private final NodeStory plain = new NodeStory(NodeConfig.standard());

  private RecordingEffects hedge(long id) {
    return plain.tell(new EnqueueReservation(SCHEDULER, id, Demand.of(CAPACITY), true));
  }

  private void runs(long id, long estimateNs) {
    var late =
        new EnqueueReservation(SCHEDULER, id, Demand.of(CAPACITY).withEstimate(estimateNs), true);
    plain.assign(id, plain.tell(late).sent(GetTask.class).getFirst().request());
  }

  @Test
  void whoeverHedgesHearsOfEachWait() {
    runs(1, 10 * S);
    plain.stepped.after(9 * S);

    assertThat(hedge(2).sent(NodeBusy.class)).containsExactly(new NodeBusy(INDEX, 2, S));
    assertThat(hedge(2).all()).as("heard again").isEmpty();
    assertThat(plain.tell(new EnqueueReservation(SCHEDULER, 3, Demand.of(CAPACITY))).all())
        .as("not hedged")
        .isEmpty();
  }

  @Test
  void aRunThatIsLateIsTakenToStayForAWhile() {
    runs(1, 10 * S);
    plain.stepped.after(30 * S);

    long forNs = hedge(2).sent(NodeBusy.class).getFirst().forNs();
    assertThat(forNs).isBetween(20 * S, 30 * S);
  }

  @Test
  void aHedgedReservationThatFindsResourcesHearsNothing() {
    assertThat(hedge(1).sent(NodeBusy.class)).isEmpty();
    assertThat(hedge(2).sent(NodeBusy.class))
        .as("nothing runs, and the first one asks for its task")
        .containsExactly(new NodeBusy(INDEX, 2, 0));
  }
}
