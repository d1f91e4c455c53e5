package dev.muster.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.model.Outcome;
import dev.muster.model.RunResult;
import dev.muster.process.directory.LogFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a task finds when it starts, and what is known of it when it has ended. */
class ProcessRuntimeTest {
  @TempDir private Path home;
  private Bench bench;

  @BeforeEach
  void open() throws IOException {
    home = home.toRealPath();
    bench = new Bench(home, RunOptions.STANDARD);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  @ParameterizedTest
  @CsvSource({
    "exit 0, SUCCEEDED, 0, ''",
    "exit 3, FAILED, 3, ''",
    "echo one >&2; echo two >&2; exit 255, FAILED, 255, 'one\ntwo'",
    "kill -KILL $$, FAILED, 137, killed by signal 9 (KILL)",
    "echo ouch >&2; kill -SEGV $$, FAILED, 139, 'ouch\nkilled by signal 11 (SEGV)'",
    "yes | head -n 3 >&2; exit 1, FAILED, 1, 'y\ny\ny'",
  })
  void theResultIsTheExitCodeAndTheLastWords(
      String line, Outcome outcome, int exitCode, String detail) {
    assertThat(bench.shell(line).run()).isEqualTo(RunResult.of(outcome, exitCode, detail));
  }

  @Test
  void onlyTheLastWordsOfALongStoryAreShown() {
    var detail = bench.shell("seq 1 100000 >&2; exit 1").run().detail();
    assertThat(detail.lines()).hasSize(LogFile.TAIL_LINES).last().isEqualTo("100000");
    var oneLine = bench.shell("printf '%9999s\\nend' x >&2; exit 1").run(1).detail();
    assertThat(oneLine).isEqualTo("end");
    assertThat(bench.shell("printf '%9999s' x >&2; exit 1").run(2).detail())
        .hasSizeLessThanOrEqualTo(LogFile.TAIL_BYTES)
        .endsWith("x");
  }

  @Test
  void theTwoStreamsAreKeptApart() {
    bench.shell("echo out; echo err >&2").run(4);
    assertThat(bench.stdout(4)).isEqualTo("out\n");
    assertThat(bench.stderr(4)).isEqualTo("err\n");
  }

  @Test
  void theLogsAreThoseOfTheLastAttempt() {
    bench.shell("echo attempt $MUSTER_ATTEMPT; exit 1");
    IntStream.of(1, 2, 10).forEach(attempt -> bench.start(0, attempt).join());
    assertThat(bench.stdout(0)).isEqualTo("attempt 10\n");
  }

  @Test
  void aTaskIsToldWhoItIs() {
    bench.items("a", "b", "see here").shell("env | grep ^MUSTER_ | sort").run(2);
    assertThat(bench.stdout(2).lines())
        .containsExactly(
            "MUSTER_ATTEMPT=1",
            "MUSTER_INPUT=" + bench.directory.root().resolve("inputs/stage"),
            "MUSTER_ITEM=see here",
            "MUSTER_JOB=job-17",
            "MUSTER_NODE=node-7",
            "MUSTER_OUTPUT=" + bench.directory.attempt(bench.work(2, 1)).output(),
            "MUSTER_STAGE=stage",
            "MUSTER_TASK_COUNT=300",
            "MUSTER_TASK_INDEX=2");
  }

  @Test
  void theEnvironmentIsOursAndTheStagesAndNothingElse() {
    var environment = new Environment("n", Map.of("LC_TIME", "C", "SECRET", "x", "TZ", "UTC"));
    var work = bench.env(Map.of("TZ", "CET", "MUSTER_JOB", "mine")).work(0, 1);
    var variables = environment.ofTask(work, bench.directory.attempt(work));
    assertThat(variables)
        .containsEntry("LC_TIME", "C")
        .containsEntry("TZ", "CET")
        .containsEntry("MUSTER_JOB", "job-17")
        .doesNotContainKey("SECRET")
        .containsEntry("MUSTER_ITEM", "");
    assertThat(bench.env(Map.of("GREETING", "hi")).shell("echo $GREETING").run().succeeded())
        .isTrue();
    assertThat(bench.stdout(0)).isEqualTo("hi\n");
  }

  @Test
  void itRunsInAFreshDirectoryWithoutInput() {
    assertThat(bench.shell("test -z \"$(ls -A)\" && ! read line").run().succeeded()).isTrue();
  }

  @Test
  void itRunsWhereItsStageSays() throws IOException {
    Files.createDirectory(home.resolve("there"));
    bench.shell("pwd").in("there").run(0);
    assertThat(bench.stdout(0).strip()).isEqualTo(home.resolve("there").toString());
    bench.in(home.resolve("there").toString()).run(1);
    assertThat(bench.stdout(1).strip()).isEqualTo(home.resolve("there").toString());
  }

  @Test
  void itsFilesAreThere() throws IOException {
    Files.createDirectories(home.resolve("parts/deep"));
    Files.writeString(home.resolve("parts/a"), "A");
    Files.writeString(home.resolve("tool"), "#!/bin/sh\necho tool\n");
    assertThat(home.resolve("tool").toFile().setExecutable(true)).isTrue();
    bench.files("parts/", "parts", "tool").shell("ls; cat a parts/a; ./tool").run();
    assertThat(bench.stdout(0)).isEqualTo("a\ndeep\nparts\ntool\nAAtool\n");
  }

  @Test
  void itsOutputIsShownOnlyWhenItEndedWell() {
    bench.shell("echo $MUSTER_ATTEMPT > $MUSTER_OUTPUT/n; test $MUSTER_ATTEMPT = 2");
    bench.start(5, 1).join();
    assertThat(bench.directory.output(Bench.STAGE, 5)).doesNotExist();
    bench.start(5, 2).join();
    bench.start(5, 2).join();
    assertThat(bench.directory.output(Bench.STAGE, 5).resolve("n")).hasContent("2");
  }

  @Test
  void itsInputIsTheOutputOfTheStagesBefore() throws IOException {
    Files.createDirectories(bench.directory.output("earlier", 3));
    Files.writeString(bench.directory.output("earlier", 3).resolve("n"), "three");
    bench.shell("cat $MUSTER_INPUT/earlier/*/n").run();
    assertThat(bench.stdout(0)).isEqualTo("three");
  }
}
