package dev.muster.model.file.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.model.file.Mutations;
import dev.muster.model.file.Problem;
import dev.muster.model.file.queue.ParsedQueues.InvalidQueues;
import dev.muster.model.file.queue.ParsedQueues.ValidQueues;
import dev.muster.model.rule.QueueProblem;
import dev.muster.model.rule.QueueRules;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is done to a file, the answer is a sound tree or a place where something is wrong. */
class QueueFileFuzzTest {

  private static final long SEED = 20_260_113;
  private static final int CASES = 10_000;
  private static final int MAX_RANDOM = 200;

  private static final List<String> GOOD =
      List.of(
          """
          reclaim-after: 30s
          root: {max: {cpu: 95%}, limits: {jobs: 100}}
          queues:
            research:
              guaranteed: {cpu: 70%, memory: 70%}
              max: {cpu: 90%}
              weight: 2
              tokens: 200
              submit: [alice, bob]
              admin: [carol]
              limits: {jobs: 1000, tasks: 1000000, running: 50}
              user-limits: {jobs: 100, running: 5, cpu: 50, memory: 100Gi}
              opportunistic: {tasks: 100, per-guaranteed: 2, spare: 4}
              order: fair
              queues:
                nlp: {weight: 3, tokens: 150}
                vision:
                  guaranteed: {cpu: 20%}
          """,
          """
          # a comment
          queues:
            a: &a {guaranteed: {cpu: 4, gpu: 2}, max: {gpu: 2}}
            b: *a
            c:
            d: {suspended: true, max-priority: 7, submit: "*"}
          """,
          "{\"queues\": {\"x\": {\"queues\": {\"y\": {\"tokens\": 3}}, \"tokens\": 3}}}");

  @Test
  void neverThrowsAndAlwaysSaysWhere() {
    var random = new Random(SEED);
    int valid = 0;
    for (int i = 0; i < CASES; i++) {
      var text = Mutations.of(GOOD.get(random.nextInt(GOOD.size())), random);
      valid += check(text, "case " + i + " of seed " + SEED) ? 1 : 0;
    }
    assertThat(valid).isBetween(CASES / 100, CASES * 9 / 10);
  }

  @Test
  void randomTexts() {
    var random = new Random(SEED);
    for (int i = 0; i < CASES; i++) {
      var text = new StringBuilder();
      for (int at = random.nextInt(MAX_RANDOM); at > 0; at--) {
        text.append(
            (char) (random.nextInt(8) == 0 ? random.nextInt(0x10000) : ' ' + random.nextInt(95)));
      }
      check(text.toString(), "case " + i + " of seed " + SEED);
    }
  }

  private static boolean check(String text, String which) {
    try {
      return switch (QueueFile.parse(text)) {
        case ValidQueues(var tree, var places) -> {
          assertThat(QueueRules.problem(tree)).as(which).isEmpty();
          for (int at = 0; at < tree.queues().size(); at++) {
            assertThat(places.line(at, "guaranteed.cpu")).as(which).isPositive();
          }
          assertThat(places.line(QueueProblem.TREE, "reclaim-after")).as(which).isPositive();
          yield true;
        }
        case InvalidQueues(List<Problem> problems) -> {
          assertThat(problems).as(which).isNotEmpty().isSorted();
          assertThat(problems).as(which).allMatch(p -> p.line() >= 1 && p.column() >= 1);
          yield false;
        }
      };
    } catch (RuntimeException e) {
      throw new AssertionError(which + ":\n" + text, e);
    }
  }

  /** The square of the size would be 64 times as much; the least of a few cpu times counts. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{weight: 2}",
        "{guaranteed: {cpu: 100%}}",
        "{tokens: none, wieght: 3}",
        "{submit: []}",
        "{queues: {x: {queues: {y: {tokens: 3}}, tokens: 2}}}",
      })
  void theCostGrowsWithTheNumberOfQueues(String queue) {
    assertThat(parseNs(queue, 1_600) / (double) parseNs(queue, 200)).isLessThan(32);
  }

  private static long parseNs(String queue, int count) {
    var text = new StringBuilder("queues:\n");
    for (int i = 0; i < count; i++) {
      text.append("  q").append(i).append(": ").append(queue).append('\n');
    }
    var threads = ManagementFactory.getThreadMXBean();
    long shortestNs = Long.MAX_VALUE;
    for (int i = 0; i < 8; i++) {
      long startNs = threads.getCurrentThreadCpuTime();
      var _ = QueueFile.parse(text.toString());
      shortestNs = Math.min(shortestNs, threads.getCurrentThreadCpuTime() - startNs);
    }
    return shortestNs;
  }
}
