package dev.muster.cli.run;

import dev.muster.cli.console.Console;
import dev.muster.cli.console.ExitCode;
import dev.muster.cli.explain.ExplanationView;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.StageReport;
import dev.muster.model.StageReport.AttemptKinds;
import dev.muster.model.file.Problem;
import dev.muster.model.text.JobNumber;
import dev.muster.model.text.Quantity;
import dev.muster.process.directory.JobDirectory;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** The job's output on standard output, and what a person wants to know on standard error. */
public record TextView(Console console, boolean quiet) implements RunView {

  private static final long NS_PER_MS = 1_000_000;

  @Override
  public int unreadable(String why) {
    console.complain(why);
    return ExitCode.USAGE;
  }

  @Override
  public int invalid(String label, List<Problem> problems) {
    for (var problem : problems) {
      console.err().println(label + ":" + problem);
    }
    return ExitCode.USAGE;
  }

  @Override
  public int refused(String why) {
    console.complain("rejected: " + why);
    return ExitCode.REFUSED;
  }

  @Override
  public int ended(
      JobSpec job,
      JobReport report,
      JobDirectory directory,
      long lostMessages,
      List<ExplanationView> explained) {
    if (report.state() == JobState.SUCCEEDED || report.state() == JobState.FAILED) {
      new LastStageOutput(console).copy(job, directory);
    }
    new FailureText(job, report).lines().forEach(console.err()::println);
    if (!quiet || report.state() != JobState.SUCCEEDED) {
      console.err().println(summary(report, directory.root()));
    }
    if (!quiet && lostMessages > 0) {
      console.err().println(lost(lostMessages));
    }
    return ExitCode.of(report.state());
  }

  /** As in {@code job-3 wordcount succeeded: 17 tasks in 1.2 s; logs in …}. */
  public static String summary(JobReport report, Path logs) {
    var job = JobNumber.format(report.job()) + " " + report.name() + " ";
    var time = elapsed(report.durationMs());
    long tasks = report.stages().stream().mapToLong(StageReport::tasks).sum();
    long succeeded = report.stages().stream().mapToLong(StageReport::succeeded).sum();
    var part = Quantity.formatCount(succeeded) + " of " + tasks(tasks) + " succeeded in " + time;
    var where = kinds(report) + "; logs in " + logs;
    return switch (report.state()) {
      case SUCCEEDED -> job + "succeeded: " + tasks(tasks) + " in " + time + where;
      case FAILED -> job + "failed: " + part + where;
      case CANCELLED -> job + "cancelled: " + part + waited(report) + where;
      case INFEASIBLE -> job + "can never be placed: " + String.join("; ", report.reasons());
      case QUEUED, RUNNING -> job + "has not ended";
    };
  }

  /** As in {@code , 40 opportunistic attempts (3 evicted after 1.2 s, 12 upgraded), 1 twin}. */
  private static String kinds(JobReport report) {
    var kinds =
        report.stages().stream()
            .map(StageReport::kinds)
            .reduce(AttemptKinds.NONE, AttemptKinds::and);
    var text = new StringBuilder();
    if (kinds.opportunistic() > 0) {
      text.append(", ").append(count(kinds.opportunistic(), "opportunistic attempt"));
      text.append(" (").append(Quantity.formatCount(kinds.evicted())).append(" evicted");
      text.append(wasted(kinds)).append(", ");
      text.append(Quantity.formatCount(kinds.upgraded())).append(" upgraded)");
    }
    if (kinds.twins() > 0) {
      text.append(", ").append(count(kinds.twins(), "twin"));
    }
    if (kinds.enlarged() > 0) {
      text.append(", ").append(count(kinds.enlarged(), "attempt")).append(" with more memory");
    }
    return text.toString();
  }

  /** How long those had run that were evicted: work that is done again. */
  private static String wasted(AttemptKinds kinds) {
    return kinds.wastedNs() == 0 ? "" : " after " + elapsed(kinds.wastedNs() / NS_PER_MS);
  }

  /** What it waited for, where that is known. */
  private static String waited(JobReport report) {
    return report.reasons().isEmpty() ? "" : "; " + String.join("; ", report.reasons());
  }

  private static String lost(long messages) {
    return (messages == 1 ? "1 message" : Quantity.formatCount(messages) + " messages")
        + " within the cell had to be repeated: an inbox was full";
  }

  private static String tasks(long count) {
    return count(count, "task");
  }

  private static String count(long count, String what) {
    return count == 1 ? "1 " + what : Quantity.formatCount(count) + " " + what + "s";
  }

  /** As exact as a person cares for. */
  public static String elapsed(long ms) {
    if (ms < 1_000) {
      return ms + " ms";
    }
    if (ms < 60_000) {
      return String.format(Locale.ROOT, "%.1f s", ms / 1_000.0);
    }
    return Quantity.formatDuration(ms / 1_000 * 1_000_000_000L);
  }
}
