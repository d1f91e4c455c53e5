package dev.muster.core.scheduler.job;

import static dev.muster.core.fake.Jobs.stage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.event.MasterEvent.JobFinished;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.fake.Jobs;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.core.scheduler.SchedulerCell;
import dev.muster.core.scheduler.place.Placer;
import dev.muster.core.scheduler.place.PlacerContext;
import dev.muster.core.scheduler.place.toy.FirstNodePlacer;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.RunResult;
import dev.muster.model.StageSpec;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs of many stages; every task is placed as soon as its stage is adjusted. */
final class JobStagesTest {

  private static final int MANY = 100_000;

  private final List<FirstNodePlacer> made = new ArrayList<>();
  private final SchedulerCell cell = new SchedulerCell(1, this::policies);
  private final List<Integer> started = new ArrayList<>();
  private int beats;

  private List<Placer> policies(PlacerContext context) {
    made.add(new FirstNodePlacer(context));
    return List.of(made.getFirst());
  }

  private int adjusted() {
    return made.getFirst().adjusted();
  }

  /** Lets every task succeed in the order in which they were placed; how the job ended. */
  private JobState run(JobSpec spec) {
    var running = new ArrayDeque<PlaceTask>();
    var out = cell.plan(1, spec);
    for (int events = 0; events < 4 * MANY; events++) {
      for (var place : out.sent(PlaceTask.class)) {
        running.add(place);
        started.add(place.work().stage());
      }
      var end = out.sent(JobFinished.class);
      if (!end.isEmpty()) {
        return end.getFirst().report().state();
      }
      out = running.isEmpty() ? beat() : finish(running.remove());
    }
    throw new AssertionError("no end after " + started.size() + " tasks");
  }

  private RecordingEffects beat() {
    beats++;
    return cell.beatAfter(SchedulerCell.TIMING.beatNs());
  }

  private RecordingEffects finish(PlaceTask place) {
    return cell.finished(0, place.reservation(), place.work(), RunResult.SUCCESS);
  }

  @Test
  void aLongChainCostsAFewLooksPerStage() {
    var stages = new StageSpec[MANY];
    Arrays.setAll(
        stages, i -> i == 0 ? stage("s0", 1) : stage("s" + i, 1).withAfter("s" + (i - 1)));

    assertThat(run(JobSpec.of("chain", stages))).isEqualTo(JobState.SUCCEEDED);
    assertThat(started).hasSize(MANY).isSorted();
    assertThat(adjusted()).isLessThanOrEqualTo(3 * MANY);
    assertThat(beats).as("nothing waits for a beat").isZero();
  }

  @Test
  void manyStagesAfterOneCostAFewLooksEach() {
    var stages = new StageSpec[MANY];
    Arrays.setAll(stages, i -> i == 0 ? stage("first", 1) : stage("s" + i, 1).withAfter("first"));

    assertThat(run(JobSpec.of("wide", stages))).isEqualTo(JobState.SUCCEEDED);
    assertThat(started).hasSize(MANY).doesNotHaveDuplicates();
    assertThat(adjusted()).isLessThanOrEqualTo(3 * MANY);
    assertThat(beats).as("nothing waits for a beat").isZero();
  }

  @ParameterizedTest
  @CsvSource({"10, 3, 1", "64, 2, 5", "65, 2, 1", "500, 3, 2", "3000, 1, 7"})
  void tokensThatStagesShareComeToEachOfThem(int count, int tasks, int tokens) {
    var stages = new StageSpec[count];
    Arrays.setAll(stages, i -> stage("s" + i, tasks));

    assertThat(run(JobSpec.of("sharing", stages).withTokens(tokens))).isEqualTo(JobState.SUCCEEDED);
    assertThat(started).hasSize(count * tasks);
    assertThat(beats).as("a token that comes back is used at once").isZero();
  }

  @Test
  void oneEventLooksAtFewStagesAndABeatAtLimitedManyInTurn() {
    var stages = new StageSpec[5 * StageTurns.MAX_STAGES_PER_BEAT];
    Arrays.setAll(stages, i -> stage("s" + i, 2));
    var first = cell.plan(1, JobSpec.of("sharing", stages).withTokens(1));
    assertThat(adjusted()).isLessThan(2 * StageTurns.MAX_STAGES_PER_BEAT);

    int before = adjusted();
    var next = finish(first.sent(PlaceTask.class).getFirst());
    assertThat(next.sent(PlaceTask.class)).hasSize(1);
    assertThat(adjusted() - before).isLessThan(100);
    before = adjusted();
    beat();
    assertThat(adjusted() - before).isBetween(StageTurns.MAX_STAGES_PER_BEAT, 1_100);
    for (int more = 0; more < 4; more++) {
      beat();
    }
    assertThat(made.getFirst().seen()).as("all have had their turn").hasSize(stages.length);
  }

  /** The short stage comes first in the job, and the long way has three stages. */
  private static JobSpec twoWays(int tokens) {
    return JobSpec.of(
            "ways",
            stage("short", 3).withEstimate(10 * Jobs.MS),
            stage("long", 3).withEstimate(Jobs.MS),
            stage("longer", 1).withEstimate(5 * Jobs.MS).withAfter("long"),
            stage("longest", 1).withEstimate(6 * Jobs.MS).withAfter("longer"))
        .withTokens(tokens);
  }

  @Test
  void theStageWithTheLongestWayToTheEndGetsTheTokens() {
    assertThat(run(twoWays(1))).isEqualTo(JobState.SUCCEEDED);
    assertThat(started).containsExactly(1, 1, 1, 2, 0, 0, 0, 3);
  }

  @Test
  void whereNoTokensAreScarceStagesGoAsTheyStandInTheJob() {
    assertThat(run(twoWays(JobSpec.NO_CAP))).isEqualTo(JobState.SUCCEEDED);
    assertThat(started).startsWith(0, 0, 0, 1, 1, 1);
  }

  @Test
  void whatTasksTookChangesWhichStageGoesFirst() {
    var stages = new StageSpec[] {stage("a", 10), stage("b", 10).withEstimate(500 * Jobs.MS)};
    var first = cell.plan(1, JobSpec.of("job", stages).withTokens(1)).sent(PlaceTask.class);
    assertThat(first.getFirst().work().stage()).as("both alike").isZero();
    cell.scheduler.after(1_000 * Jobs.MS);
    var next = finish(first.getFirst()).sent(PlaceTask.class).getFirst();
    assertThat(next.work().stage()).as("the other is shorter").isZero();
    for (int task = 0; task < 4 && next.work().stage() == 0; task++) {
      cell.scheduler.after(1);
      next = finish(next).sent(PlaceTask.class).getFirst();
    }
    assertThat(next.work().stage()).as("tasks of the first are short now").isEqualTo(1);
  }

  @Test
  void ofManyStagesTheFirstInRankGetsATokenThatComesBack() {
    int count = 10 * StageTurns.MAX_STAGES_PER_EVENT;
    var stages = new StageSpec[count];
    Arrays.setAll(stages, i -> stage("s" + i, 1).withEstimate((1 + i) * Jobs.MS));
    assertThat(run(JobSpec.of("many", stages).withTokens(1))).isEqualTo(JobState.SUCCEEDED);
    assertThat(started).isSortedAccordingTo(Comparator.reverseOrder()).startsWith(count - 1);
    assertThat(adjusted()).isLessThan(count * (StageTurns.MAX_STAGES_PER_EVENT + 8));
  }

  @Test
  void aStageOpensOnceEveryStageBeforeItIsComplete() {
    var job =
        ManagedJob.of(
            JobSpec.of("job", stage("a", 1), stage("b", 1), stage("c", 1).withAfter("a", "b")));
    assertThat(job.stage(2).isOpen()).isFalse();
    job.end(job.start(0), RunResult.SUCCESS);
    assertThat(job.stage(2).isOpen()).isFalse();
    assertThat(job.take(2)).isNull();
    job.end(job.start(1), RunResult.SUCCESS);

    assertThat(job.stage(2).isOpen()).isTrue();
    assertThat(job.take(2)).isNotNull();
  }

  @Test
  void noStageOpensOnceTheJobEnds() {
    var job = ManagedJob.of(JobSpec.of("job", stage("a", 1), stage("b", 1).withAfter("a")));
    var running = job.start(0);
    job.manager().cancel();
    assertThat(job.closes()).isTrue();
    job.end(running, RunResult.SUCCESS);

    assertThat(job.stage(0).isComplete()).isTrue();
    assertThat(job.stage(1).isOpen()).as("nobody would close it").isFalse();
    assertThat(job.manager().endIfIdle()).isTrue();
  }
}
