package dev.muster.model.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.model.Edge;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Graphs as large as a job may have them. */
class StageGraphTest {

  private static final int STAGES = JobRules.MAX_STAGES;

  /** How often each stage and each edge may be looked at. */
  private static final int LOOKS = 10;

  private static StageSpec stage(String name, String... after) {
    return StageSpec.of(name, 1, Resources.NONE, List.of("run")).withAfter(after);
  }

  enum Shape {
    CHAIN(i -> i == 0 ? stage("s0") : stage("s" + i, "s" + (i - 1))),
    CHAIN_FROM_ITS_END(i -> i == STAGES - 1 ? stage("s" + i) : stage("s" + i, "s" + (i + 1))),
    FAN_OUT(i -> i == 0 ? stage("s0") : stage("s" + i, "s0")),
    FAN_IN(i -> i == 0 ? stage("s0", names(1, STAGES)) : stage("s" + i)),
    ONE_TO_ONE(
        i ->
            i == 0 ? stage("s0") : stage("s" + i).withEdges(List.of(Edge.oneToOne("s" + (i - 1)))));

    private final List<StageSpec> stages;

    Shape(IntFunction<StageSpec> stage) {
      this.stages = IntStream.range(0, STAGES).mapToObj(stage).toList();
    }
  }

  private static String[] names(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> "s" + i).toArray(String[]::new);
  }

  /** Counts how often a stage is looked at. */
  private static final class Counted extends AbstractList<StageSpec> {

    private final List<StageSpec> stages;
    private long looks;

    Counted(List<StageSpec> stages) {
      this.stages = stages;
    }

    @Override
    public StageSpec get(int index) {
      looks++;
      return stages.get(index);
    }

    @Override
    public int size() {
      return stages.size();
    }
  }

  private static List<String> problems(List<StageSpec> stages) {
    List<String> problems = new ArrayList<>();
    var counted = new Counted(stages);
    StageGraph.check(counted, (stage, edge, message) -> problems.add(stage + ": " + message));
    long edges = stages.stream().mapToLong(stage -> stage.after().size()).sum();
    assertThat(counted.looks).isLessThanOrEqualTo(LOOKS * (stages.size() + edges));
    return problems;
  }

  @ParameterizedTest
  @EnumSource
  void theWorkGrowsWithStagesAndEdges(Shape shape) {
    assertThat(problems(shape.stages)).isEmpty();
    assertThat(JobRules.problem(JobSpec.of("j").withStages(shape.stages))).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void theLastStagesOfManyAreFound(Shape shape) {
    var last = JobSpec.of("j").withStages(shape.stages).lastStages();
    assertThat(last).hasSize(shape == Shape.FAN_OUT ? STAGES - 1 : 1);
  }

  @Test
  void aRingOfAllStagesIsNamedInPart() {
    var ring = new ArrayList<>(Shape.CHAIN.stages);
    ring.set(0, stage("s0", "s" + (STAGES - 1)));
    assertThat(problems(ring))
        .containsExactly(
            "1: stages wait for each other in a cycle: s0 → "
                + String.join(" → ", List.of(names(STAGES - 19, STAGES)).reversed())
                + " → … 99,980 more … → s0");
  }

  /** Every stage closes a ring of its own with all those before it. */
  @Test
  void manyRingsCostNoMoreThanTheirEdges() {
    var rings = new ArrayList<>(Shape.CHAIN_FROM_ITS_END.stages);
    for (int i = 2; i < STAGES - 1; i++) {
      rings.set(i, stage("s" + i, "s" + (i + 1), "s0"));
    }
    assertThat(problems(rings)).hasSize(STAGES - 3).allMatch(text -> text.length() < 300);
  }

  @Test
  void manyUnknownNamesAreNotComparedWithAllKnownOnes() {
    var unknown = IntStream.range(0, STAGES).mapToObj(i -> stage("s" + i, "s" + i + "x")).toList();
    assertThat(problems(unknown))
        .hasSize(STAGES)
        .filteredOn(text -> text.contains("did you mean"))
        .hasSize(StageGraph.MAX_COMPARED / STAGES);
  }
}
