package dev.muster.core.scheduler.job;

import static dev.muster.model.text.Quantity.formatCount;

import dev.muster.core.actor.flat.IntList;
import dev.muster.core.scheduler.budget.Tokens;
import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.HeldList;
import dev.muster.core.scheduler.task.TaskState;
import dev.muster.model.Explanation;
import dev.muster.model.Explanation.TaskEstimate;
import dev.muster.model.Explanation.TaskWait;
import dev.muster.model.JobSpec;
import dev.muster.model.WaitMatrix;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * What tasks of one job that wait are behind: inputs that are not there, tokens that others have,
 * tasks that go first; and when they are expected to start, as far as anything says.
 */
final class TaskWaits {

  /** How many stages are named. */
  static final int MAX_NAMED = 4;

  private final JobStages stages;
  private final Tokens tokens;

  TaskWaits(JobStages stages, Tokens tokens) {
    this.stages = stages;
    this.tokens = tokens;
  }

  TaskWait of(Stage stage, int task, Explanation why) {
    return lacksInputs(stage, task)
        ? new TaskWait("", unmade(stage, task), madeInNs(stage, task))
        : new TaskWait(holders(stage, task), ahead(stage), startNs(stage, task, why));
  }

  // Inputs.

  private boolean lacksInputs(Stage stage, int task) {
    return stage.tasks().state(task) == TaskState.BLOCKED || stages.blockers(stage) > 0;
  }

  /** The stages that are not complete, of those that the task needs all tasks of. */
  private List<Stage> incomplete(Stage stage) {
    return found(stages.edges().allBefore(stage.index()), each -> !each.isComplete());
  }

  /** The stages whose task of the same index is not done, of those that the task needs one of. */
  private List<Stage> unpaired(Stage stage, int task) {
    return found(stages.edges().oneBefore(stage.index()), each -> !each.tasks().hasSucceeded(task));
  }

  private List<Stage> found(IntList indexes, Predicate<Stage> condition) {
    List<Stage> found = new ArrayList<>();
    for (int i = 0; i < indexes.size(); i++) {
      var each = stages.stage(indexes.at(i));
      if (condition.test(each)) {
        found.add(each);
      }
    }
    return found;
  }

  /** As in {@code map (3 of 10 tasks done), index[7]}; empty where the task has all it needs. */
  String inputs(Stage stage, int task) {
    List<String> names = new ArrayList<>();
    for (var each : incomplete(stage)) {
      var done = formatCount(each.tasks().succeeded()) + " of " + formatCount(each.tasks().size());
      names.add(each.spec().name() + " (" + done + " tasks done)");
    }
    unpaired(stage, task).forEach(each -> names.add(each.spec().name() + "[" + task + "]"));
    return named(names);
  }

  private static String named(List<String> names) {
    int more = names.size() - MAX_NAMED;
    return more <= 0
        ? String.join(", ", names)
        : String.join(", ", names.subList(0, MAX_NAMED)) + " and " + more + " more";
  }

  private long unmade(Stage stage, int task) {
    long sum = unpaired(stage, task).size();
    for (var each : incomplete(stage)) {
      sum += left(each);
    }
    return sum;
  }

  private static long left(Stage stage) {
    return (long) stage.tasks().size() - stage.tasks().succeeded();
  }

  /** When the last of its inputs is there, were nothing else in the way. */
  private long madeInNs(Stage stage, int task) {
    long lastNs = 0;
    for (var each : incomplete(stage)) {
      lastNs = later(lastNs, turnsNs(each, left(each) - 1, each.tasks().running()));
    }
    for (var each : unpaired(stage, task)) {
      lastNs = later(lastNs, turnsNs(each, 0, each.tasks().isRunning(task) ? 1 : 0));
    }
    return lastNs;
  }

  private static long later(long ns, long other) {
    boolean isUnknown = ns == TaskWait.UNKNOWN || other == TaskWait.UNKNOWN;
    return isUnknown ? TaskWait.UNKNOWN : Math.max(ns, other);
  }

  // Tokens and turns.

  /** Who has the tokens that the task lacks; empty where the task lacks none. */
  private String holders(Stage stage, int task) {
    int need = stage.needs().tokensFor(task);
    if (tokens.count() == JobSpec.NO_CAP || need <= tokens.left()) {
      return "";
    }
    List<String> names = new ArrayList<>();
    stages.eachActive(
        each -> {
          long taken = tokensOf(each.attempts().all());
          if (taken > 0) {
            names.add(formatCount(taken) + " by " + each.spec().name());
          }
        });
    var count = formatCount(tokens.count());
    var taken =
        tokens.left() <= 0
            ? "all " + count + " tokens are taken"
            : "it takes "
                + formatCount(need)
                + " tokens, left are "
                + formatCount(tokens.left())
                + " of "
                + count;
    return taken + ": " + named(names);
  }

  private static long tokensOf(HeldList<Attempt> attempts) {
    long sum = 0;
    for (var one = attempts.first(); one != null; one = attempts.after(one)) {
      sum += one.tokens();
    }
    return sum;
  }

  /** The others of its stage; and where stages share tokens, those with a longer way to the end. */
  private long ahead(Stage stage) {
    long[] sum = {stage.tasks().waiting() - 1L};
    if (tokens.count() != JobSpec.NO_CAP) {
      long priorityNs = stages.priorityNs(stage.index());
      stages.eachActive(
          each ->
              sum[0] += stages.priorityNs(each.index()) > priorityNs ? each.tasks().waiting() : 0);
    }
    return sum[0];
  }

  /** By the tokens that others give back; else by the best candidate; else by those that end. */
  private long startNs(Stage stage, int task, Explanation why) {
    if (stage.needs().tokensFor(task) > tokens.left()) {
      return turnsNs(stage, ahead(stage), tokens.attempts());
    }
    long soonestNs = soonestNs(why);
    return soonestNs == WaitMatrix.NEVER
        ? turnsNs(stage, ahead(stage), stage.tasks().running())
        : soonestNs;
  }

  private static long soonestNs(Explanation why) {
    return why.candidates().stream()
        .filter(one -> !one.estimate().equals(TaskEstimate.NONE))
        .mapToLong(one -> one.estimate().waitNs())
        .min()
        .orElse(WaitMatrix.NEVER);
  }

  /** Until so many tasks have gone first and one more has ended, so many at a time. */
  private static long turnsNs(Stage stage, long ahead, int atOnce) {
    long eachNs = stage.runtimes().meanNs();
    return eachNs == 0 || atOnce == 0 ? TaskWait.UNKNOWN : (ahead / atOnce + 1) * eachNs;
  }
}
