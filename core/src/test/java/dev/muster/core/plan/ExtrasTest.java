package dev.muster.core.plan;

import static dev.muster.core.plan.SchedulerCell.CLIENT;
import static dev.muster.core.plan.SchedulerCell.MASTER;
import static dev.muster.core.plan.SchedulerCell.TIMING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.Place;
import dev.muster.core.event.NodeEvent.Probe;
import dev.muster.core.event.NodeEvent.Reserve;
import dev.muster.core.event.NodeEvent.Withdraw;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.Plan;
import dev.muster.core.event.SchedulerEvent.Probed;
import dev.muster.core.event.SchedulerEvent.Taken;
import dev.muster.core.event.SchedulerEvent.TaskWanted;
import dev.muster.core.fake.Effect.Send;
import dev.muster.core.fake.Jobs;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.fake.Stepped;
import dev.muster.core.loop.Chance;
import dev.muster.core.place.Extras;
import dev.muster.core.place.Sampled;
import dev.muster.core.place.Sampled.Way;
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
    return scheduler.tell(new Plan(job, Jobs.job(tasks), CLIENT, 0));
  }

  @Test
  void aNodeThatWasGivenATaskIsReservedForTheNext() {
    var scheduler = scheduler(Way.LATE, 8, Extras.PLAIN.withSticky());
    var planned = plan(scheduler, 1, 2);
    var first = planned.sent(Reserve.class).getFirst();
    int node = nodes(planned, Reserve.class).getFirst();

    var given = scheduler.tell(new TaskWanted(node, first.reservation(), 1));
    assertThat(nodes(given, Reserve.class)).containsExactly(node);
    assertThat(scheduler.tell(new TaskWanted(node, first.reservation(), 2)).sent(Reserve.class))
        .as("the same question again")
        .isEmpty();

    long next = given.sent(Reserve.class).getFirst().reservation();
    var last = scheduler.tell(new TaskWanted(node, next, 3));
    assertThat(last.sent(Reserve.class)).as("none is left").isEmpty();
    assertThat(last.sent(Withdraw.class)).hasSize(3);
  }

  @Test
  void aNodeThatIsTakenIsLeftForAnotherOnce() {
    var scheduler = scheduler(Way.LATE, 4, Extras.PLAIN.withAvoid(1));
    var planned = plan(scheduler, 1, 1);
    var first = planned.sent(Reserve.class).getFirst();
    int node = nodes(planned, Reserve.class).getFirst();

    var moved = scheduler.tell(new Taken(node, first.reservation(), Jobs.S));
    assertThat(nodes(moved, Withdraw.class)).containsExactly(node);
    assertThat(nodes(moved, Reserve.class)).hasSize(1).doesNotContain(node);
    assertThat(scheduler.tell(new Taken(node, first.reservation(), Jobs.S)).all()).isEmpty();
  }

  @Test
  void whereAllNodesAreTakenReservationsStay() {
    var scheduler = scheduler(Way.LATE, 1, Extras.PLAIN.withAvoid(1));
    var first = plan(scheduler, 1, 1).sent(Reserve.class).getFirst();
    var again = scheduler.tell(new Taken(0, first.reservation(), Jobs.S)).sent(Reserve.class);
    assertThat(again).hasSize(1);

    var known = new Taken(0, again.getFirst().reservation(), Jobs.S);
    assertThat(scheduler.tell(known).all()).isEmpty();
  }

  @Test
  void youngAnswersServeTheNextRound() {
    var scheduler = scheduler(Way.BATCH, 2, Extras.PLAIN.withReuse(SOON_NS));
    var asked = plan(scheduler, 1, 1);
    var probes = asked.sent(Probe.class);
    var drawn = nodes(asked, Probe.class);
    assertThat(drawn).containsExactlyInAnyOrder(0, 1);
    scheduler.tell(new Probed(drawn.get(0), 1, probes.get(0).draw(), 5));
    var placed = scheduler.tell(new Probed(drawn.get(1), 1, probes.get(1).draw(), 4));
    assertThat(nodes(placed, Place.class)).containsExactly(drawn.get(1));

    var second = plan(scheduler.after(SOON_NS), 2, 1);
    assertThat(second.sent(Probe.class)).isEmpty();
    assertThat(second.sent(Place.class)).hasSize(1);
    assertThat(plan(scheduler.after(1), 3, 1).sent(Probe.class)).as("too old").hasSize(2);
  }

  @Test
  void whatWasSentThereCountsAgainstANode() {
    var scheduler = scheduler(Way.BATCH, 2, Extras.PLAIN.withReuse(SOON_NS));
    var asked = plan(scheduler, 1, 1);
    var drawn = nodes(asked, Probe.class);
    scheduler.tell(new Probed(drawn.get(0), 1, 0, 5));
    scheduler.tell(new Probed(drawn.get(1), 1, 1, 4));

    var second = nodes(plan(scheduler, 2, 1), Place.class);
    var third = nodes(plan(scheduler, 3, 1), Place.class);
    assertThat(second).hasSize(1);
    assertThat(third).hasSize(1).doesNotContainAnyElementsOf(second);
  }
}
