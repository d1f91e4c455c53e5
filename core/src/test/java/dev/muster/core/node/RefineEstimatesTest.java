package dev.muster.core.node;

import static dev.muster.core.fake.Jobs.S;
import static dev.muster.core.fake.Jobs.UNIT;
import static dev.muster.core.fake.Jobs.size;
import static dev.muster.core.node.NodeStory.CAPACITY;
import static dev.muster.core.node.NodeStory.SCHEDULER;
import static dev.muster.core.node.NodeStory.work;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Address;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.NodeEvent.RefineEstimates;
import dev.muster.core.event.NodeEvent.Refined;
import dev.muster.core.event.NodeEvent.SetOpportunisticLimits;
import dev.muster.core.event.ReturnReason;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.ReservationReturned;
import dev.muster.core.fake.Effect.Start;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.node.queue.DisciplineConfig;
import dev.muster.core.node.queue.DisciplineConfig.ServiceOrder;
import dev.muster.model.Demand;
import dev.muster.model.Resources;
import dev.muster.model.Tier;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Lengths that schedulers know better by now, of tasks that wait or run. */
final class RefineEstimatesTest {

  private NodeStory story = new NodeStory();

  private static Demand demand(Resources need) {
    return Demand.of(need).withEstimate(10 * S);
  }

  private RecordingEffects place(long id, Demand demand) {
    return story.tell(new PlaceTask(SCHEDULER, id, demand, work(id)));
  }

  private RecordingEffects refine(long id, long estimateNs) {
    return refine(SCHEDULER, id, estimateNs);
  }

  private RecordingEffects refine(Address<SchedulerEvent> from, long id, long estimateNs) {
    return story.tell(new RefineEstimates(from, List.of(new Refined(id, estimateNs))));
  }

  private long waitNs(Resources need) {
    return story.node.load(story.stepped.nowNs()).waits().waitNs(CAPACITY, need);
  }

  private static List<Long> started(RecordingEffects effects) {
    return effects.only(Start.class).stream().map(Start::run).toList();
  }

  @Test
  void sumsAndPredictionsUseTheNewLengthOfARun() {
    place(1, demand(CAPACITY));
    refine(1, 3 * S);
    assertThat(waitNs(UNIT)).isEqualTo(3 * S);
    assertThat(story.node.load(0).runningNs()).isEqualTo(3 * S);
    refine(1, 30 * S);
    assertThat(waitNs(UNIT)).isEqualTo(30 * S);
  }

  /** Else a node full of runs that take longer than estimated would look idle to everyone. */
  @Test
  void aRunThatIsLateIsPredictedToEndLaterTheLaterItIs() {
    place(1, demand(CAPACITY));
    story.stepped.after(10 * S);
    assertThat(waitNs(UNIT)).isBetween(S, 2 * S);
    story.stepped.after(5 * S);
    assertThat(waitNs(UNIT)).isBetween(6 * S, 7 * S);
    story.stepped.after(85 * S);
    assertThat(waitNs(UNIT)).isBetween(100 * S, 101 * S);
  }

  @Test
  void withoutForesightARunThatIsLateIsPredictedToEndAnyMoment() {
    story = new NodeStory(NodeConfig.standard().withoutForesight());
    place(1, demand(CAPACITY));
    story.stepped.after(5 * S);
    assertThat(waitNs(UNIT)).isEqualTo(5 * S);
    story.stepped.after(95 * S);
    assertThat(waitNs(UNIT)).isLessThan(S);
  }

  @Test
  void sumsAndPredictionsUseTheNewLengthOfATaskThatWaits() {
    place(1, demand(CAPACITY));
    place(2, demand(CAPACITY));
    refine(2, 4 * S);
    assertThat(story.node.load(0).queuedNs()).isEqualTo(4 * S);
    assertThat(waitNs(UNIT)).isEqualTo(14 * S);
    story.exited(1);
    assertThat(story.node.load(0).queuedNs()).as("nothing is left over").isZero();
    assertThat(waitNs(UNIT)).isEqualTo(4 * S);
  }

  @Test
  void theBacklogFarBehindCountsWithItsNewLength() {
    for (int id = 1; id <= 60; id++) {
      place(id, demand(CAPACITY));
    }
    refine(60, 2 * S);
    assertThat(waitNs(CAPACITY)).isEqualTo(592 * S);
    story.kill(60);
    assertThat(waitNs(CAPACITY)).isEqualTo(590 * S);
  }

  @Test
  void aGapIsFilledOnceTheTaskIsKnownToFitIn() {
    place(1, demand(size(3, 3)));
    place(2, demand(CAPACITY));
    place(3, demand(UNIT).withEstimate(11 * S));
    assertThat(story.node.running()).isEqualTo(1);
    assertThat(started(refine(3, 9 * S))).containsExactly(3L);
  }

  @Test
  void aGapIsFilledOnceARunIsKnownToLeaveRoom() {
    place(1, demand(size(3, 3)));
    place(2, demand(CAPACITY));
    place(3, demand(UNIT).withEstimate(11 * S));
    assertThat(started(refine(1, 12 * S))).as("2 starts later anyway").containsExactly(3L);
  }

  @Test
  void othersAndStrangersChangeNothing() {
    place(1, demand(CAPACITY));
    place(2, demand(UNIT));
    for (long id : List.of(1L, 2L)) {
      refine(SchedulerEvent.at(7), id, 99 * S);
    }
    refine(77, 99 * S);
    assertThat(story.node.load(0).runningNs()).isEqualTo(10 * S);
    assertThat(story.node.load(0).queuedNs()).isEqualTo(10 * S);
  }

  @Test
  void theShortestIsFirstByItsNewLength() {
    var shortest = new DisciplineConfig(ServiceOrder.SHORTEST_FIRST, true, 1_000 * S);
    story = new NodeStory(NodeConfig.standard().withDiscipline(shortest));
    place(1, demand(CAPACITY));
    place(2, demand(CAPACITY).withEstimate(2 * S));
    place(3, demand(CAPACITY).withEstimate(3 * S));
    refine(3, S);
    assertThat(started(story.exited(1))).containsExactly(3L);
    assertThat(started(story.exited(3))).containsExactly(2L);
  }

  @ParameterizedTest
  @EnumSource(names = {"FIFO", "JOB_AGE", "FAIR"})
  void whoeverCameFirstKeepsItsPlace(ServiceOrder order) {
    var discipline = new DisciplineConfig(order, false, 0);
    story = new NodeStory(NodeConfig.standard().withDiscipline(discipline));
    place(1, demand(CAPACITY));
    place(2, demand(CAPACITY));
    place(3, demand(CAPACITY));
    refine(2, 99 * S);
    assertThat(started(story.exited(1))).containsExactly(2L);
  }

  @Test
  void opportunisticWorkThatTurnsOutTooMuchIsShed() {
    story.tell(new SetOpportunisticLimits(1, 15 * S));
    place(1, demand(CAPACITY));
    place(2, demand(UNIT).with(Tier.OPPORTUNISTIC));
    assertThat(refine(2, 20 * S).all()).as("10 s, and 20 on one of four cores").isEmpty();
    assertThat(refine(2, 21 * S).sent(ReservationReturned.class))
        .extracting(ReservationReturned::reason)
        .containsExactly(ReturnReason.SHED);
  }
}
