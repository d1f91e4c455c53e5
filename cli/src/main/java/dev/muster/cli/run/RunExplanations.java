package dev.muster.cli.run;

import dev.muster.cli.explain.ExplanationView;
import dev.muster.core.event.Notice.TaskExplained;
import dev.muster.model.JobSpec;
import dev.muster.model.TaskId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;

/**
 * Which of all explanations of a job the user sees: of the named tasks all; where none is named, of
 * each stage the first task that is placed, and some that wait for long. Called from the threads of
 * the cell.
 */
final class RunExplanations {

  /** After so long, tasks that still wait are asked about. */
  static final Duration LONG_WAIT = Duration.ofSeconds(3);

  /** How many tasks that wait are asked about, where none is named. */
  static final int MAX_WAITING = 4;

  /** How many explanations are shown at all. */
  static final int MAX_SHOWN = 20;

  private final JobSpec job;
  private final List<TaskId> named;
  private final Consumer<List<String>> printer;
  private final List<BitSet> placed = new ArrayList<>();
  private final List<ExplanationView> shown = new ArrayList<>();
  private int omitted;

  /**
   * @param named none for a choice of all
   * @param printer gets the lines of each explanation, as it comes
   */
  RunExplanations(JobSpec job, List<TaskId> named, Consumer<List<String>> printer) {
    this.job = job;
    this.named = named;
    this.printer = printer;
    job.stages().forEach(_ -> placed.add(new BitSet()));
  }

  synchronized void explained(TaskExplained answer) {
    var task = new TaskId(answer.stage(), answer.index());
    var explained = ExplanationView.of(job, task, answer.why());
    boolean isFirst = placed.get(task.stage()).isEmpty();
    if (explained.isPlaced()) {
      placed.get(task.stage()).set(task.index());
    }
    boolean isChosen = named.isEmpty() ? isFirst || explained.isWaiting() : named.contains(task);
    boolean isNew = !shown.contains(explained); // else placed between a question and its answer
    if (isChosen && isNew && (explained.isPlaced() || explained.isWaiting())) {
      show(explained);
    }
  }

  private void show(ExplanationView explained) {
    if (shown.size() == MAX_SHOWN) {
      omitted++;
      return;
    }
    shown.add(explained);
    printer.accept(explained.lines());
  }

  /** The tasks that have not been placed, of those that are named or one of each stage. */
  synchronized List<TaskId> waiting() {
    List<TaskId> candidates = new ArrayList<>(named);
    for (int stage = 0; stage < placed.size() && named.isEmpty(); stage++) {
      candidates.add(new TaskId(stage, placed.get(stage).nextClearBit(0)));
    }
    return candidates.stream()
        .filter(task -> task.index() < job.stages().get(task.stage()).tasks())
        .filter(task -> !placed.get(task.stage()).get(task.index()))
        .limit(named.isEmpty() ? MAX_WAITING : MAX_SHOWN)
        .toList();
  }

  synchronized List<ExplanationView> shown() {
    return List.copyOf(shown);
  }

  /** How many there were beyond {@link #MAX_SHOWN}. */
  synchronized int omitted() {
    return omitted;
  }
}
