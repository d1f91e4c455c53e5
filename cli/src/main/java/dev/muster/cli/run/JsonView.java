package dev.muster.cli.run;

import dev.muster.cli.console.Console;
import dev.muster.cli.console.ExitCode;
import dev.muster.cli.console.Json;
import dev.muster.cli.explain.ExplanationEntry;
import dev.muster.cli.explain.ExplanationView;
import dev.muster.model.JobReport;
import dev.muster.model.JobReport.TaskFailure;
import dev.muster.model.JobSpec;
import dev.muster.model.StageReport;
import dev.muster.model.StageReport.AttemptKinds;
import dev.muster.model.StageReport.Placed;
import dev.muster.model.Usage;
import dev.muster.model.file.Problem;
import dev.muster.model.text.JobNumber;
import dev.muster.process.directory.JobDirectory;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Exactly one object on standard output, whatever happened. */
public record JsonView(Console console) implements RunView {
  private static final double NS_PER_SECOND = 1e9;
  private static final double NS_PER_MS = 1e6;

  /** What a run answers where there is no job to report. */
  private record RunError(String error, List<Problem> problems) {}

  private record UsageEntry(
      double cpuSeconds, long peakMemoryBytes, long readBytes, long writtenBytes) {}

  private record PlacedEntry(
      long tasks, long preferred, long refused, long beyondTokens, double meanStaleMs) {}

  private record StageEntry(
      String name,
      int tasks,
      int succeeded,
      int failed,
      long attempts,
      UsageEntry usage,
      @Nullable PlacedEntry placed,
      @Nullable KindsEntry kinds) {}

  private record KindsEntry(
      long opportunistic,
      long evicted,
      long upgraded,
      long twins,
      long enlarged,
      double wastedSeconds,
      double wastedCpuSeconds) {}

  private record FailureEntry(
      String stage,
      int index,
      int attempt,
      String outcome,
      int exitCode,
      @Nullable Integer signal,
      String detail,
      UsageEntry usage) {}

  private record JobEntry(
      String job,
      String name,
      String state,
      String policy,
      List<StageEntry> stages,
      long submittedAtMs,
      long durationMs,
      @Nullable List<FailureEntry> failures,
      @Nullable Integer failuresNotShown,
      @Nullable List<String> reasons,
      String logs,
      @Nullable Long lostMessages,
      @Nullable List<ExplanationEntry> explained) {}

  @Override
  public int unreadable(String why) {
    return error(why, List.of(), ExitCode.USAGE);
  }

  @Override
  public int invalid(String label, List<Problem> problems) {
    return error(label + " is not a valid job file", problems, ExitCode.USAGE);
  }

  @Override
  public int refused(String why) {
    return error("rejected: " + why, List.of(), ExitCode.REFUSED);
  }

  private int error(String what, List<Problem> problems, int exitCode) {
    Json.print(console, new RunError(what, problems));
    return exitCode;
  }

  @Override
  public int ended(
      JobSpec job,
      JobReport report,
      JobDirectory directory,
      long lostMessages,
      List<ExplanationView> explained) {
    boolean failed = !report.failures().isEmpty();
    Json.print(
        console,
        new JobEntry(
            JobNumber.format(report.job()),
            report.name(),
            lower(report.state()),
            report.policy(),
            report.stages().stream().map(JsonView::stage).toList(),
            report.submittedAtMs(),
            report.durationMs(),
            failed ? report.failures().stream().map(JsonView::failure).toList() : null,
            failed ? report.failuresNotShown() : null,
            report.reasons().isEmpty() ? null : report.reasons(),
            directory.root().toString(),
            lostMessages > 0 ? lostMessages : null,
            explained.isEmpty() ? null : explained.stream().map(ExplanationEntry::of).toList()));
    return ExitCode.of(report.state());
  }

  private static StageEntry stage(StageReport stage) {
    return new StageEntry(
        stage.name(),
        stage.tasks(),
        stage.succeeded(),
        stage.failed(),
        stage.attempts(),
        usage(stage.usage()),
        stage.placed().equals(Placed.NONE) ? null : placed(stage.placed()),
        stage.kinds().equals(AttemptKinds.NONE) ? null : kinds(stage.kinds()));
  }

  private static KindsEntry kinds(AttemptKinds kinds) {
    return new KindsEntry(
        kinds.opportunistic(),
        kinds.evicted(),
        kinds.upgraded(),
        kinds.twins(),
        kinds.enlarged(),
        kinds.wastedNs() / NS_PER_SECOND,
        kinds.wastedCpuNs() / NS_PER_SECOND);
  }

  private static FailureEntry failure(TaskFailure failure) {
    var result = failure.result();
    return new FailureEntry(
        failure.stage(),
        failure.index(),
        failure.attempt(),
        lower(result.outcome()),
        result.exitCode(),
        result.signal() > 0 ? result.signal() : null,
        result.detail(),
        usage(result.usage()));
  }

  private static UsageEntry usage(Usage usage) {
    return new UsageEntry(
        usage.cpuNs() / NS_PER_SECOND,
        usage.peakMemoryBytes(),
        usage.readBytes(),
        usage.writtenBytes());
  }

  private static PlacedEntry placed(Placed placed) {
    return new PlacedEntry(
        placed.tasks(),
        placed.preferred(),
        placed.rejected(),
        placed.beyondTokens(),
        placed.meanStaleNs() / NS_PER_MS);
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
