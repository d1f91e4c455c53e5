package dev.muster.core.scheduler.place.estimated;

import static dev.muster.core.scheduler.place.estimated.StableMatcher.NONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Batches in words: a task's candidates as {@code node:completion}. */
final class StableMatcherTest {

  private static final int UNLIMITED = Integer.MAX_VALUE;

  private static CandidateSets batch(String... tasks) {
    var sets = new CandidateSets(8, 8);
    fill(sets, tasks);
    return sets;
  }

  private static void fill(CandidateSets sets, String... tasks) {
    sets.clear();
    for (var task : tasks) {
      sets.addTask();
      Stream.of(task.split(" "))
          .filter(each -> !each.isEmpty())
          .map(each -> each.split(":"))
          .forEach(pair -> sets.add(Integer.parseInt(pair[0]), Long.parseLong(pair[1])));
    }
  }

  private static int[] nodes(StableMatcher matcher, CandidateSets sets) {
    matcher.match(sets);
    return IntStream.range(0, sets.tasks()).map(matcher::node).toArray();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "the first two lose least on another  | 0:5 1:6        | 0:5 1:9      | 1 0",
        "a task with nowhere else to go wins  | 0:5 1:90       | 0:50         | 1 0",
        "as much saved: the one done last     | 0:5 1:6        | 0:7 1:8      | 1 0",
        "all the same: the lower index        | 0:5 1:6        | 0:5 1:6      | 0 1",
        "as good: the lower node              | 3:5 2:5 4:5    | 7:1          | 2 7",
        "nobody is left out for another       | 0:5            | 0:5          | 0 -1",
        "no candidates, no node               | ''             | 0:5          | -1 0",
        "only the next best counts            | 0:1 1:3 2:900  | 0:1 1:4 2:5  | 1 0",
      })
  void aContestedNodeTakesTheTaskThatSavesMost(String why, String one, String two, String nodes) {
    var expected = Stream.of(nodes.split(" ")).mapToInt(Integer::parseInt).toArray();

    assertThat(nodes(new StableMatcher(UNLIMITED), batch(one, two))).as(why).isEqualTo(expected);
  }

  @Test
  void aNodeChangesItsMindForATaskThatSavesMore() {
    // Task 1 loses node 0, then saves 89 on node 1, where task 2 saved 2.
    var sets = batch("0:10 3:1000", "0:10 1:11 2:100", "1:10 4:12");
    var matcher = new StableMatcher(UNLIMITED);

    assertThat(nodes(matcher, sets)).containsExactly(0, 1, 4);
    assertThat(matcher.iterations()).isEqualTo(3);
    assertThat(matcher.completionNs(1)).isEqualTo(11);
    assertThat(matcher.completionNs(2)).isEqualTo(12);
  }

  @Test
  void whoIsRejectedInTheLastIterationHasNoNode() {
    var sets = batch("0:10 3:1000", "0:10 1:11 2:100", "1:10 4:12");

    assertThat(nodes(new StableMatcher(1), sets)).containsExactly(0, NONE, 1);
    assertThat(nodes(new StableMatcher(2), sets)).containsExactly(0, 1, NONE);
    assertThat(nodes(new StableMatcher(3), sets)).containsExactly(0, 1, 4);
    assertThatThrownBy(() -> new StableMatcher(0)).hasMessageContaining("iteration");
  }

  @Test
  void aConflictlessBatchTakesOneIteration() {
    var matcher = new StableMatcher(UNLIMITED);
    matcher.match(batch("0:1 1:2", "1:1 0:2", "2:1"));

    assertThat(matcher.iterations()).isEqualTo(1);
    // One comparison for each heap of two, one proposal for each task.
    assertThat(matcher.steps()).isEqualTo(2 + 3);
    matcher.match(batch());
    assertThat(matcher.iterations()).isZero();
    assertThat(matcher.steps()).isZero();
  }

  @Test
  void batchesKnowNothingOfEachOther() {
    var sets = batch("0:1 1:2", "0:1 1:9");
    var matcher = new StableMatcher(1);
    matcher.match(sets);
    fill(sets, "1:7", "0:7", "20000:7");

    assertThat(nodes(matcher, sets)).containsExactly(1, 0, 20000);
    assertThat(nodes(matcher, sets)).as("again").containsExactly(1, 0, 20000);
    fill(sets, "", "0:3");
    assertThat(nodes(matcher, sets)).containsExactly(NONE, 0);
  }

  @Test
  void whoeverAddsTooMuchHearsSo() {
    var sets = new CandidateSets(1, 2);
    sets.addTask();

    assertThat(sets.isFull()).isTrue();
    assertThatThrownBy(sets::addTask).hasMessage("a batch has at most 1 tasks");
    assertThat(sets.add(1, 5)).isTrue();
    assertThat(sets.add(2, 5)).isTrue();
    assertThat(sets.add(3, 1)).isFalse();
    assertThat(sets.size(0)).isEqualTo(2);
    sets.clear();
    assertThat(sets.isFull()).isFalse();
    assertThat(sets.addTask()).isZero();
    assertThat(sets.size(0)).isZero();
  }

  @Test
  void aNodeIsACandidateOnce() {
    var sets = batch("1:2 2:3");

    assertThatThrownBy(() -> sets.add(2, 9)).hasMessage("node 2 twice");
    assertThatThrownBy(() -> sets.add(3, -1)).hasMessage("3 -1");
  }

  @Test
  void candidatesComeInOrder() {
    var sets = batch("5:9 4:3 3:9 2:1 1:4 0:8");
    sets.restart();
    var nodes = new int[6];
    var savings = new long[6];
    for (int at = 0; at < 6; at++) {
      sets.next(0);
      nodes[at] = sets.currentNode(0);
      savings[at] = sets.savingNs(0);
    }

    assertThat(nodes).containsExactly(2, 4, 1, 0, 3, 5);
    assertThat(Arrays.copyOf(savings, 5)).containsExactly(2, 1, 4, 1, 0);
    assertThat(savings[5]).isEqualTo(Long.MAX_VALUE);
    assertThat(sets.hasNext(0)).isFalse();
  }
}
