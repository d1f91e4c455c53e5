package dev.muster.core.scheduler;

import static dev.muster.core.scheduler.SchedulerCell.CLIENT;
import static dev.muster.core.scheduler.SchedulerCell.MASTER;
import static dev.muster.core.scheduler.SchedulerCell.TIMING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Chance;
import dev.muster.core.event.MasterEvent.JobFinished;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.NodeEvent.ProbeNode;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.NodeProbed;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.core.event.Wake;
import dev.muster.core.fake.Effect.Send;
import dev.muster.core.fake.Jobs;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.fake.Stepped;
import dev.muster.sim.drive.SampleWay;
import dev.muster.sim.drive.SampleWay;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.RunResult;
import dev.muster.model.Where;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tasks that go to nodes by themselves, at once or after a round of questions. */
final class RoundsTest {

  private static Stepped<SchedulerEvent> scheduler(Way way) {
    var policy = new Sampled(way, 2, Chance.of(1, "rounds"));
    var scheduler = new Stepped<>(new Scheduler(0, 1, MASTER, TIMING, policy, ThinkTime.NONE));
    scheduler.tell(SchedulerCell.view(1, 8));
    return scheduler;
  }

  private static RecordingEffects plan(Stepped<SchedulerEvent> scheduler, int tasks) {
    return scheduler.tell(new AssignJob(1, Jobs.job(tasks), CLIENT, 0));
  }

  /** The nodes to which messages of this kind went. */
  private static List<Integer> nodes(RecordingEffects effects, Class<? extends NodeEvent> kind) {
    return effects.only(Send.class).stream()
        .filter(send -> kind.isInstance(send.event()))
        .map(send -> send.to().index())
        .toList();
  }

  @Test
  void byChanceTasksGoOutAtOnce() {
    var placed = plan(scheduler(Way.RANDOM), 3);
    assertThat(placed.sent(PlaceTask.class)).hasSize(3);
    assertThat(placed.sent(PlaceTask.class))
        .extracting(place -> place.work().index())
        .contains(0, 1, 2);
  }

  @Test
  void theLeastBusyOfTheWholeBatchGetTheTasks() {
    var scheduler = scheduler(Way.BATCH);
    var asked = plan(scheduler, 2);
    var probes = asked.sent(ProbeNode.class);
    var drawn = nodes(asked, ProbeNode.class);
    assertThat(drawn).hasSize(4).doesNotHaveDuplicates();
    int[] loads = {5, 0, 7, 1};
    for (int draw = 0; draw < 3; draw++) {
      assertThat(answer(scheduler, probes.get(draw), loads[draw]).all()).isEmpty();
    }
    assertThat(answer(scheduler, probes.get(1), 9).all()).as("said before").isEmpty();

    assertThat(nodes(answer(scheduler, probes.get(3), 1), PlaceTask.class))
        .containsExactly(drawn.get(1), drawn.get(3));
  }

  private static RecordingEffects answer(
      Stepped<SchedulerEvent> scheduler, ProbeNode probe, int load) {
    return scheduler.tell(new NodeProbed(0, probe.round(), probe.draw(), load));
  }

  @Test
  void whoeverDoesNotAnswerIsNotWaitedForForEver() {
    var scheduler = scheduler(Way.BATCH);
    var asked = plan(scheduler, 2);
    answer(scheduler, asked.sent(ProbeNode.class).get(2), 30);
    var placed = scheduler.after(TIMING.askAgainNs()).tell(new Wake(SchedulerTimer.BEAT));

    assertThat(nodes(placed, PlaceTask.class))
        .containsExactly(nodes(asked, ProbeNode.class).get(2));
    assertThat(placed.sent(ProbeNode.class))
        .as("and the other task is asked about anew")
        .hasSize(2);
    assertThat(answer(scheduler, asked.sent(ProbeNode.class).get(0), 0).all())
        .as("too late")
        .isEmpty();
  }

  @Test
  void anAnswerToNobodyMeansNothing() {
    var scheduler = scheduler(Way.PER_TASK);
    plan(scheduler, 1);
    assertThat(scheduler.tell(new NodeProbed(0, 99, 0, 1)).all()).isEmpty();
    assertThat(scheduler.tell(new NodeProbed(0, 1, 50, 1)).all()).isEmpty();
  }

  private static JobSpec preferring(List<Integer> first, List<Integer> second) {
    var where = Where.ANYWHERE.withPrefer(List.of(first, second), Where.FIRM);
    return JobSpec.of("job", Jobs.stage("near", 2).withWhere(where));
  }

  @Test
  void byChanceATaskGoesToANodeThatItPrefers() {
    var job = preferring(List.of(3, 4), List.of(6));
    var placed = scheduler(Way.RANDOM).tell(new AssignJob(1, job, CLIENT, 0));

    assertThat(placed.sent(PlaceTask.class))
        .extracting(place -> place.work().index())
        .contains(0, 1);
    assertThat(nodes(placed, PlaceTask.class)).hasSize(2).contains(6).containsAnyOf(3, 4);
  }

  @ParameterizedTest
  @EnumSource(
      value = Way.class,
      names = {"BATCH", "PER_TASK"})
  void eachTaskHasARoundAmongTheNodesThatItPrefers(Way way) {
    var scheduler = scheduler(way);
    var asked = scheduler.tell(new AssignJob(1, preferring(List.of(3, 4), List.of(6)), CLIENT, 0));
    assertThat(nodes(asked, ProbeNode.class)).containsExactlyInAnyOrder(3, 4, 6);

    List<PlaceTask> placed = new ArrayList<>();
    for (var send : asked.only(Send.class)) {
      if (send.event() instanceof ProbeNode probe) {
        var answered = answer(scheduler, probe, send.to().index() == 4 ? 0 : 9);
        nodes(answered, PlaceTask.class).forEach(node -> assertThat(node).isIn(4, 6));
        placed.addAll(answered.sent(PlaceTask.class));
      }
    }
    assertThat(placed).extracting(place -> place.work().index()).containsExactlyInAnyOrder(0, 1);
  }

  @Test
  void aRoundThatNobodyAnsweredIsTriedAgainAmongTheSame() {
    var scheduler = scheduler(Way.BATCH);
    scheduler.tell(new AssignJob(1, preferring(List.of(3), List.of(6)), CLIENT, 0));
    var again = scheduler.after(TIMING.askAgainNs()).tell(new Wake(SchedulerTimer.BEAT));

    assertThat(nodes(again, ProbeNode.class)).containsExactlyInAnyOrder(3, 6);
    assertThat(again.sent(PlaceTask.class)).isEmpty();
  }

  @Test
  void aRoundWithASilentNodeEndsHoweverManyBeganSince() {
    var scheduler = scheduler(Way.BATCH);
    var silent = plan(scheduler, 1).sent(ProbeNode.class);
    for (int later = 0; later <= Rounds.MAX_ROUNDS; later++) {
      var asked = scheduler.tell(new AssignJob(2 + later, Jobs.job(1), CLIENT, 0));
      for (var probe : asked.sent(ProbeNode.class)) {
        answer(scheduler, probe, 0);
      }
    }
    var beat = scheduler.after(TIMING.askAgainNs()).tell(new Wake(SchedulerTimer.BEAT));

    assertThat(beat.sent(ProbeNode.class)).as("asked anew").hasSameSizeAs(silent);
  }

  @Test
  void freeTasksAreNotAskedForBeyondTheTokensThatPreferringOnesLeave() {
    var prefer = List.of(List.<Integer>of(), List.<Integer>of(), List.of(3), List.of(6));
    var where = Where.ANYWHERE.withPrefer(prefer, Where.FIRM);
    var job = JobSpec.of("job", Jobs.stage("near", 4).withWhere(where)).withTokens(3);
    var asked = scheduler(Way.BATCH).tell(new AssignJob(1, job, CLIENT, 0));

    assertThat(asked.sent(ProbeNode.class))
        .as("one round each, and one for both")
        .hasSize(1 + 1 + 2);
  }

  @Test
  void aJobThatWasPlacedEarlyEnds() {
    var scheduler = scheduler(Way.RANDOM);
    var place = plan(scheduler, 1).sent(PlaceTask.class).getFirst();
    var ended =
        scheduler.tell(new TaskFinished(0, place.reservation(), 1, 0, 0, RunResult.SUCCESS));
    assertThat(ended.sent(JobFinished.class))
        .extracting(end -> end.report().state())
        .containsExactly(JobState.SUCCEEDED);
  }
}
