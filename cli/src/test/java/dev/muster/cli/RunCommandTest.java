package dev.muster.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whole jobs on a real cell: what a newcomer sees when they try the examples. */
@Timeout(Patient.SECONDS)
class RunCommandTest {

  private static final List<String> ALWAYS =
      List.of("job", "name", "state", "policy", "stages", "submittedAtMs", "durationMs", "logs");

  @TempDir Path home;

  /** Before JUnit does, which would warn of every link that a work directory holds. */
  @AfterEach
  void deleteJobs() throws IOException {
    var jobs = home.resolve("jobs");
    if (Files.exists(jobs)) {
      try (var files = Files.walk(jobs)) {
        for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private Typed run(String... args) {
    var all =
        new ArrayList<>(List.of("run", "--home", home.toString(), "--cpu", "2", "--memory", "4Gi"));
    all.addAll(List.of(args));
    return Typed.command(all.toArray(String[]::new));
  }

  private Typed example(String name, String... args) {
    var all = new ArrayList<>(List.of(args));
    all.add(Path.of("..", "examples", name + ".yaml").toString());
    return run(all.toArray(String[]::new));
  }

  private Path job(String text) throws IOException {
    return Files.writeString(home.resolve("job.yaml"), text);
  }

  @Test
  void aJobRunsOnlyOnNodesThatAreAsItRequires() throws IOException {
    var job = job("name: quick\ncommand: echo read\nrequire: {disk: [ssd, nvme]}\n").toString();
    assertThat(run("--attribute", "disk=ssd", "--attribute", "zone=a", job).out())
        .isEqualTo("read\n");

    var never = run("--attribute", "disk=hdd", job);
    assertThat(never.err()).contains("no node has disk=ssd or nvme; known: disk=hdd");
    assertThat(never.code()).isEqualTo(3);
  }

  @Test
  void jobsAreHeldToTheQueuesOfTheCell() throws IOException {
    var queues =
        Files.writeString(
                home.resolve("queues.yaml"),
                "queues:\n  lab: {max: {cpu: 1}, limits: {tasks: 4}}\n  other: {submit: [nobody-here]}\n")
            .toString();
    var typed =
        run("--queues", queues, job("{name: j, queue: root.lab, command: echo in}").toString());
    assertThat(typed.err()).contains("succeeded");
    assertThat(typed.out()).isEqualTo("in\n");

    var nowhere =
        run("--queues", queues, job("{name: j, queue: root.lap, command: echo in}").toString());
    assertThat(nowhere.err()).contains("`queue`: there is no root.lap").contains("root.lab");
    assertThat(nowhere.code()).isEqualTo(4);
    var closed =
        run("--queues", queues, job("{name: j, queue: root.other, command: echo in}").toString());
    assertThat(closed.err()).contains("may not submit to root.other");
    var many = job("{name: j, queue: root.lab, tasks: 5, command: echo in}").toString();
    var refused = run("--queues", queues, many);
    assertThat(refused.err()).contains("past the limit of 4");
    assertThat(refused.code()).isEqualTo(4);

    var wrong = Files.writeString(home.resolve("wrong.yaml"), "queues:\n  lab: {wait: 2}\n");
    var invalid = run("--queues", wrong.toString(), many);
    assertThat(invalid.err()).contains("wrong.yaml:2:9").contains("unknown field `wait`");
    assertThat(invalid.code()).isEqualTo(1);
  }

  @Test
  void aPlacementIsExplained() throws IOException {
    var job = job("{name: quick, policy: estimated, command: echo said, estimate: 1s}").toString();
    var typed = run("--explain", job);
    assertThat(typed.out()).isEqualTo("said\n");
    assertThat(typed.err())
        .contains("quick/0 (estimated): sent with a token to node-0, expected to be done there in")
        .containsPattern("candidate +start-up +wait +I/O +cpu +odds +total +info age")
        .containsPattern("\\* node-0 .* 1.0 s +100% .*is expected to be done first");

    var json = run("--explain", "quick/0", "-o", "json", job).json();
    assertThat(json.getAsJsonArray("explained")).hasSize(1);
    assertThat(run("--explain=quick/1", job).err())
        .isEqualTo("muster: --explain: the tasks of quick are 0 to 0, not 1\n");
    assertThat(run("--explain", "slow/0", job).err())
        .isEqualTo("muster: --explain: no stage is `slow`; the first are quick\n");
  }

  @Test
  void whatATaskWaitsForIsExplainedAfterAWhile() throws IOException {
    var job = job("{name: slow, tokens: 1, tasks: 2, command: sleep 4}").toString();
    assertThat(run("--explain", "slow/1", job).err())
        .contains("slow/1 (sampled): waits for a token of its job")
        .contains("  all 1 tokens are taken: 1 by slow")
        .contains("slow/1 (sampled): bound late to node-0");
  }

  @Test
  void aJobFileIsTheOneThatTheKernelWouldOpen() throws IOException {
    Files.createDirectories(home.resolve("far/away"));
    var link = Files.createSymbolicLink(home.resolve("link"), Path.of("far/away"));
    job("{name: wrong, command: echo wrong}");
    Files.writeString(home.resolve("far/job.yaml"), "{name: right, files: [a], command: cat a}");
    Files.writeString(home.resolve("far/a"), "right\n");
    assertThat(run(link.resolve("../job.yaml").toString()).out()).isEqualTo("right\n");
  }

  @Test
  void controlCharactersOfTasksAndNamesDoNotReachATerminal() throws IOException {
    var job =
        job("{name: loud, command: \"printf '\\\\033[31mred\\\\n' | tee /dev/stderr; exit 3\"}");
    var piped = run(job.toString());
    assertThat(piped.out()).isEqualTo("\u001b[31mred\n");
    assertThat(piped.err()).contains("| \\x1b[31mred").doesNotContain("\u001b");

    var out = new ByteArrayOutputStream();
    var console = Typed.console(new byte[0], out, new ByteArrayOutputStream(), true);
    Main.run(console, "run", "--home", home.toString(), "--quiet", job.toString());
    console.flush();
    assertThat(out.toString(UTF_8)).isEqualTo("\\x1b[31mred\n");

    assertThat(run("no\u001b[2J.yaml").err()).contains("muster: no\\x1b[2J.yaml does not exist");
  }

  @Test
  void whatAJobLeavesIsForNobodyElse() throws IOException {
    var own = home.resolve("own");
    var job = job("{name: secret, env: {KEY: s3cr3t}, command: 'echo $KEY'}").toString();
    assertThat(Typed.command("run", "--home", own.toString(), job).out()).isEqualTo("s3cr3t\n");
    assertThat(mode(own)).isEqualTo("rwx--x--x");
    assertThat(mode(own.resolve("jobs"))).isEqualTo("rwx--x--x");
    assertThat(mode(own.resolve("jobs/job-1"))).isEqualTo("rwx------");
    assertThat(mode(own.resolve("jobs/job-1/tasks/secret/0/stdout.1"))).isEqualTo("rw-------");
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @Test
  void aJobRunsWhateverSamplingDoesBeyondItsPaper() throws IOException {
    var job = job("name: many\ntasks: 5\ncommand: echo done\nestimate: 2s\n").toString();
    for (var extras : List.of("plain", "sticky", "sticky,avoid=1s,ask-ahead=2")) {
      assertThat(run("--sampled", extras, job).out()).isEqualTo("done\n".repeat(5));
    }
  }

  @Test
  void eachTaskRunsOnANodeThatItPrefers() throws IOException {
    var job =
        job("""
                name: near
                tasks: 3
                command: echo $MUSTER_NODE
                resources: {cpu: 0.1, memory: 1Mi}
                prefer: [[node-2], [node-0], [node-1]]
                """)
            .toString();
    assertThat(run("--nodes", "3", job).out()).isEqualTo("node-2\nnode-0\nnode-1\n");
    assertThat(run("--nodes", "2", job).code()).isEqualTo(3);
  }

  @Test
  void aTaskRunsOnlyWhereItsNamedResourcesAre() throws IOException {
    var job = job("name: train\ncommand: echo trained\nresources: {gpu: 1}\n").toString();
    assertThat(run("--resource", "gpu=2", job).out()).isEqualTo("trained\n");
    var refused = run(job);
    assertThat(refused.code()).isEqualTo(3);
    assertThat(refused.err()).contains("needs 1 gpu, the most on one node is 0: 1 gpu too few");
    var wrong = run("--resource", "gpu=-1", job);
    assertThat(wrong.code()).isEqualTo(1);
    assertThat(wrong.err()).contains("the count must be from 0 to 1,000,000,000, not `-1`");
  }

  @Test
  void helloIsAllThatIsOnStandardOutput() {
    var typed = example("hello");
    assertThat(typed.out()).matches("hello from task 0 of job-\\d+ on node-\\d+\n");
    assertThat(typed.err()).matches("job-\\d+ hello succeeded: 1 task in .*; logs in .*\n");
    assertThat(typed.code()).isZero();
  }

  @Test
  void quietSaysNothingMore() {
    assertThat(example("hello", "--quiet").err()).isEmpty();
  }

  @Test
  void itemsComeInTheirOrder() {
    assertThat(example("items").out())
        .isEqualTo(
            """
            this is task 0 of 4: red
            this is task 1 of 4: dark green
            this is task 2 of 4: 007
            this is task 3 of 4: on
            """);
  }

  @Test
  void wordcountCounts() {
    var typed = example("wordcount", "--nodes", "3");
    assertThat(typed.out())
        .startsWith("271 words, most of all:\n")
        .containsSubsequence("13 that", "11 the", "10 we", "8 here", "8 to");
    assertThat(typed.code()).isZero();
  }

  @Test
  void retriesHelp() {
    var typed = example("retries");
    assertThat(typed.out()).contains("task 2 succeeded at attempt 3");
    assertThat(typed.code()).isZero();
  }

  @Test
  void aFailureShowsWhatTheTaskSaidLast() {
    var typed = example("failing");
    assertThat(typed.code()).isEqualTo(2);
    assertThat(typed.out()).isEmpty();
    assertThat(typed.err())
        .contains(
            """
            work[2] failed with exit code 3 at attempt 1:
              | reading stones
              | error: stones can't be eaten
            """)
        .containsPattern("job-\\d+ failing failed: ");
  }

  @Test
  void theImpossibleIsSaidInNumbers() {
    var typed = example("impossible");
    assertThat(typed.code()).isEqualTo(3);
    assertThat(typed.out()).isEmpty();
    assertThat(typed.err())
        .containsPattern("job-\\d+ impossible can never be placed: ")
        .contains("5000 cpu", "on one node is 2:", "500 TiB", "on one node is 4 GiB:");
  }

  @Test
  void aMachineInTooSmallPartsIsToldSo() {
    int nodes = Runtime.getRuntime().availableProcessors() + 1;
    var file = Path.of("..", "examples", "hello.yaml").toString();
    var typed = Typed.command("run", "--home", home.toString(), "--nodes", "" + nodes, file);
    assertThat(typed.code()).isEqualTo(3);
    assertThat(typed.err())
        .contains(
            "needs 1 cpu", "each node has 1/" + nodes + " of this machine; with fewer --nodes");
  }

  @Test
  void successAsJson() {
    var typed = example("wordcount", "-o", "json");
    assertThat(typed.err()).isEmpty();
    assertThat(typed.out().lines()).hasSize(1);
    var json = typed.json();
    assertThat(json.keySet()).containsExactlyInAnyOrderElementsOf(ALWAYS);
    assertThat(json.get("job").getAsString()).matches("job-\\d+");
    assertThat(json.get("state").getAsString()).isEqualTo("succeeded");
    assertThat(json.get("policy").getAsString()).isEqualTo("sampled");
    var count = json.getAsJsonArray("stages").get(0).getAsJsonObject();
    assertThat(count.remove("usage").getAsJsonObject().get("cpuSeconds").getAsDouble())
        .isPositive();
    assertThat(count)
        .hasToString(
            "{\"name\":\"count\",\"tasks\":10,\"succeeded\":10,\"failed\":0,\"attempts\":10}");
    assertThat(Path.of(json.get("logs").getAsString())).isDirectory();
  }

  @Test
  void failureAsJson() {
    var typed = example("failing", "-o", "json");
    assertThat(typed.code()).isEqualTo(2);
    assertThat(typed.json().get("state").getAsString()).isEqualTo("failed");
    assertThat(typed.json().keySet()).contains("failures", "failuresNotShown").containsAll(ALWAYS);
    var failure = typed.json().getAsJsonArray("failures").get(0).getAsJsonObject();
    assertThat(failure.keySet())
        .containsExactly("stage", "index", "attempt", "outcome", "exitCode", "detail", "usage");
    assertThat(failure.get("exitCode").getAsInt()).isEqualTo(3);
    assertThat(failure.getAsJsonObject("usage").keySet())
        .containsExactly("cpuSeconds", "peakMemoryBytes", "readBytes", "writtenBytes");
    assertThat(failure.getAsJsonObject("usage").get("cpuSeconds").getAsDouble()).isPositive();
  }

  @Test
  void aSignalAsJson() throws IOException {
    var typed = run(job("{name: a, command: [sh, -c, 'kill -9 $$']}").toString(), "-o", "json");
    var failure = typed.json().getAsJsonArray("failures").get(0).getAsJsonObject();
    assertThat(failure.get("exitCode").getAsInt()).isEqualTo(137);
    assertThat(failure.get("signal").getAsInt()).isEqualTo(9);
  }

  @Test
  void aTaskThatLeavesTooMuch() throws IOException {
    var line = "head -c 2M /dev/zero > $MUSTER_OUTPUT/big";
    var file = job("{name: a, command: [sh, -c, '" + line + "']}").toString();
    var typed = run(file, "--output-limit", "1Mi");
    assertThat(typed.code()).isEqualTo(2);
    assertThat(typed.err()).contains("put more on the disk than a task may", "limit of 1 MiB");
  }

  @Test
  void aUserThatTasksCannotRunAs() throws IOException {
    var typed = run(job("{name: a, command: [id]}").toString(), "--run-as", "no-such-user");
    assertThat(typed.code()).isEqualTo(1);
    assertThat(typed.err()).startsWith("muster: ").contains("no-such-user");
  }

  @Test
  void theImpossibleAsJson() {
    var typed = example("impossible", "-o", "json");
    assertThat(typed.code()).isEqualTo(3);
    assertThat(typed.json().get("state").getAsString()).isEqualTo("infeasible");
    assertThat(typed.json().keySet()).contains("reasons").containsAll(ALWAYS);
  }

  @Test
  void aCommandThatDoesNotExist() throws IOException {
    var typed = run(job("{name: a, command: [no-such-program]}").toString());
    assertThat(typed.code()).isEqualTo(2);
    assertThat(typed.err()).contains("a[0] could not be started at attempt 1:", "no-such-program");
  }

  @Test
  void outputOfAFailedTaskIsShownToo() throws IOException {
    var typed = run(job("{name: a, command: 'echo half; exit 1'}").toString());
    assertThat(typed.code()).isEqualTo(2);
    assertThat(typed.out()).isEqualTo("half\n");
    assertThat(typed.err()).contains("a[0] failed with exit code 1 at attempt 1, without error");
  }

  @Test
  void bytesPassUnchangedAndInputIsRead() {
    var job = "{name: a, command: 'printf \"\\\\377\\\\000é\"'}".getBytes(UTF_8);
    var out = new ByteArrayOutputStream();
    var console = Typed.console(job, out, new ByteArrayOutputStream(), false);
    assertThat(Main.run(console, "run", "--home", home.toString(), "-")).isZero();
    assertThat(out.toByteArray()).startsWith(0xff, 0x00).endsWith("é".getBytes(UTF_8));
  }

  @Test
  void tooMuchOutputIsLeftOutAndSaidSo() throws IOException {
    var typed = run(job("{name: a, tasks: 3, command: 'head -c 30000000 /dev/zero'}").toString());
    assertThat(typed.out()).hasSize(60_000_000);
    assertThat(typed.err()).contains("the output of 1 task is left out", "64 MiB", home.toString());
    assertThat(typed.code()).isZero();
  }
}
