package dev.muster.core.scheduler.place.estimated;

import static dev.muster.core.scheduler.place.estimated.StableMatcher.NONE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.actor.Chance;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random batches, with many ties, against a plain matcher and against what stability means. */
final class StableMatcherPropertyTest {

  private static final int BATCHES = 3_000;

  private record Candidate(int node, long completionNs) {}

  /** A task that proposes to a candidate: what the node sees. */
  private record Proposal(int task, long savingNs, long completionNs) {

    /** The one that the node would rather take is greater. */
    static final Comparator<Proposal> PREFERENCE =
        Comparator.comparingLong(Proposal::savingNs)
            .thenComparingLong(Proposal::completionNs)
            .thenComparing(Comparator.comparingInt(Proposal::task).reversed());
  }

  /** A batch as lists, the best candidate of each task first. */
  private record Batch(List<List<Candidate>> tasks) {

    static Batch draw(Chance chance) {
      int nodes = 1 + chance.nextInt(12);
      List<List<Candidate>> tasks = new ArrayList<>();
      int count = chance.nextInt(14);
      int spread = 1 + chance.nextInt(30);
      for (int task = 0; task < count; task++) {
        var chosen = new TreeSet<Integer>();
        int most = chance.nextInt(nodes + 1);
        for (int draw = 0; draw < most; draw++) {
          chosen.add(chance.nextInt(nodes));
        }
        tasks.add(
            chosen.stream()
                .map(node -> new Candidate(node, chance.nextInt(spread)))
                .sorted(
                    Comparator.comparingLong(Candidate::completionNs)
                        .thenComparingInt(Candidate::node))
                .toList());
      }
      return new Batch(tasks);
    }

    Proposal proposal(int task, int rank) {
      var all = tasks.get(task);
      long completionNs = all.get(rank).completionNs();
      long savingNs =
          rank + 1 < all.size() ? all.get(rank + 1).completionNs() - completionNs : Long.MAX_VALUE;
      return new Proposal(task, savingNs, completionNs);
    }

    /** Which of its candidates a node is to a task; -1 where it is none. */
    int rank(int task, int node) {
      var all = tasks.get(task);
      return IntStream.range(0, all.size())
          .filter(rank -> all.get(rank).node() == node)
          .findFirst()
          .orElse(-1);
    }

    CandidateSets sets(Chance chance) {
      var sets = new CandidateSets(14, 12);
      for (var candidates : tasks) {
        sets.addTask();
        var shuffled = new ArrayList<>(candidates);
        for (int at = shuffled.size() - 1; at > 0; at--) {
          var kept = shuffled.get(at);
          int other = chance.nextInt(at + 1);
          shuffled.set(at, shuffled.get(other));
          shuffled.set(other, kept);
        }
        shuffled.forEach(each -> sets.add(each.node(), each.completionNs()));
      }
      return sets;
    }

    /** As slow and plain as can be: all proposals of an iteration, node by node. */
    int[] reference(int maxIterations) {
      var ranks = new int[tasks.size()];
      var matched = new int[tasks.size()];
      Arrays.fill(matched, NONE);
      for (int iteration = 0; iteration < maxIterations; iteration++) {
        var proposals = new TreeMap<Integer, List<Proposal>>();
        boolean anybody = false;
        for (int task = 0; task < ranks.length; task++) {
          if (ranks[task] < tasks.get(task).size()) {
            anybody |= matched[task] == NONE;
            int node = tasks.get(task).get(ranks[task]).node();
            proposals
                .computeIfAbsent(node, _ -> new ArrayList<>())
                .add(proposal(task, ranks[task]));
          }
        }
        if (!anybody) {
          break;
        }
        proposals.forEach(
            (node, all) -> {
              int taken = all.stream().max(Proposal.PREFERENCE).orElseThrow().task();
              for (var each : all) {
                matched[each.task()] = each.task() == taken ? node : NONE;
                ranks[each.task()] += each.task() == taken ? 0 : 1;
              }
            });
      }
      return matched;
    }
  }

  private static int[] nodes(StableMatcher matcher, int tasks) {
    return IntStream.range(0, tasks).map(matcher::node).toArray();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 10, Integer.MAX_VALUE})
  void agreesWithThePlainMatcher(int maxIterations) {
    var chance = Chance.of(maxIterations, "batches");
    var matcher = new StableMatcher(maxIterations);
    for (int count = 0; count < BATCHES; count++) {
      var batch = Batch.draw(chance);
      matcher.match(batch.sets(chance));

      assertThat(nodes(matcher, batch.tasks.size()))
          .as(batch.toString())
          .isEqualTo(batch.reference(maxIterations));
      assertThat(matcher.iterations()).isLessThanOrEqualTo(maxIterations);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, Integer.MAX_VALUE})
  void noNodeHasTwoTasksAndNobodyWouldRatherChange(int maxIterations) {
    var chance = Chance.of(7, "stability");
    var matcher = new StableMatcher(maxIterations);
    for (int count = 0; count < BATCHES; count++) {
      var batch = Batch.draw(chance);
      var sets = batch.sets(chance);
      matcher.match(sets);
      var nodes = nodes(matcher, batch.tasks.size());

      assertThat(Arrays.stream(nodes).filter(node -> node != NONE).toArray())
          .doesNotHaveDuplicates();
      // Whoever was still on the way when the iterations ended may well want a node.
      boolean complete = matcher.iterations() < maxIterations;
      for (int task = 0; task < nodes.length; task++) {
        if (nodes[task] != NONE || complete) {
          assertNobodyElseWouldDo(batch, nodes, task);
        }
      }
      matcher.match(sets);
      assertThat(nodes(matcher, nodes.length)).as("again").isEqualTo(nodes);
    }
  }

  /** For every node that the task likes better: the node has a task that it likes better. */
  private static void assertNobodyElseWouldDo(Batch batch, int[] nodes, int task) {
    int own = nodes[task] == NONE ? batch.tasks.get(task).size() : batch.rank(task, nodes[task]);
    assertThat(own).as("its node is one of its candidates").isNotNegative();
    for (int rank = 0; rank < own; rank++) {
      int node = batch.tasks.get(task).get(rank).node();
      var wanted = batch.proposal(task, rank);
      assertThat(IntStream.range(0, nodes.length).filter(other -> nodes[other] == node).boxed())
          .as("%s: task %d would rather have node %d", batch, task, node)
          .singleElement()
          .matches(
              taken ->
                  Proposal.PREFERENCE.compare(
                          batch.proposal(taken, batch.rank(taken, node)), wanted)
                      > 0);
    }
  }
}
