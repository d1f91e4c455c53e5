package dev.muster.core.scheduler.place.sampled;

import static dev.muster.core.fake.Jobs.stage;
import static dev.muster.core.scheduler.SchedulerCell.CLIENT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Chance;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.EnqueueReservation;
import dev.muster.core.event.NodeEvent.WithdrawReservation;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.GetTask;
import dev.muster.core.event.SchedulerEvent.NodeBusy;
import dev.muster.core.fake.Effect.Send;
import dev.muster.core.fake.Jobs;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.fake.Stepped;
import dev.muster.core.scheduler.SchedulerCell;
import dev.muster.model.JobSpec;
import dev.muster.model.StageSpec;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What schedulers do beyond the paper, where they are told to. */
final class SampledPlacerTest {

  private static Stepped<SchedulerEvent> scheduler(int nodes, SampledOptions options) {
    var cell =
        new SchedulerCell(
            nodes, context -> List.of(new SampledPlacer(context, options, Chance.of(1, "extras"))));
    return cell.scheduler;
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
    var scheduler = scheduler(8, SampledOptions.PLAIN.withSticky());
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
  void aBusyNodeIsLeftForAnotherOnce() {
    var scheduler = scheduler(4, SampledOptions.PLAIN.withAvoid(1));
    var planned = plan(scheduler, 1, 1);
    var first = planned.sent(EnqueueReservation.class).getFirst();
    int node = nodes(planned, EnqueueReservation.class).getFirst();

    var moved = scheduler.tell(new NodeBusy(node, first.reservation(), Jobs.S));
    assertThat(nodes(moved, WithdrawReservation.class)).containsExactly(node);
    assertThat(nodes(moved, EnqueueReservation.class)).hasSize(1).doesNotContain(node);
    assertThat(scheduler.tell(new NodeBusy(node, first.reservation(), Jobs.S)).all()).isEmpty();
  }

  @Test
  void whereAllNodesAreBusyReservationsStay() {
    var scheduler = scheduler(1, SampledOptions.PLAIN.withAvoid(1));
    var first = plan(scheduler, 1, 1).sent(EnqueueReservation.class).getFirst();
    var again =
        scheduler.tell(new NodeBusy(0, first.reservation(), Jobs.S)).sent(EnqueueReservation.class);
    assertThat(again).hasSize(1);

    var known = new NodeBusy(0, again.getFirst().reservation(), Jobs.S);
    assertThat(scheduler.tell(known).all()).isEmpty();
  }

  @Test
  void aLargeStageHasALimitedNumberOfReservationsOut() {
    assertThat(new SchedulerCell(8).reserved(1, Jobs.job(100_000)))
        .hasSize(SampledPlacer.RESERVATIONS_PER_JOB);
    var large = new SchedulerCell(1_000);
    assertThat(large.reserved(1, Jobs.job(100_000)))
        .hasSize(SampledPlacer.RESERVATIONS_PER_NODE * 1_000);
  }

  @Test
  void manyStagesShareTheLimitOfTheirJob() {
    var stages = new StageSpec[1_000];
    Arrays.setAll(stages, i -> stage("s" + i, 100));

    assertThat(new SchedulerCell(8).reserved(1, JobSpec.of("wide", stages)))
        .hasSize(SampledPlacer.RESERVATIONS_PER_JOB);
  }
}
