package dev.muster.model.file;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that are wrong as a whole or in the fields of the job. */
class BadJobTest {

  private static final String NAME =
      "a name of letters, digits, `.`, `_` and `-` that starts with a letter or digit and has at"
          + " most 100 characters";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "queue: main | 3:8: queue: must be the path of a queue, such as root or root.research, not `main`",
        "queue: root..a | 3:8: queue: must be the path of a queue, such as root or root.research, not `root..a`",
        "queue: [root] | 3:8: queue: expected the path of a queue, such as root or root.research, found a list",
        "policy: hybird | 3:9: policy: unknown policy `hybird`; did you mean `hybrid`?",
        "policy: sampeld | 3:9: policy: unknown policy `sampeld`; did you mean `sampled`?",
        "policy: magic | 3:9: policy: unknown policy `magic`; available are auto, sampled, estimated, shared, partitioned, central, hybrid",
        "policy: {} | 3:9: policy: expected the name of a policy, found a map",
        "priority: -1 | 3:11: priority: must be a whole number from 0 to 1,000, not `-1`",
        "priority: 1001 | 3:11: priority: must be a whole number from 0 to 1,000, not `1001`",
        "priority: high | 3:11: priority: must be a whole number from 0 to 1,000, not `high`",
        "priorty: 3 | 3:1: priorty: unknown field `priorty`; did you mean `priority`?",
        "tokens: 0 | 3:9: tokens: must be a whole number from 1 to 1,000,000, not `0`",
        "tokens: -3 | 3:9: tokens: must be a whole number from 1 to 1,000,000, not `-3`",
        "tokens: many | 3:9: tokens: must be a whole number from 1 to 1,000,000, not `many`",
        "tokens: | 3:8: tokens: expected a whole number from 1 to 1,000,000, found nothing",
        "tokens: 99999999999999999999 | 3:9: tokens: must be a whole number from 1 to 1,000,000, not `99999999999999999999`",
        "comand: x | 3:1: comand: unknown field `comand`; did you mean `command`?",
        "mem: x | 3:1: mem: unknown field `mem`; known are name, queue, priority, policy, tokens, kind, elastic, require, stages, tasks, items, command, java, env, resources, estimate, timeout, retries, after, directory, files, prefer, patience, gang, inputs, tier",
        "Queue: root | 3:1: Queue: unknown field `Queue`; did you mean `queue`?",
        "command: y | 3:1: command: is given twice",
        "[a]: b | 3:1: expected the name of a field, found a list",
        "stages: [{command: b}] | 2:10: command: belongs into one of the `stages`",
      })
  void aFieldOfTheJob(String line, String problem) {
    Expect.problems(Expect.stageWith(line), problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''                      | 1:1: is empty; a job needs at least `name` and `command`",
        "'# only a comment'      | 1:1: is empty; a job needs at least `name` and `command`",
        "'---'                   | 1:1: is empty; a job needs at least `name` and `command`",
        "'[a, b]'                | 1:1: expected the fields of a job, found a list",
        "hello                   | 1:1: expected the fields of a job, found `hello`",
        "'{name: a, stages: []}' | 1:19: stages: must hold from 1 to 100,000 stages, not 0",
        "'{name: a, stages: x}'  | 1:19: stages: expected a list of stages, found `x`",
        "'{name: a, stages: }'   | 1:18: stages: expected a list of stages, found nothing",
        "'{name: a, stages: [x]}'| 1:20: stages[0]: expected the fields of a stage, found `x`",
        "'{name: a}'             | 1:1: stages: is missing; or give the `command` of an only stage",
      })
  void theWholeFile(String text, String problem) {
    Expect.problems(text, problem);
  }

  @Test
  void namesThatAreNone() {
    Expect.problems("command: x", "1:1: name: is missing; a job needs " + NAME);
    Expect.problems("{command: x, name: ../etc}", "1:20: name: must be " + NAME + ", not `../etc`");
    Expect.problems("{command: x, name: ..}", "1:20: name: must be " + NAME + ", not `..`");
    Expect.problems("{command: x, name: }", "1:19: name: expected " + NAME + ", found nothing");
    Expect.problems("{command: x, name: [a]}", "1:20: name: expected " + NAME + ", found a list");
    assertThat(Expect.problems("{command: x, name: " + "a".repeat(101) + "}").getFirst())
        .endsWith("not `" + "a".repeat(60) + "…`");
    assertThat(Expect.job("{command: x, name: " + "a".repeat(100) + "}").name()).hasSize(100);
  }

  @Test
  void messagesHoldNoControlCharacters() {
    assertThat(Expect.problems("name: \"a\\e[2J\\a\"\ncommand: x\n\"\\e[1m\": 3"))
        .hasSize(2)
        .allSatisfy(problem -> assertThat(problem).doesNotContainPattern("\\p{Cntrl}"));
  }

  @Test
  void allProblemsAtOnceInTheOrderOfTheLines() {
    Expect.problems(
        """
        name: many
        policy: omniscient
        stages:
          - name: count
            tasks: 0
            comand: wc
            resources:
              cpu: -1
              memory: lots
          - name: sum
            command: [sum]
            after: [cuont]
            retires: 3
        queue: elsewhere
        """,
        "2:9: policy: unknown policy `omniscient`; available are auto, sampled, estimated, shared, partitioned, central, hybrid",
        "4:5: stages[0].command: is missing; give a program with its arguments, such as"
            + " [sort, -u, names.txt], or one line for the shell; or the class of a function as `java`",
        "5:12: stages[0].tasks: must be a whole number from 1 to 1,000,000, not `0`",
        "6:5: stages[0].comand: unknown field `comand`; did you mean `command`?",
        "8:12: stages[0].resources.cpu: must be at least 0.001, not `-1`",
        "9:15: stages[0].resources.memory: must be an amount of memory such as 64Mi, 2Gi, 1500M"
            + " or plain bytes, not `lots`",
        "12:13: stages[1].after: there is no stage `cuont`; did you mean `count`?",
        "13:5: stages[1].retires: unknown field `retires`; did you mean `retries`?",
        "14:8: queue: must be the path of a queue, such as root or root.research, not `elsewhere`");
  }

  @Test
  void aMillionProblemsAreNotAllShown() {
    var text = "name: a\ncommand: b\nitems: [" + "[],".repeat(100_000) + "]";
    assertThat(Expect.problems(text))
        .hasSize(101)
        .last()
        .asString()
        .endsWith("99,900 more problems not shown");
  }

  @Test
  void aTextBeyondTheLimit() {
    var text = "name: a\ncommand: b\n#" + " ".repeat(JobLimits.MAX_TEXT);
    Expect.problems(text, "1:1: is longer than 16,777,216 characters");
  }
}
