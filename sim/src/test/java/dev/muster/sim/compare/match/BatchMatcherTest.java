package dev.muster.sim.compare.match;

import static dev.muster.core.scheduler.place.estimated.StableMatcher.NONE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Chance;
import dev.muster.core.scheduler.place.estimated.CandidateSets;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The exact matchers against all matchings there are, in small batches. */
final class BatchMatcherTest {

  private static final int BATCHES = 2_000;

  /** The best of all matchings that give most tasks a node: its total and its makespan. */
  private static final class Exhaustive {

    private final CandidateSets sets;
    private int most = -1;
    private long totalNs;
    private long makespanNs;

    Exhaustive(CandidateSets sets) {
      this.sets = sets;
      place(0, new boolean[sets.nodeBound()], 0, 0, 0);
    }

    private void place(int task, boolean[] taken, int matched, long total, long makespan) {
      if (task == sets.tasks()) {
        if (matched > most) {
          most = matched;
          totalNs = total;
          makespanNs = makespan;
        } else if (matched == most) {
          totalNs = Math.min(totalNs, total);
          makespanNs = Math.min(makespanNs, makespan);
        }
        return;
      }
      place(task + 1, taken, matched, total, makespan);
      for (int number = 0; number < sets.size(task); number++) {
        int node = sets.node(task, number);
        long ns = sets.completionNs(task, number);
        if (!taken[node]) {
          taken[node] = true;
          place(task + 1, taken, matched + 1, total + ns, Math.max(makespan, ns));
          taken[node] = false;
        }
      }
    }
  }

  /**
   * @param odds that a node is a candidate
   */
  private static CandidateSets batch(Chance chance, double odds) {
    int nodes = 1 + chance.nextInt(5);
    var sets = new CandidateSets(5, nodes);
    int tasks = 1 + chance.nextInt(odds < 1 ? 5 : nodes);
    for (int task = 0; task < tasks; task++) {
      sets.addTask();
      for (int node = 0; node < nodes; node++) {
        if (chance.nextDouble() < odds) {
          sets.add(node, chance.nextInt(20));
        }
      }
    }
    return sets;
  }

  private static long totalNs(CandidateSets sets, int[] matched) {
    return IntStream.range(0, matched.length)
        .filter(task -> matched[task] != NONE)
        .mapToLong(task -> BatchMatcher.completionNs(sets, task, matched[task]))
        .sum();
  }

  private static int[] distinctNodes(int[] matched) {
    var nodes = Arrays.stream(matched).filter(node -> node != NONE).toArray();
    assertThat(nodes).doesNotHaveDuplicates();
    return nodes;
  }

  @Test
  void noMatchingHasALowerTotal() {
    var chance = Chance.of(1, "total");
    for (int count = 0; count < BATCHES; count++) {
      var sets = batch(chance, 0.6);
      var best = new Exhaustive(sets);
      var matched = AugmentingPaths.leastTotal().match(sets);

      assertThat(distinctNodes(matched)).hasSize(best.most);
      assertThat(totalNs(sets, matched)).isEqualTo(best.totalNs);
    }
  }

  @Test
  void noMatchingEndsSooner() {
    var chance = Chance.of(1, "makespan");
    for (int count = 0; count < BATCHES; count++) {
      var sets = batch(chance, 1);
      var best = new Exhaustive(sets);
      var matched = AugmentingPaths.leastMakespan().match(sets);

      assertThat(distinctNodes(matched)).hasSize(sets.tasks());
      assertThat(BatchMatcher.makespanNs(sets, matched)).isEqualTo(best.makespanNs);
    }
  }

  @Test
  void whereNodesAreShortAsManyTasksAsCanBeHaveOne() {
    var chance = Chance.of(1, "short");
    for (int count = 0; count < BATCHES; count++) {
      var sets = batch(chance, 0.4);

      assertThat(distinctNodes(AugmentingPaths.leastMakespan().match(sets)))
          .hasSize(new Exhaustive(sets).most);
    }
  }

  @Test
  void theGreedyMatcherTakesWhatIsBestForEachInTurn() {
    var sets = new CandidateSets(3, 3);
    long[][] completions = {{5, 5, 9}, {1, 2, 3}, {1, 1, 9}};
    for (var task : completions) {
      sets.addTask();
      for (int node = 2; node >= 0; node--) {
        sets.add(node, task[node]);
      }
    }
    var matched = BatchMatcher.greedy().match(sets);

    assertThat(matched).containsExactly(0, 1, 2);
    assertThat(BatchMatcher.makespanNs(sets, matched)).isEqualTo(9);
    assertThat(totalNs(sets, matched)).isEqualTo(16);
    assertThat(totalNs(sets, AugmentingPaths.leastTotal().match(sets))).isEqualTo(9);
  }

  @Test
  void theGreedyMatcherLeavesATaskWithoutAFreeCandidate() {
    var sets = new CandidateSets(2, 1);
    for (int task = 0; task < 2; task++) {
      sets.addTask();
      sets.add(4, 1);
    }

    assertThat(BatchMatcher.greedy().match(sets)).containsExactly(4, NONE);
  }
}
