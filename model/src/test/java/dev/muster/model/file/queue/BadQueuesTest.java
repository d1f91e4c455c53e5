package dev.muster.model.file.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.model.rule.QueueRules;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that are wrong by themselves: every problem with its line, column and field. */
class BadQueuesTest {

  private static final String CPU =
      "a number of cores such as 40 or 0.5, or a share of the cell such as 70%";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "~~ | 1:1: is empty; name the queues of the cell as `queues`",
        "# nothing | 1:1: is empty; name the queues of the cell as `queues`",
        "[a] | 1:1: expected the field `queues`, found a list",
        "queues | 1:1: expected the field `queues`, found `queues`",
        "queues: [a] | 1:9: queues: expected the queues by their names, found a list",
        "queues: | 1:8: queues: expected the queues by their names, found nothing",
        "queus: {} | 1:1: queus: unknown field `queus`; did you mean `queues`?",
        "name: a | 1:1: name: unknown field `name`; known are reclaim-after, root, queues",
        "{queues: {}, queues: {}} | 1:14: queues: is given twice",
        "root: a | 1:7: root: expected a map, found `a`",
        "root: {queues: {a: }} | 1:16: root.queues: stand beside `root`, at the top of the file",
        "root: {weight: 2} | 1:16: root.weight: is not for the root, which has no queues beside it",
        "root: {guaranteed: {cpu: 1}} | 1:20: root.guaranteed: is not for the root, which has the whole cell",
        "root: {submit: []} | 1:16: root.submit: lets nobody submit to this queue; name users, or '*' for everyone",
        "reclaim-after: soon | 1:16: reclaim-after: must be a duration such as 250ms, 2s, 5m, 1h30m or 2d, not `soon`",
        "reclaim-after: 25h | 1:16: reclaim-after: must be at most 1d, not `25h`",
        "reclaim-after: -1s | 1:16: reclaim-after: must be a duration such as 250ms, 2s, 5m, 1h30m or 2d, not `-1s`",
        "queues: {a.b: {}} | 1:10: queues: must be named by letters, digits, `_` and `-`, not `a.b`",
        "queues: {'': {}} | 1:10: queues: must be named by letters, digits, `_` and `-`, not ``",
        "queues: {[a]: {}} | 1:10: queues: must be named by letters, digits, `_` and `-`, not a list",
        "queues: {a: {}, b: , a: } | 1:22: queues.a: is given twice",
        "queues: {a: 3} | 1:13: queues.a: expected the fields of a queue, found `3`",
        "queues: {a: {queues: b}} | 1:22: queues.a.queues: expected the queues by their names, found `b`",
        "{{} | 2:1: not valid YAML: expected ',' or '}', but got <stream end>, while parsing a flow mapping that starts on line 1",
        "queues: !!map {} | 1:9: tags have no meaning in a file of queues: `tag:yaml.org,2002:map`",
      })
  void theWholeFile(String text, String problem) {
    Queues.problems(text + "\n", problem);
  }

  @Test
  void twoDocuments() {
    Queues.problems(
        "queues: {}\n---\nqueues: {}\n",
        "2:1: a file of queues holds one document, but a second one starts here");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "guaranteed: 70% | 3:17: queues.a.guaranteed: expected a map, found `70%`",
        "guaranteed: {cpu: 101%} | 3:23: queues.a.guaranteed.cpu: must be from 0% to 100%, not `101%`",
        "guaranteed: {cpu: -1%} | 3:23: queues.a.guaranteed.cpu: must be from 0% to 100%, not `-1%`",
        "guaranteed: {cpu: -1} | 3:23: queues.a.guaranteed.cpu: must be at least 0, not `-1`",
        "guaranteed: {cpu: 2000000000} | 3:23: queues.a.guaranteed.cpu: must be at most 1000000000, not `2000000000`",
        "guaranteed: {cpu: half} | 3:23: queues.a.guaranteed.cpu: must be " + CPU + ", not `half`",
        "guaranteed: {cpu: } | 3:22: queues.a.guaranteed.cpu: expected " + CPU + ", found nothing",
        "guaranteed: {cpu: [1]} | 3:23: queues.a.guaranteed.cpu: expected "
            + CPU
            + ", found a list",
        "guaranteed: {cpu: 1, cpu: 2} | 3:26: queues.a.guaranteed.cpu: is given twice",
        "guaranteed: {cpus: 1} | 3:18: queues.a.guaranteed.cpus: unknown field `cpus`; did you mean `cpu`?",
        "guaranteed: {memory: 1gb} | 3:26: queues.a.guaranteed.memory: must be an amount of memory such as 100Gi, or a share of the cell such as 70%, not `1gb`",
        "guaranteed: {memory: 2Ei} | 3:26: queues.a.guaranteed.memory: must be at most 1 EiB, not `2Ei`",
        "max: {gpu: 0.5} | 3:16: queues.a.max.gpu: must be a whole number, or a share of the cell such as 70%, not `0.5`",
        "max: {gpu: -1} | 3:16: queues.a.max.gpu: must be at least 0, not `-1`",
        "max: {gpu: 1000000001} | 3:16: queues.a.max.gpu: must be at most 1,000,000,000, not `1000000001`",
        "weight: 0 | 3:13: queues.a.weight: must be a number from 0.001 to 1,000,000, not `0`",
        "weight: -2 | 3:13: queues.a.weight: must be a number from 0.001 to 1,000,000, not `-2`",
        "weight: 1e3 | 3:13: queues.a.weight: must be a number from 0.001 to 1,000,000, not `1e3`",
        "weight: .nan | 3:13: queues.a.weight: must be a number from 0.001 to 1,000,000, not `.nan`",
        "weight: [2] | 3:13: queues.a.weight: expected a number from 0.001 to 1,000,000, found a list",
        "wieght: 2 | 3:5: queues.a.wieght: unknown field `wieght`; did you mean `weight`?",
        "tokens: 0 | 3:13: queues.a.tokens: must be a whole number from 1 to 1,000,000,000, not `0`",
        "submit: {} | 3:13: queues.a.submit: expected a list of users such as [alice, bob], or '*' for everyone, found a map",
        "submit: | 3:12: queues.a.submit: expected a list of users such as [alice, bob], or '*' for everyone, found nothing",
        "submit: [] | 3:13: queues.a.submit: lets nobody submit to this queue; name users, or '*' for everyone",
        "submit: [bob, ''] | 3:19: queues.a.submit: must be the name of a user such as alice, or '*' for everyone, not ``",
        "admin: [bob, bob] | 3:18: queues.a.admin: names `bob` twice",
        "limits: {jbos: 3} | 3:14: queues.a.limits.jbos: unknown field `jbos`; did you mean `jobs`?",
        "limits: {jobs: -1} | 3:20: queues.a.limits.jobs: must be a whole number from 0 to 1,000,000,000, not `-1`",
        "limits: {running: 0} | 3:23: queues.a.limits.running: must be a whole number from 1 to 1,000,000,000, not `0`",
        "user-limits: {jbos: 3} | 3:19: queues.a.user-limits.jbos: unknown field `jbos`; did you mean `jobs`?",
        "user-limits: {tasks: 0} | 3:26: queues.a.user-limits.tasks: must be a whole number from 1 to 1,000,000,000, not `0`",
        "user-limits: {cpu: lots} | 3:24: queues.a.user-limits.cpu: must be "
            + CPU
            + ", not `lots`",
        "opportunistic: {tasks: many} | 3:28: queues.a.opportunistic.tasks: must be a whole number from 0 to 1,000,000,000, not `many`",
        "opportunistic: {per-guaranteed: -1} | 3:37: queues.a.opportunistic.per-guaranteed: must be a number from 0 to 1,000,000, not `-1`",
        "opportunistic: {spare: 3} | 3:28: queues.a.opportunistic.spare: is for jobs without guaranteed tasks; give `per-guaranteed` as well",
        "order: fiar | 3:12: queues.a.order: must be one of fifo, fair, not `fiar`; did you mean `fair`?",
        "max-priority: 1001 | 3:19: queues.a.max-priority: must be a whole number from 0 to 1,000, not `1001`",
        "suspended: yes | 3:16: queues.a.suspended: must be one of false, true, not `yes`",
      })
  void aField(String line, String problem) {
    Queues.problems("queues:\n  a:\n    " + line + "\n", problem);
  }

  @Test
  void allProblemsAtOnceInTheOrderOfTheLines() {
    Queues.problems(
        """
        queues:
          research:
            guaranteed: {cpu: 70%, memroy: 5}
            weight: 0
            queues:
              nlp: {tokens: none, guaranteed: {cpu: 80%}}
              nlp: {}
          production:
            guaranteed: {cpu: 60%}
            max: {cpu: 50%}
            order: random
          test.old: {}
        reclaim-after: 2d
        """,
        "2:3: queues: of cpu they are guaranteed 130% together, and the cell has 100%: research 70%,"
            + " production 60%",
        "3:28: queues.research.guaranteed.memroy: unknown field `memroy`; did you mean `memory`?",
        "4:13: queues.research.weight: must be a number from 0.001 to 1,000,000, not `0`",
        "6:21: queues.research.queues.nlp.tokens: must be a whole number from 1 to 1,000,000,000, not `none`",
        "7:7: queues.research.queues.nlp: is given twice",
        "9:23: queues.production.guaranteed.cpu: is 60%, beyond its `max`, 50%",
        "11:12: queues.production.order: must be one of fifo, fair, not `random`",
        "12:3: queues: must be named by letters, digits, `_` and `-`, not `test.old`",
        "13:16: reclaim-after: must be at most 1d, not `2d`");
  }

  /** What was rejected is not compared: it would be wrong twice, or not at all. */
  @Test
  void whatAQueueHasIsNotComparedBeforeItIsRight() {
    Queues.problems(
        """
        queues:
          a:
            guaranteed: {cpu: much}
            tokens: some
            queues: {b: {guaranteed: {cpu: 10%}, tokens: 5}}
        """,
        "3:23: queues.a.guaranteed.cpu: must be " + CPU + ", not `much`",
        "4:13: queues.a.tokens: must be a whole number from 1 to 1,000,000,000, not `some`");
  }

  @Test
  void aListOfUsersThatIsWrongLocksNobodyOut() {
    Queues.problems(
        "queues: {a: {submit: [[bob]], queues: {b: }}}",
        "1:23: queues.a.submit[0]: expected a single value, found a list");
  }

  @Test
  void tooDeep() {
    var text = "queues: " + "{a: {queues: ".repeat(17) + "{a: }" + "}}".repeat(17);
    assertThat(Queues.problems(text))
        .singleElement()
        .asString()
        .startsWith("1:205: queues.a.queues.a.")
        .endsWith(": is deeper than 16 queues, the root among them");
    Queues.problems(
        "queues: " + "{a: {queues: ".repeat(100), "1:322: nested deeper than 50 levels");
  }

  @Test
  void aPathThatIsTooLong() {
    var name = "a".repeat(100);
    assertThat(
            Queues.problems(
                "queues:\n  %s:\n    queues:\n      %s:\n        queues: {%s: {queues: {b: }}}"
                    .formatted(name, name, name)))
        .singleElement()
        .asString()
        .startsWith("5:18: queues." + name)
        .endsWith(": has a path of 307 characters; it may have at most 255");
  }

  private static String queues(int count) {
    return "queues:\n"
        + IntStream.range(0, count).mapToObj(i -> "  q" + i + ":\n").collect(Collectors.joining());
  }

  @Test
  void asManyQueuesAsACellMayHave() {
    assertThat(Queues.tree(queues(QueueRules.MAX_QUEUES - 1)).queues()).hasSize(10_000);
    Queues.problems(
        queues(QueueRules.MAX_QUEUES + 5),
        "10001:3: queues.q9999: is one too many: a cell has at most 10,000 queues, the root among"
            + " them");
  }

  @Test
  void aListOfTooManyUsers() {
    var users = IntStream.rangeClosed(0, 1000).mapToObj(i -> "u" + i).toList();
    Queues.problems(
        "queues: {a: {admin: " + users + "}}",
        "1:21: queues.a.admin: must name at most 1000 users");
  }

  /** Inherited lists count as often as they are passed on. */
  @Test
  void tooManyUsersInAll() {
    var users = IntStream.range(0, 1000).mapToObj(i -> "u" + i).toList();
    var text = "root: {submit: " + users + "}\n" + queues(101);
    assertThat(Queues.tree(text).queues()).hasSize(102);
    Queues.problems(
        text + "  other: {submit: '*'}\n",
        "1:1: the queues name 101,001 users; all lists together may name 100,000");
  }

  @Test
  void aTextBeyondTheLimit() {
    Queues.problems(
        "queues: {}\n#" + " ".repeat(QueueFile.MAX_TEXT),
        "1:1: is longer than 4,194,304 characters");
  }

  @Test
  void messagesHoldNoControlCharacters() {
    assertThat(Queues.problems("queues: {\"a\\e[2J\": , b: {\"\\a\": 3, submit: [\"\\e[1m\"]}}"))
        .hasSize(3)
        .allSatisfy(problem -> assertThat(problem).doesNotContainPattern("\\p{Cntrl}"));
  }
}
