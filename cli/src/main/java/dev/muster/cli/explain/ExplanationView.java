package dev.muster.cli.explain;

import static dev.muster.model.text.Quantity.formatCount;

import dev.muster.cli.console.Columns;
import dev.muster.cli.run.TextView;
import dev.muster.model.Explanation;
import dev.muster.model.Explanation.Candidate;
import dev.muster.model.Explanation.Candidate.CandidateOutcome;
import dev.muster.model.Explanation.TaskEstimate;
import dev.muster.model.Explanation.TaskWait;
import dev.muster.model.JobSpec;
import dev.muster.model.TaskId;
import dev.muster.model.WaitMatrix;
import dev.muster.model.text.NodeName;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Why a task is where it is, or still waits, for people: the table of Apollo's Figure 4, where a
 * star marks the node that was chosen and a cross those that were ruled out.
 *
 * @param name as in {@code map/0}
 */
public record ExplanationView(String name, Explanation why) {

  private static final long NS_PER_MS = 1_000_000;
  private static final double PERCENT = 100;
  private static final String NONE = "-";

  public static ExplanationView of(JobSpec job, TaskId task, Explanation why) {
    return new ExplanationView(job.stages().get(task.stage()).name() + "/" + task.index(), why);
  }

  /** Whether the task has been given to a node. */
  public boolean isPlaced() {
    return why.isPlaced();
  }

  public boolean isWaiting() {
    return why.waiting() != null;
  }

  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("%s (%s): %s".formatted(name, why.policy(), why.summary()));
    if (!why.policyReason().isEmpty()) {
      lines.add("  auto chose %s: %s".formatted(why.policy(), why.policyReason()));
    }
    addWait(lines, why.waiting());
    if (!why.candidates().isEmpty()) {
      addCandidates(lines);
    }
    if (why.omitted() > 0) {
      lines.add("  and %s more candidates".formatted(formatCount(why.omitted())));
    }
    return lines;
  }

  private static void addWait(List<String> lines, @Nullable TaskWait wait) {
    if (wait == null) {
      return;
    }
    if (!wait.holders().isEmpty()) {
      lines.add("  " + wait.holders());
    }
    var start =
        wait.startNs() == TaskWait.UNKNOWN
            ? "when the task starts is unknown"
            : "expected to start in about " + time(wait.startNs());
    lines.add("  " + ahead(wait.ahead()) + "; " + start);
  }

  private static String ahead(long tasks) {
    if (tasks == 0) {
      return "no task of its job goes first";
    }
    return tasks == 1
        ? "at most 1 task of its job goes first"
        : "at most " + formatCount(tasks) + " tasks of its job go first";
  }

  private void addCandidates(List<String> lines) {
    boolean hasEstimates = why.candidates().stream().anyMatch(ExplanationView::isEstimated);
    List<List<String>> cells = new ArrayList<>();
    cells.add(
        hasEstimates
            ? List.of("  candidate", "start-up", "wait", "I/O", "cpu", "odds", "total", "info age")
            : List.of("  candidate", "info age"));
    why.candidates().forEach(one -> cells.add(cells(one, hasEstimates)));
    var aligned = Columns.ofNumbers(cells);
    lines.add(aligned.getFirst());
    for (int at = 0; at < why.candidates().size(); at++) {
      lines.add(aligned.get(at + 1) + "  " + why.candidates().get(at).reason());
    }
  }

  static boolean isEstimated(Candidate one) {
    return !one.estimate().equals(TaskEstimate.NONE);
  }

  private static List<String> cells(Candidate one, boolean hasEstimates) {
    List<String> cells = new ArrayList<>();
    cells.add(mark(one.outcome()) + NodeName.format(one.node()));
    if (hasEstimates) {
      cells.addAll(
          isEstimated(one) ? terms(one.estimate()) : List.of(NONE, NONE, NONE, NONE, NONE, NONE));
    }
    cells.add(one.ageNs() == Candidate.NOTHING_KNOWN ? "unknown" : time(one.ageNs()));
    return cells;
  }

  private static String mark(CandidateOutcome outcome) {
    return switch (outcome) {
      case CHOSEN -> "* ";
      case NOT_CHOSEN -> "  ";
      case RULED_OUT -> "x ";
    };
  }

  private static List<String> terms(TaskEstimate terms) {
    return List.of(
        time(terms.startupNs()),
        time(terms.waitNs()),
        time(terms.readNs()),
        time(terms.cpuNs()),
        String.format(Locale.ROOT, "%.0f%%", PERCENT * terms.odds()),
        time(terms.totalNs()));
  }

  private static String time(long ns) {
    return ns == WaitMatrix.NEVER ? "never" : TextView.elapsed(ns / NS_PER_MS);
  }
}
