package dev.muster.core.scheduler.place.sampled;

import static dev.muster.core.fake.Jobs.size;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.flat.IntList;
import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.core.fake.ChiSquare;
import dev.muster.core.scheduler.place.CellNodes;
import dev.muster.core.scheduler.place.View;
import dev.muster.model.Require;
import dev.muster.model.Resources;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class NodeSamplerTest {

  private static final Resources SMALL = size(1, 1);
  private static final Resources LARGE = size(8, 8);

  private final NodeSampler sampler = new NodeSampler(2, new CellNodes(), Chance.of(11, "sampled"));

  private static View view(int nodes, IntFunction<Resources> capacity) {
    return new View(
        1,
        IntStream.range(0, nodes)
            .mapToObj(node -> new Machine(node, capacity.apply(node)))
            .toList());
  }

  private List<Integer> choose(View view, Resources need, int count) {
    var chosen = new IntList();
    chosen.add(-1); // left from the time before
    sampler.choose(0, view, need, count, chosen);
    List<Integer> found = new ArrayList<>();
    for (int at = 0; at < chosen.size(); at++) {
      found.add(chosen.at(at));
    }
    return found;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 49, 50, 51, 99, 100})
  void allAreDifferentWhileThereAreEnough(int count) {
    var view = view(100, _ -> LARGE);
    for (int round = 0; round < 200; round++) {
      assertThat(choose(view, SMALL, count))
          .hasSize(count)
          .doesNotHaveDuplicates()
          .allMatch(node -> node >= 0 && node < 100);
    }
  }

  @ParameterizedTest
  @CsvSource({"2, 5", "10, 5", "100, 5", "2, 1", "100, 60"})
  void onlyNodesThatFitAreChosen(int every, int count) {
    var view = view(200, node -> node % every == 0 ? LARGE : SMALL);
    int fitting = (200 + every - 1) / every;
    for (int round = 0; round < 100; round++) {
      var chosen = choose(view, LARGE, count);
      assertThat(chosen).hasSize(count).allMatch(node -> node % every == 0);
      assertThat(chosen.stream().distinct().count()).isEqualTo(Math.min(count, fitting));
    }
  }

  @ParameterizedTest
  @CsvSource({"7, 8", "7, 14", "7, 20", "1, 5", "3, 100"})
  void moreThanThereAreNodesAreDealtEvenly(int nodes, int count) {
    var perNode = new long[nodes];
    choose(view(nodes, _ -> LARGE), SMALL, count).forEach(node -> perNode[node]++);

    assertThat(Arrays.stream(perNode).sum()).isEqualTo(count);
    assertThat(Arrays.stream(perNode))
        .allMatch(held -> held == count / nodes || held == (count - 1) / nodes + 1);
  }

  @Test
  void noneIsChosenWhereNoneFits() {
    assertThat(choose(view(100, _ -> SMALL), LARGE, 4)).isEmpty();
    assertThat(choose(view(100, _ -> SMALL), LARGE, 400)).isEmpty();
    assertThat(choose(View.EMPTY, SMALL, 4)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"1, 7, 7", "2, 7, 14", "1.5, 3, 5", "1.5, 4, 6", "1.01, 1, 2", "2, 0, 0"})
  void aPartOfAReservationIsAWholeOne(double ratio, int tasks, int reservations) {
    assertThat(new NodeSampler(ratio, new CellNodes(), Chance.of(1, "x")).drawsFor(tasks))
        .isEqualTo(reservations);
  }

  @Test
  void moreReservationsThanAnIntHoldsAreAsManyAsItHolds() {
    assertThat(sampler.drawsFor(Integer.MAX_VALUE)).isEqualTo(Integer.MAX_VALUE);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.99, 0, -1, Double.NaN})
  void aRatioBelowOneIsRefused(double ratio) {
    assertThatThrownBy(() -> new NodeSampler(ratio, new CellNodes(), Chance.of(1, "x")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(String.valueOf(ratio));
  }

  /**
   * Few, so that they are drawn; many, so that they are dealt; few that fit, so that draws miss.
   */
  @ParameterizedTest
  @CsvSource({"4, 1", "40, 1", "3, 9"})
  void everyNodeThatFitsIsAsLikelyAsAnyOther(int count, int every) {
    var view = view(54, node -> node % every == 0 ? LARGE : SMALL);
    var counts = new long[54 / every];
    for (int round = 0; round < 20_000; round++) {
      choose(view, LARGE, count).forEach(node -> counts[node / every]++);
    }

    // Nodes of one batch are all different, which makes counts only more even than free draws:
    // scale what is left of the spread by the finite population.
    assertThat(ChiSquare.uniform(spreadAsFree(counts, count))).isTrue();
  }

  private static long[] spreadAsFree(long[] counts, int batch) {
    double mean = Arrays.stream(counts).average().orElseThrow();
    double shrink = Math.sqrt((counts.length - batch) / (counts.length - 1.0));
    return IntStream.range(0, counts.length)
        .mapToLong(at -> Math.round(mean + (counts[at] - mean) / shrink))
        .toArray();
  }

  @Test
  void theOrderWithinABatchIsByChanceToo() {
    var view = view(6, _ -> LARGE);
    var firsts = new long[6];
    for (int round = 0; round < 6_000; round++) {
      firsts[choose(view, SMALL, 6).getFirst()]++;
    }

    assertThat(ChiSquare.uniform(firsts)).isTrue();
  }

  @Test
  void aViewThatShrinksOrGrowsIsDrawnFromAsItIs() {
    for (int nodes : new int[] {1_000, 10, 5_000, 20}) {
      assertThat(choose(view(nodes, _ -> LARGE), SMALL, 5))
          .hasSize(5)
          .doesNotHaveDuplicates()
          .allMatch(node -> node < nodes);
    }
  }

  @Test
  void nodesAreNamedAsTheViewNamesThem() {
    var view = new View(1, List.of(new Machine(7, LARGE), new Machine(40, LARGE)));

    assertThat(choose(view, SMALL, 2)).containsExactlyInAnyOrder(7, 40);
    assertThat(choose(view, SMALL, 1)).containsAnyOf(7, 40);
  }

  @Test
  void onlyNodesThatMeetARequirementAreDrawn() {
    var machines =
        IntStream.range(0, 100)
            .mapToObj(node -> new Machine(node, LARGE, Map.of("row", "r" + node % 10)))
            .toList();
    var view = new View(1, machines);
    var part = view.meeting(Require.of("row", "r3", "r4"));

    assertThat(part).as("looked for once").isSameAs(view.meeting(Require.of("row", "r3", "r4")));
    assertThat(choose(part, SMALL, 8))
        .hasSize(8)
        .doesNotHaveDuplicates()
        .allMatch(node -> node % 10 == 3 || node % 10 == 4);
    assertThat(choose(view.meeting(Require.of("row", "r10")), SMALL, 8)).isEmpty();
    assertThat(view.meeting(Require.NOTHING)).isSameAs(view);
  }

  @Test
  void aBusyNodeIsDrawnOnlyWhereThereIsNoOther() {
    var view = view(10, _ -> LARGE);
    var avoiding =
        new NodeSampler(
            SampledOptions.PLAIN.withAvoid(1), new CellNodes(), Chance.of(7, "avoiding"));
    for (int node = 0; node < 8; node++) {
      assertThat(avoiding.noteBusy(100, node, 50)).isTrue();
      assertThat(avoiding.noteBusy(100, node, 50)).as("known by now").isFalse();
    }
    var chosen = new IntList();
    avoiding.choose(120, view, SMALL, 2, chosen);
    assertThat(chosen.toArray()).containsExactlyInAnyOrder(8, 9);
    avoiding.choose(120, view, SMALL, 5, chosen);
    assertThat(chosen.toArray()).hasSize(5).doesNotHaveDuplicates().contains(8, 9);

    for (int round = 0; round < 100; round++) {
      avoiding.choose(150, view, SMALL, 1, chosen);
      if (chosen.at(0) < 8) {
        return;
      }
    }
    throw new AssertionError("none of those that were busy is drawn when their time is over");
  }

  @Test
  void aSamplerThatAvoidsNobodyDoesNotMind() {
    assertThat(sampler.noteBusy(0, 1, Long.MAX_VALUE)).isFalse();
  }

  @Test
  void ofCandidatesThoseThatAreBusyComeLast() {
    var avoiding =
        new NodeSampler(SampledOptions.PLAIN.withAvoid(1), new CellNodes(), Chance.of(1, "few"));
    avoiding.noteBusy(100, 4, 50);
    var candidates = new IntList();
    for (int node : new int[] {4, 7, 9}) {
      candidates.add(node);
    }
    var chosen = new IntList();
    avoiding.choose(120, candidates, 2, chosen);
    assertThat(chosen.toArray()).containsExactlyInAnyOrder(7, 9);
    avoiding.choose(120, candidates, 3, chosen);
    assertThat(chosen.toArray()).endsWith(4).containsExactlyInAnyOrder(4, 7, 9);
  }
}
