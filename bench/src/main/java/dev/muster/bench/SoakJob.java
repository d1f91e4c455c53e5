package dev.muster.bench;

import dev.muster.core.actor.Chance;
import dev.muster.core.event.ClientEvent;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.Resources;
import dev.muster.model.StageReport;
import dev.muster.model.StageSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One job of a soak: tasks that sleep and write a number, then one that adds the numbers up. Every
 * start of a task is a line in the ledger of the job. Some jobs have a task that always fails.
 */
final class SoakJob {

  static final Resources NEEDS = new Resources(500, 32L << 20);

  private static final int MAX_TASKS = 16;
  private static final int MAX_SLEEP_MS = 2_000;
  private static final int FAILS_ONE_IN = 10;
  private static final int RETRIES = 1;

  private final Path ledger;
  private final int tasks;
  private final boolean fails;
  private final String policy;
  private final int sleepMs;

  SoakJob(Path ledger, Chance chance) {
    this.ledger = ledger;
    this.tasks = 1 + chance.nextInt(MAX_TASKS);
    this.fails = chance.nextInt(FAILS_ONE_IN) == 0;
    this.policy = chance.nextInt(3) == 0 ? JobSpec.SHARED : JobSpec.SAMPLED;
    this.sleepMs = chance.nextInt(MAX_SLEEP_MS);
  }

  JobSpec spec(Path home) {
    var start = "echo $MUSTER_STAGE $MUSTER_TASK_INDEX >> " + ledger + "; ";
    var failure = fails ? "[ $MUSTER_TASK_INDEX != 0 ] || exit 3; " : "";
    var sleep = "sleep %d.%03d; ".formatted(sleepMs / 1_000, sleepMs % 1_000);
    var make = start + failure + sleep + "echo $MUSTER_TASK_INDEX > $MUSTER_OUTPUT/n";
    var add =
        start
            + "sum=0; for n in $MUSTER_INPUT/make/*/n; do sum=$((sum + $(cat $n))); done; "
            + "[ $sum = "
            + sum()
            + " ]";
    return JobSpec.of(
            "soak",
            StageSpec.of("make", tasks, NEEDS, List.of("sh", "-c", make)).withRetries(RETRIES),
            StageSpec.of("add", 1, NEEDS, List.of("sh", "-c", add)).withAfter("make"))
        .withPolicy(policy)
        .withHome(home.toString());
  }

  private int sum() {
    return tasks * (tasks - 1) / 2;
  }

  int tasks() {
    return tasks;
  }

  /** How often tasks started. */
  long starts() throws IOException {
    return Files.exists(ledger) ? Files.readAllLines(ledger).size() : 0;
  }

  /** What is wrong with the end of the job. */
  List<String> problems(ClientEvent end) throws IOException {
    if (!(end instanceof ClientEvent.JobEnded(var report))) {
      return List.of("no end but " + end);
    }
    var expected = fails ? JobState.FAILED : JobState.SUCCEEDED;
    if (report.state() != expected) {
      return List.of("ended as " + report.state() + ", not " + expected + ": " + report);
    }
    var problems = fails ? failureProblems(report) : successProblems(report);
    return problems.stream().map(problem -> problem + ": " + report).toList();
  }

  private static List<String> failureProblems(JobReport report) {
    List<String> problems = new ArrayList<>();
    for (var failure : report.failures()) {
      if (!failure.stage().equals("make") || failure.index() != 0) {
        problems.add("task " + failure.stage() + " " + failure.index() + " is marked as failed");
      }
    }
    return problems;
  }

  private List<String> successProblems(JobReport report) throws IOException {
    List<String> problems = new ArrayList<>();
    for (var stage : report.stages()) {
      if (stage.succeeded() != stage.tasks() || stage.failed() > 0) {
        problems.add("stage " + stage.name() + " has " + counts(stage));
      }
    }
    var started = Files.exists(ledger) ? Files.readAllLines(ledger) : List.<String>of();
    for (int task = 0; task < tasks; task++) {
      if (!started.contains("make " + task)) {
        problems.add("task " + task + " is marked as succeeded and never ran");
      }
    }
    return problems;
  }

  private static String counts(StageReport stage) {
    return stage.succeeded() + " successes and " + stage.failed() + " failures of " + stage.tasks();
  }
}
