package dev.muster.model.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.model.rule.JobRules;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Wrong fields of a stage. */
class BadStageTest {

  private static final String COMMAND =
      "a program with its arguments, such as [sort, -u, names.txt], or one line for the shell";
  private static final String FILE =
      "must lie below the job file's directory, without `..`, and end with a name, or with `/` for"
          + " all that a directory holds";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "tasks: 0 | 3:8: tasks: must be a whole number from 1 to 1,000,000, not `0`",
        "tasks: 1000000000 | 3:8: tasks: must be a whole number from 1 to 1,000,000, not `1000000000`",
        "tasks: 2.5 | 3:8: tasks: must be a whole number from 1 to 1,000,000, not `2.5`",
        "tasks: [4] | 3:8: tasks: expected a whole number from 1 to 1,000,000, found a list",
        "items: [] | 3:8: items: must hold at least one item",
        "items: abc | 3:8: items: expected a list of values, found `abc`",
        "items: {a: b} | 3:8: items: expected a list of values, found a map",
        "items: [a, [b], {c: d}, e] | 3:12: items[1]: expected a single value, found a list",
        "items: [\"a\\0b\"] | 3:9: items[0]: must not contain the character NUL",
        "env: [A=b] | 3:6: env: expected a map, found a list",
        "env: {A: [b]} | 3:10: env.A: expected a single value, found a list",
        "env: {1A: b} | 3:7: env: must be named by letters, digits and `_`, not `1A`",
        "env: {MUSTER_JOB: b} | 3:7: env.MUSTER_JOB: names with MUSTER_ are set by Muster itself",
        "env: {A: b, A: c} | 3:13: env.A: is given twice",
        "env: {A: \"\\0\"} | 3:10: env.A: must not contain the character NUL",
        "resources: 3 | 3:12: resources: expected a map, found `3`",
        "resources: {cpus: 3} | 3:13: resources.cpus: unknown field `cpus`; did you mean `cpu`?",
        "resources: {memroy: 3} | 3:13: resources.memroy: unknown field `memroy`; did you mean `memory`?",
        "resources: {gpu: 0.5} | 3:18: resources.gpu: must be a whole number from 0 to 1,000,000,000, not `0.5`",
        "resources: {a b: 3} | 3:13: resources.a b: unknown field `a b`; known are cpu, memory, memory-max",
        "resources: {cpu: 0} | 3:18: resources.cpu: must be at least 0.001, not `0`",
        "resources: {cpu: 0.0001} | 3:18: resources.cpu: must be at least 0.001, not `0.0001`",
        "resources: {cpu: 10001} | 3:18: resources.cpu: must be at most 10000, not `10001`",
        "resources: {cpu: 1e9} | 3:18: resources.cpu: must be a number of cores such as 0.5, 2 or 500m, not `1e9`",
        "resources: {memory: -64Mi} | 3:21: resources.memory: must be at least 1 B, not `-64Mi`",
        "resources: {memory: 0} | 3:21: resources.memory: must be at least 1 B, not `0`",
        "resources: {memory: 2000Pi} | 3:21: resources.memory: must be at most 1 PiB, not `2000Pi`",
        "resources: {memory: 64mb} | 3:21: resources.memory: must be an amount of memory such as 64Mi, 2Gi, 1500M or plain bytes, not `64mb`",
        "estimate: 5 | 3:11: estimate: must be a duration such as 250ms, 2s, 5m, 1h30m or 2d, not `5`",
        "timeout: -5s | 3:10: timeout: must be a duration such as 250ms, 2s, 5m, 1h30m or 2d, not `-5s`",
        "timeout: 0s | 3:10: timeout: must be at least 1ns, not `0s`",
        "timeout: 1001d | 3:10: timeout: must be at most 1000d, not `1001d`",
        "timeout: [] | 3:10: timeout: expected a duration such as 250ms, 2s, 5m, 1h30m or 2d, found a list",
        "retries: -1 | 3:10: retries: must be a whole number from 0 to 100, not `-1`",
        "retries: 101 | 3:10: retries: must be a whole number from 0 to 100, not `101`",
        "directory: {} | 3:12: directory: expected the name of a directory, found a map",
        "files: {a: b} | 3:8: files: expected a list of files and directories, found a map",
        "require: ssd | 3:10: require: expected a map, found `ssd`",
        "require: {disk: []} | 3:17: require.disk: must hold 1 to 100 values",
        "require: {disk: {a: b}} | 3:17: require.disk: must be a value of 1 to 100 characters, such as ssd, not a map",
        "require: {disk: } | 3:16: require.disk: must be a value of 1 to 100 characters, such as ssd, not nothing",
        "require: {disk: [ssd, \"\\t\"]} | 3:23: require.disk: must be a value of 1 to 100 characters, such as ssd, not `?`",
        "require: {disk: a, disk: b} | 3:20: require.disk: is given twice",
        "prefer: node-1 | 3:9: prefer: expected for each task a list of nodes, such as [[node-1, node-2], [node-3]], found `node-1`",
        "prefer: [[node-1], [node-2]] | 3:9: prefer: must hold one list for each of the 1 tasks, not 2",
        "prefer: [node-1] | 3:10: prefer[0]: expected a list of nodes, found `node-1`",
        "prefer: [[node-1, ssd]] | 3:19: prefer[0]: must be the name of a node, such as node-3, not `ssd`",
        "prefer: [[node-01]] | 3:11: prefer[0]: must be the name of a node, such as node-3, not `node-01`",
        "prefer: [[node-1, node-1]] | 3:19: prefer[0]: names node-1 twice",
        "inputs: node-1 | 3:9: inputs: expected a list of data outside the job, such as [{bytes: 5Gi, on: [node-3, node-7]}], found `node-1`",
        "inputs: [5Gi] | 3:10: inputs[0]: expected `bytes` and `on`, found `5Gi`",
        "inputs: [{on: [node-1]}] | 3:10: inputs[0].bytes: is missing; give the size of the input, such as 5Gi",
        "inputs: [{bytes: 5G, on: [ssd]}] | 3:27: inputs[0].on: must be the name of a node, such as node-3, not `ssd`",
        "inputs: [{bytes: 5G, on: node-1}] | 3:26: inputs[0].on: expected a list of nodes, found `node-1`",
        "inputs: [{bytes: 5G, on: [node-1, node-1]}] | 3:35: inputs[0].on: names node-1 twice",
        "inputs: [{bytes: lots}] | 3:18: inputs[0].bytes: must be an amount of data such as 64Mi, 5Gi, 1500M or plain bytes, not `lots`",
        "inputs: [{bytes: 5G, task: 1}] | 3:28: inputs[0].task: must be a whole number from 0 to 0, not `1`",
        "inputs: [{bytes: 5G, of: 1}] | 3:22: inputs[0].of: unknown field `of`; did you mean `on`?",
        "resources: {memory: 2Gi, memory-max: 1Gi} | 3:38: resources.memory-max: must be at least `memory`, 2 GiB",
        "resources: {memory: 2Gi, memory-max: much} | 3:38: resources.memory-max: must be an amount of memory such as 64Mi, 2Gi, 1500M or plain bytes, not `much`",
        "patience: 1s | 3:11: patience: is how long tasks wait for what they `prefer`; give that as well",
        "patience: 0s | 3:11: patience: must be at least 1ns, not `0s`",
      })
  void aField(String line, String problem) {
    assertThat(Expect.problems(Expect.stageWith(line))).first().isEqualTo(problem);
  }

  @ParameterizedTest
  @CsvSource({
    "/etc/passwd",
    "..",
    "a/..",
    ".",
    "../.",
    "' '",
    "../",
    "../data/words.txt",
    "a/../../b",
    "a/../b"
  })
  void filesThatHaveNoNameInsideTheTask(String file) {
    Expect.problems(Expect.stageWith("files: ['" + file + "']"), "3:9: files: " + FILE);
  }

  @ParameterizedTest
  @CsvSource({"a", "a/", "./", "./a/b", ".hidden", "a..b", "..a/b.."})
  void filesThatMayBeNamed(String file) {
    assertThat(
            Expect.job(Expect.stageWith("files: ['" + file + "']"))
                .stages()
                .getFirst()
                .files()
                .names())
        .containsExactly(file);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'[]'       | 'must not be empty; give '",
        "'\"\"'     | 'must not be empty; give '",
        "'[\"\", a]'| 'must not be empty; give '",
        "'{a: b}'   | 'expected '",
        "''         | 'expected '",
      })
  void commandsThatAreNone(String command, String problem) {
    assertThat(Expect.problems("name: a\ncommand: " + command))
        .singleElement()
        .asString()
        .contains("command: " + problem + COMMAND);
  }

  @Test
  void tasksAndItems() {
    Expect.problems(
        Expect.stageWith("tasks: 3\nitems: [a]"),
        "3:8: tasks: give either `tasks` or `items`: each item is one task");
  }

  @Test
  void aCommandAndAFunction() {
    Expect.problems(
        Expect.stageWith("java: com.example.Fn"),
        "3:7: java: give either `command` or `java`: a task is a process or a function");
  }

  @ParameterizedTest
  @CsvSource({"com..Fn", "com.example.", "1a", "a-b", "python:send", "'a b'", "a/b"})
  void functionsThatAreNoClass(String name) {
    Expect.problems(
        "name: a\njava: '" + name + "'\n",
        "2:7: java: must be the full name of a class, such as com.example.Count or"
            + " com.example.Count$Words, not `"
            + name
            + "`");
  }

  @Test
  void aFunctionInADirectory() {
    Expect.problems(
        "name: a\njava: com.example.Fn\ndirectory: /tmp\n",
        "3:12: directory: is not for functions: those of a job run in one place");
  }

  @Test
  void directoryAndFiles() {
    Expect.problems(
        Expect.stageWith("directory: /tmp\nfiles: [a]"),
        "3:12: directory: takes no `files`: those go into the private directory of a task");
  }

  @Test
  void aValueBeyondTheLimit() {
    var longest = "x".repeat(JobLimits.MAX_STRING);
    assertThat(Expect.job(Expect.stageWith("items: [" + longest + "]")).tasks()).isEqualTo(1);
    Expect.problems(
        Expect.stageWith("items: [" + longest + "x]"),
        "3:9: items[0]: must have at most 40,000 characters");
  }

  @Test
  void tooManyTasksTogether() {
    Expect.problems(
        """
        name: many
        stages:
          - {name: a, tasks: 600000, command: run}
          - {name: b, tasks: 600000, command: run}
        """,
        "3:3: stages: have 1,200,000 tasks together; a job has at most 1,000,000");
  }

  @Test
  void tooManyItems() {
    var text = Expect.stageWith("items: [" + "a,".repeat(JobRules.MAX_TASKS + 1) + "]");
    Expect.problems(text, "3:8: items: must hold at most 1,000,000 items");
  }

  @Test
  void aStageCannotRequireWhatItsJobRulesOut() {
    Expect.problems(
        """
        name: test
        require: {zone: [a, b]}
        stages:
          - {name: x, command: run, require: {zone: c}}
        """,
        "4:38: stages[0].require: of `zone` leaves none of what the job requires: a, b");
  }

  @Test
  void aStageCannotRequireMoreWithItsJobThanItMayAlone() {
    Expect.problems(
        """
        name: test
        require: {%s}
        stages:
          - {name: x, command: run, require: {zone: c}}
        """
            .formatted(
                IntStream.range(0, JobRules.MAX_ATTRIBUTES)
                    .mapToObj(number -> "a" + number + ": x")
                    .collect(Collectors.joining(", "))),
        "4:38: stages[0].require: must name at most 32 attributes, those of the job among them");
  }
}
