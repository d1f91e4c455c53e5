package dev.muster.core.scheduler;

import static dev.muster.core.scheduler.SchedulerCell.CLIENT;
import static dev.muster.core.scheduler.SchedulerCell.MASTER;
import static dev.muster.core.scheduler.SchedulerCell.TIMING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Chance;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.EnqueueReservation;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.NodeEvent.ProbeNode;
import dev.muster.core.event.NodeEvent.WithdrawReservation;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.GetTask;
import dev.muster.core.event.SchedulerEvent.NodeBusy;
import dev.muster.core.event.SchedulerEvent.NodeProbed;
import dev.muster.core.fake.Effect.Send;
import dev.muster.core.fake.Jobs;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.fake.Stepped;
import dev.muster.core.scheduler.place.Extras;
import dev.muster.core.scheduler.place.Sampled;
import dev.muster.core.scheduler.place.Sampled.Way;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What schedulers do beyond the paper, where they are told to. */
final class ExtrasTest {

  private static final long SOON_NS = 10 * Jobs.MS;

  private static Stepped<SchedulerEvent> scheduler(Way way, int nodes, Extras extras) {
    var policy = new Sampled(way, 2, extras, Chance.of(1, "extras"));
    var scheduler = new Stepped<>(new Scheduler(0, 1, MASTER, TIMING, policy, ThinkTime.NONE));
    scheduler.tell(SchedulerCell.view(1, nodes));
    return scheduler;
  }

  private static List<Integer> nodes(RecordingEffects effects, Class<? extends NodeEvent> kind) {
    return effects.only(Send.class).stream()
        .filter(send -> kind.isInstance(send.event()))
        .map(send -> send.to().index())
        .toList();
  }

  private static RecordingEffects plan(Stepped<SchedulerEvent> scheduler, long job, int tasks) {
    return scheduler.tell(new AssignJob(job, Jobs.job(tasks), CLIENT, 0));
  }

  @Test
  void aNodeThatWasGivenATaskIsReservedForTheNext() {
    var scheduler = scheduler(Way.LATE, 8, Extras.PLAIN.withSticky());
    var planned = plan(scheduler, 1, 2);
    var first = planned.sent(EnqueueReservation.class).getFirst();
    int node = nodes(planned, EnqueueReservation.class).getFirst();

    var given = scheduler.tell(new GetTask(node, first.reservation(), 1));
    assertThat(nodes(given, EnqueueReservation.class)).containsExactly(node);
    assertThat(
            scheduler
                .tell(new GetTask(node, first.reservation(), 2))
                .sent(EnqueueReservation.class))
        .as("the same question again")
        .isEmpty();

    long next = given.sent(EnqueueReservation.class).getFirst().reservation();
    var last = scheduler.tell(new GetTask(node, next, 3));
    assertThat(last.sent(EnqueueReservation.class)).as("none is left").isEmpty();
    assertThat(last.sent(WithdrawReservation.class)).hasSize(3);
  }

  @Test
  void aNodeThatIsTakenIsLeftForAnotherOnce() {
    var scheduler = scheduler(Way.LATE, 4, Extras.PLAIN.withAvoid(1));
    var planned = plan(scheduler, 1, 1);
    var first = planned.sent(EnqueueReservation.class).getFirst();
    int node = nodes(planned, EnqueueReservation.class).getFirst();

    var moved = scheduler.tell(new NodeBusy(node, first.reservation(), Jobs.S));
    assertThat(nodes(moved, WithdrawReservation.class)).containsExactly(node);
    assertThat(nodes(moved, EnqueueReservation.class)).hasSize(1).doesNotContain(node);
    assertThat(scheduler.tell(new NodeBusy(node, first.reservation(), Jobs.S)).all()).isEmpty();
  }

  @Test
  void whereAllNodesAreTakenReservationsStay() {
    var scheduler = scheduler(Way.LATE, 1, Extras.PLAIN.withAvoid(1));
    var first = plan(scheduler, 1, 1).sent(EnqueueReservation.class).getFirst();
    var again =
        scheduler.tell(new NodeBusy(0, first.reservation(), Jobs.S)).sent(EnqueueReservation.class);
    assertThat(again).hasSize(1);

    var known = new NodeBusy(0, again.getFirst().reservation(), Jobs.S);
    assertThat(scheduler.tell(known).all()).isEmpty();
  }

  @Test
  void youngAnswersServeTheNextRound() {
    var scheduler = scheduler(Way.BATCH, 2, Extras.PLAIN.withReuse(SOON_NS));
    var asked = plan(scheduler, 1, 1);
    var probes = asked.sent(ProbeNode.class);
    var drawn = nodes(asked, ProbeNode.class);
    assertThat(drawn).containsExactlyInAnyOrder(0, 1);
    scheduler.tell(new NodeProbed(drawn.get(0), 1, probes.get(0).draw(), 5));
    var placed = scheduler.tell(new NodeProbed(drawn.get(1), 1, probes.get(1).draw(), 4));
    assertThat(nodes(placed, PlaceTask.class)).containsExactly(drawn.get(1));

    var second = plan(scheduler.after(SOON_NS), 2, 1);
    assertThat(second.sent(ProbeNode.class)).isEmpty();
    assertThat(second.sent(PlaceTask.class)).hasSize(1);
    assertThat(plan(scheduler.after(1), 3, 1).sent(ProbeNode.class)).as("too old").hasSize(2);
  }

  @Test
  void whatWasSentThereCountsAgainstANode() {
    var scheduler = scheduler(Way.BATCH, 2, Extras.PLAIN.withReuse(SOON_NS));
    var asked = plan(scheduler, 1, 1);
    var drawn = nodes(asked, ProbeNode.class);
    scheduler.tell(new NodeProbed(drawn.get(0), 1, 0, 5));
    scheduler.tell(new NodeProbed(drawn.get(1), 1, 1, 4));

    var second = nodes(plan(scheduler, 2, 1), PlaceTask.class);
    var third = nodes(plan(scheduler, 3, 1), PlaceTask.class);
    assertThat(second).hasSize(1);
    assertThat(third).hasSize(1).doesNotContainAnyElementsOf(second);
  }
}
