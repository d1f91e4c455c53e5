package dev.muster.sim.compare.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.event.MasterEvent.JobFinished;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.NodeEvent.ProbeNode;
import dev.muster.core.event.SchedulerEvent.NodeProbed;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
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
final class ProbingPlacerTest {

  private static final long SOON_NS = 10 * ProbeCell.MS;

  @Test
  void byChanceTasksGoOutAtOnce() {
    var placed = new ProbeCell(ProbeMode.RANDOM).plan(1, 3);
    assertThat(placed.sent(PlaceTask.class)).hasSize(3);
    assertThat(placed.sent(PlaceTask.class))
        .extracting(place -> place.work().index())
        .contains(0, 1, 2);
  }

  @Test
  void theLeastBusyOfTheWholeBatchGetTheTasks() {
    var scheduler = new ProbeCell(ProbeMode.BATCH);
    var asked = scheduler.plan(1, 2);
    var probes = asked.sent(ProbeNode.class);
    var drawn = asked.nodes(ProbeNode.class);
    assertThat(drawn).hasSize(4).doesNotHaveDuplicates();
    int[] loads = {5, 0, 7, 1};
    for (int draw = 0; draw < 3; draw++) {
      assertThat(scheduler.answer(probes.get(draw), loads[draw]).isEmpty()).isTrue();
    }
    assertThat(scheduler.answer(probes.get(1), 9).isEmpty()).as("said before").isTrue();

    assertThat(scheduler.answer(probes.get(3), 1).nodes(PlaceTask.class))
        .containsExactly(drawn.get(1), drawn.get(3));
  }

  @Test
  void whoeverDoesNotAnswerIsNotWaitedForForEver() {
    var scheduler = new ProbeCell(ProbeMode.BATCH);
    var asked = scheduler.plan(1, 2);
    scheduler.answer(asked.sent(ProbeNode.class).get(2), 30);
    var placed = scheduler.after(ProbeCell.TIMING.repeatAfterNs()).beat();

    assertThat(placed.nodes(PlaceTask.class)).containsExactly(asked.nodes(ProbeNode.class).get(2));
    assertThat(placed.sent(ProbeNode.class))
        .as("and the other task is asked about anew")
        .hasSize(2);
    assertThat(scheduler.answer(asked.sent(ProbeNode.class).get(0), 0).isEmpty())
        .as("too late")
        .isTrue();
  }

  @Test
  void anAnswerToNobodyMeansNothing() {
    var scheduler = new ProbeCell(ProbeMode.PER_TASK);
    scheduler.plan(1, 1);
    assertThat(scheduler.tell(new NodeProbed(0, 99, 0, 1)).isEmpty()).isTrue();
    assertThat(scheduler.tell(new NodeProbed(0, 1, 50, 1)).isEmpty()).isTrue();
  }

  private static JobSpec preferring(List<Integer> first, List<Integer> second) {
    var where = Where.ANYWHERE.withPrefer(List.of(first, second), Where.FIRM);
    return JobSpec.of("job", ProbeCell.stage("near", 2).withWhere(where));
  }

  @Test
  void byChanceATaskGoesToANodeThatItPrefers() {
    var job = preferring(List.of(3, 4), List.of(6));
    var placed = new ProbeCell(ProbeMode.RANDOM).plan(1, job);

    assertThat(placed.sent(PlaceTask.class))
        .extracting(place -> place.work().index())
        .contains(0, 1);
    assertThat(placed.nodes(PlaceTask.class)).hasSize(2).contains(6).containsAnyOf(3, 4);
  }

  @ParameterizedTest
  @EnumSource(
      value = ProbeMode.class,
      names = {"BATCH", "PER_TASK"})
  void eachTaskHasARoundAmongTheNodesThatItPrefers(ProbeMode mode) {
    var scheduler = new ProbeCell(mode);
    var asked = scheduler.plan(1, preferring(List.of(3, 4), List.of(6)));
    assertThat(asked.nodes(ProbeNode.class)).containsExactlyInAnyOrder(3, 4, 6);

    List<PlaceTask> placed = new ArrayList<>();
    var probes = asked.sent(ProbeNode.class);
    var nodes = asked.nodes(ProbeNode.class);
    for (int at = 0; at < probes.size(); at++) {
      var answered = scheduler.answer(probes.get(at), nodes.get(at) == 4 ? 0 : 9);
      answered.nodes(PlaceTask.class).forEach(node -> assertThat(node).isIn(4, 6));
      placed.addAll(answered.sent(PlaceTask.class));
    }
    assertThat(placed).extracting(place -> place.work().index()).containsExactlyInAnyOrder(0, 1);
  }

  @Test
  void aRoundThatNobodyAnsweredIsTriedAgainAmongTheSame() {
    var scheduler = new ProbeCell(ProbeMode.BATCH);
    scheduler.plan(1, preferring(List.of(3), List.of(6)));
    var again = scheduler.after(ProbeCell.TIMING.repeatAfterNs()).beat();

    assertThat(again.nodes(ProbeNode.class)).containsExactlyInAnyOrder(3, 6);
    assertThat(again.sent(PlaceTask.class)).isEmpty();
  }

  @Test
  void aRoundWithASilentNodeEndsHoweverManyBeganSince() {
    var scheduler = new ProbeCell(ProbeMode.BATCH);
    var silent = scheduler.plan(1, 1).sent(ProbeNode.class);
    for (int later = 0; later <= ProbingPlacer.MAX_ROUNDS; later++) {
      var asked = scheduler.plan(2 + later, 1);
      for (var probe : asked.sent(ProbeNode.class)) {
        scheduler.answer(probe, 0);
      }
    }
    var beat = scheduler.after(ProbeCell.TIMING.repeatAfterNs()).beat();

    assertThat(beat.sent(ProbeNode.class)).as("asked anew").hasSameSizeAs(silent);
  }

  @Test
  void freeTasksAreNotAskedForBeyondTheTokensThatPreferringOnesLeave() {
    var prefer = List.of(List.<Integer>of(), List.<Integer>of(), List.of(3), List.of(6));
    var where = Where.ANYWHERE.withPrefer(prefer, Where.FIRM);
    var job = JobSpec.of("job", ProbeCell.stage("near", 4).withWhere(where)).withTokens(3);
    var asked = new ProbeCell(ProbeMode.BATCH).plan(1, job);

    assertThat(asked.sent(ProbeNode.class))
        .as("one round each, and one for both")
        .hasSize(1 + 1 + 2);
  }

  @Test
  void aJobThatWasPlacedEarlyEnds() {
    var scheduler = new ProbeCell(ProbeMode.RANDOM);
    var planned = scheduler.plan(1, 1);
    int node = planned.nodes(PlaceTask.class).getFirst();
    var place = planned.sent(PlaceTask.class).getFirst();
    var ended =
        scheduler.tell(new TaskFinished(node, place.reservation(), 1, 0, 0, RunResult.SUCCESS));
    assertThat(ended.sent(JobFinished.class))
        .extracting(end -> end.report().state())
        .containsExactly(JobState.SUCCEEDED);
  }

  @Test
  void youngAnswersServeTheNextRound() {
    var scheduler = new ProbeCell(ProbeMode.BATCH, 2, SOON_NS);
    var asked = scheduler.plan(1, 1);
    var probes = asked.sent(ProbeNode.class);
    var drawn = asked.nodes(ProbeNode.class);
    assertThat(drawn).containsExactlyInAnyOrder(0, 1);
    scheduler.tell(new NodeProbed(drawn.get(0), 1, probes.get(0).draw(), 5));
    var placed = scheduler.tell(new NodeProbed(drawn.get(1), 1, probes.get(1).draw(), 4));
    assertThat(placed.nodes(PlaceTask.class)).containsExactly(drawn.get(1));

    var second = scheduler.after(SOON_NS).plan(2, 1);
    assertThat(second.sent(ProbeNode.class)).isEmpty();
    assertThat(second.sent(PlaceTask.class)).hasSize(1);
    assertThat(scheduler.after(1).plan(3, 1).sent(ProbeNode.class)).as("too old").hasSize(2);
  }

  @Test
  void whatWasSentThereCountsAgainstANode() {
    var scheduler = new ProbeCell(ProbeMode.BATCH, 2, SOON_NS);
    var asked = scheduler.plan(1, 1);
    var drawn = asked.nodes(ProbeNode.class);
    scheduler.tell(new NodeProbed(drawn.get(0), 1, 0, 5));
    scheduler.tell(new NodeProbed(drawn.get(1), 1, 1, 4));

    var second = scheduler.plan(2, 1).nodes(PlaceTask.class);
    var third = scheduler.plan(3, 1).nodes(PlaceTask.class);
    assertThat(second).hasSize(1);
    assertThat(third).hasSize(1).doesNotContainAnyElementsOf(second);
  }
}
