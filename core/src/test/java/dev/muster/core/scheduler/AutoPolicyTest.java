package dev.muster.core.scheduler;

import static dev.muster.core.fake.Jobs.S;
import static dev.muster.core.fake.Jobs.stage;
import static dev.muster.core.scheduler.AutoPolicy.LARGE_CELL;
import static dev.muster.core.scheduler.AutoPolicy.LARGE_INPUT_BYTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.core.fake.Jobs;
import dev.muster.core.scheduler.AutoPolicy.Binding;
import dev.muster.core.scheduler.AutoPolicy.CellFacts;
import dev.muster.core.scheduler.AutoPolicy.PolicyMode;
import dev.muster.core.scheduler.place.CellNodes;
import dev.muster.core.scheduler.place.View;
import dev.muster.model.Elastic;
import dev.muster.model.ExternalInput;
import dev.muster.model.JobKind;
import dev.muster.model.JobSpec;
import dev.muster.model.StageSpec;
import dev.muster.model.Tier;
import dev.muster.model.WeakestTier;
import dev.muster.model.Where;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The rule of auto, row by row. */
final class AutoPolicyTest {

  private static final CellFacts SMALL = new CellFacts(100, false);
  private static final CellFacts LARGE = new CellFacts(LARGE_CELL, false);
  private static final CellFacts SCORED = new CellFacts(100, true);
  private static final StageSpec TWO = stage("s", 2);
  private static final StageSpec TIMED = TWO.withEstimate(S);
  private static final ExternalInput EACH = ExternalInput.of(LARGE_INPUT_BYTES, 1);

  private static StageSpec preferring(long patienceNs) {
    return TWO.withWhere(Where.ANYWHERE.withPrefer(List.of(List.of(1), List.of(2)), patienceNs));
  }

  private static JobSpec job(StageSpec stage) {
    return JobSpec.of("job", stage);
  }

  private static Arguments row(PolicyMode expected, String why, JobSpec job, CellFacts cell) {
    return arguments(expected, why, job, cell);
  }

  static Stream<Arguments> rows() {
    var anywhere = ExternalInput.of(10 * LARGE_INPUT_BYTES);
    return Stream.of(
        row(PolicyMode.SAMPLED, "any node", job(TWO), SMALL),
        row(PolicyMode.SAMPLED, "any node", job(TIMED), LARGE),
        row(PolicyMode.SAMPLED, "any node", job(TIMED.withEstimate(9_999 * S)), SCORED),
        row(PolicyMode.SHARED, "services", job(TWO).with(JobKind.SERVICE), SMALL),
        row(PolicyMode.SHARED, "services", job(TWO).with(JobKind.SERVICE), LARGE),
        row(PolicyMode.SHARED, "gang", job(TWO.asGang()), SMALL),
        row(PolicyMode.SHARED, "gang", job(TWO.asGang()).with(Elastic.GLOBAL_CAP), LARGE),
        row(
            PolicyMode.SHARED,
            "idle",
            job(TWO).with(Elastic.GLOBAL_CAP),
            new CellFacts(LARGE_CELL - 1, true)),
        row(PolicyMode.PARTITIONED, "part by part", job(TWO).with(Elastic.GLOBAL_CAP), LARGE),
        row(PolicyMode.PARTITIONED, "scores", job(preferring(Where.FIRM)), SCORED),
        row(PolicyMode.SAMPLED, "task by task", job(preferring(Where.FIRM)), SMALL),
        row(PolicyMode.SAMPLED, "task by task", job(preferring(S)), SCORED),
        row(PolicyMode.ESTIMATED, "read much", job(TIMED.withInputs(EACH)), SMALL),
        row(
            PolicyMode.ESTIMATED,
            "read much",
            job(TIMED.withInputs(EACH.ofTask(0), EACH.ofTask(1))),
            LARGE),
        row(PolicyMode.ESTIMATED, "beyond the tokens", job(TIMED).withTokens(1), SMALL),
        row(PolicyMode.SAMPLED, "any node", job(TIMED).withTokens(2), SMALL),
        row(PolicyMode.SAMPLED, "any node", job(TWO).withTokens(1), SMALL),
        row(
            PolicyMode.SAMPLED,
            "any node",
            job(TIMED.withTier(WeakestTier.GUARANTEED)).withTokens(1),
            SMALL),
        row(
            PolicyMode.SAMPLED,
            "task by task",
            job(preferring(S).withEstimate(S)).withTokens(1),
            SMALL),
        row(PolicyMode.SAMPLED, "any node", job(TIMED.withInputs(EACH.ofTask(0))), SMALL),
        row(PolicyMode.SAMPLED, "any node", job(TWO.withInputs(EACH)), SMALL),
        row(PolicyMode.SAMPLED, "any node", job(TIMED.withInputs(anywhere)), SMALL),
        row(
            PolicyMode.SAMPLED,
            "task by task",
            job(preferring(S).withEstimate(S).withInputs(EACH)),
            SMALL));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void theFirstRuleThatHoldsDecides(PolicyMode expected, String why, JobSpec job, CellFacts cell) {
    var choice = AutoPolicy.choose(job, job.stages().getFirst(), cell);
    assertThat(choice.way()).isEqualTo(expected);
    assertThat(choice.reason()).contains(why);
  }

  @Test
  void eachWayHasATierAndABinding() {
    assertThat(PolicyMode.SAMPLED.binding).isEqualTo(Binding.LATE);
    assertThat(Stream.of(PolicyMode.values()).filter(way -> way.binding == Binding.EARLY))
        .containsExactly(PolicyMode.SHARED, PolicyMode.PARTITIONED, PolicyMode.ESTIMATED);
    assertThat(Stream.of(PolicyMode.values()).filter(way -> way.weakest == Tier.OPPORTUNISTIC))
        .containsExactly(PolicyMode.ESTIMATED);
  }

  @Test
  void theCellIsLookedAtWhereItMatters() {
    var nodes = new CellNodes();
    var job = job(preferring(Where.FIRM));
    assertThat(AutoPolicy.choose(job, job.stages().getFirst(), nodes).way())
        .isEqualTo(PolicyMode.SAMPLED);
    var scored = new Machine(2, Jobs.size(4, 4), Map.of(AutoPolicy.SCORE, "3"));
    nodes.see(new View(1, List.of(new Machine(1, Jobs.size(4, 4)), scored)));
    assertThat(AutoPolicy.choose(job, job.stages().getFirst(), nodes).way())
        .isEqualTo(PolicyMode.PARTITIONED);
  }
}
