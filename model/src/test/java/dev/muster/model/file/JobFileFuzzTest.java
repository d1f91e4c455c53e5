package dev.muster.model.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whatever is done to a file, the answer is a job or a place where something is wrong. */
class JobFileFuzzTest {

  private static final long SEED = 20_260_101;
  private static final int CASES = 20_000;
  private static final List<String> GOOD =
      List.of(
          """
          name: wordcount
          queue: root.research
          policy: auto
          tokens: 8
          stages:
            - name: count
              tasks: 16
              command: [sh, -c, "wc -w < part-$MUSTER_TASK_INDEX > $MUSTER_OUTPUT/n"]
              resources: {cpu: 0.5, memory: 64Mi}
              estimate: 2s
              files: [parts/]
            - name: sum
              after: [count]
              command: |
                cat $MUSTER_INPUT/count/*/n
          """,
          """
          # a comment
          %s
          name: items
          items: [a, 'b', "c\\n", 01, on]
          env: &env {LANG: C, LEVEL: ~}
          command: >
            echo
            folded
          timeout: 1h30m
          retries: 3
          """
              .formatted("---"),
          "{\"name\": \"json\", \"stages\": [{\"command\": [\"x\"], \"after\": []}]}");

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

  private static boolean check(String text, String which) {
    try {
      return switch (JobFile.parse(text, "/jobs")) {
        case Parsed.Valid valid -> {
          assertThat(valid.job().stages()).as(which).isNotEmpty();
          yield true;
        }
        case Parsed.Invalid(List<Problem> problems) -> {
          assertThat(problems).as(which).isNotEmpty().isSorted();
          assertThat(problems).as(which).allMatch(p -> p.line() >= 1 && p.column() >= 1);
          yield false;
        }
      };
    } catch (RuntimeException e) {
      throw new AssertionError(which + ":\n" + text, e);
    }
  }
}
