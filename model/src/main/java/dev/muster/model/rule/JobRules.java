package dev.muster.model.rule;

import static dev.muster.model.text.Quantity.formatCount;

import dev.muster.model.ExternalInput;
import dev.muster.model.JobSpec;
import dev.muster.model.Require;
import dev.muster.model.StageSpec;
import dev.muster.model.text.NodeName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The rules of every valid job. Job files are checked for the same and more, with line numbers; a
 * job that comes another way is checked here.
 */
public final class JobRules {

  public static final int MAX_STAGES = 100_000;

  /** Of one stage, and of all stages of a job together: in a job file, or after a resize. */
  public static final int MAX_TASKS = 1_000_000;

  /** A task that fails a hundred times will not succeed; more retries waste machines. */
  public static final int MAX_RETRIES = 100;

  /** How urgent a job may be. */
  public static final int MAX_PRIORITY = 1_000;

  /** How many attributes a node may have, and how many a task may require. */
  public static final int MAX_ATTRIBUTES = 32;

  /** How many values of an attribute a task may allow. */
  public static final int MAX_VALUES = 100;

  /** How many nodes one task may prefer. */
  public static final int MAX_PREFERRED = 100;

  /** How many inputs from outside the job a stage may have: one for every task, say. */
  public static final int MAX_INPUTS = 1_000_000;

  private JobRules() {}

  /** The first problem of the job; empty if it is valid. */
  public static Optional<String> problem(JobSpec job) {
    if (job.stages().isEmpty()) {
      return Optional.of("the job has no stages");
    }
    if (job.tokens() < 1) {
      return Optional.of("the job has " + job.tokens() + " tokens; it needs at least 1");
    }
    if (job.priority() < 0 || job.priority() > MAX_PRIORITY) {
      var found = "the job has priority " + job.priority();
      return Optional.of(found + "; it may have 0 to " + formatCount(MAX_PRIORITY));
    }
    if (job.user().length() > QueueRules.MAX_USER_NAME) {
      var most = "; a name has at most " + QueueRules.MAX_USER_NAME;
      return Optional.of("the user has " + formatCount(job.user().length()) + " characters" + most);
    }
    if (job.stages().size() > MAX_STAGES) {
      var found = "the job has " + formatCount(job.stages().size()) + " stages";
      return Optional.of(found + "; it may have at most " + formatCount(MAX_STAGES));
    }
    var names = new TreeSet<String>();
    for (var stage : job.stages()) {
      var problem = problem(stage).map(text -> "stage `" + stage.name() + "`" + text);
      if (problem.isPresent()) {
        return problem;
      }
      if (!names.add(stage.name())) {
        return Optional.of("two stages are called `" + stage.name() + "`");
      }
    }
    return edges(job.stages()).or(() -> kind(job));
  }

  private static Optional<String> kind(JobSpec job) {
    return KindRules.problems(job).stream().findFirst().map(problem -> text(job, problem));
  }

  private static String text(JobSpec job, KindRules.KindProblem problem) {
    var what = "`" + problem.field() + "` " + problem.message();
    return problem.stage() == KindRules.JOB
        ? what
        : "stage `" + job.stages().get(problem.stage()).name() + "`: " + what;
  }

  private static Optional<String> edges(List<StageSpec> stages) {
    List<String> problems = new ArrayList<>();
    StageGraph.check(
        stages,
        (stage, _, message) -> {
          if (problems.isEmpty()) {
            problems.add("stage `" + stages.get(stage).name() + "`, `after`: " + message);
          }
        });
    return problems.stream().findFirst();
  }

  // One stage. Each text follows the name of the stage.

  private static Optional<String> problem(StageSpec stage) {
    int tasks = stage.tasks();
    int items = stage.items().size();
    int retries = stage.limits().retries();
    if (tasks < 1) {
      return Optional.of(" has " + tasks + " tasks; it needs at least 1");
    }
    if (items > 0 && items != tasks) {
      return Optional.of(" has " + tasks + " tasks and " + items + " items");
    }
    if (stage.resources().isNegative()) {
      return Optional.of(" needs less than nothing: " + stage.resources());
    }
    if (!stage.program().function().isEmpty() && !stage.program().command().isEmpty()) {
      return Optional.of(" has a command and a function; a task is one of both");
    }
    if (retries < 0 || retries > MAX_RETRIES) {
      return Optional.of(" has " + retries + " retries; it may have 0 to " + MAX_RETRIES);
    }
    if (stage.limits().timeoutNs() < 0) {
      return Optional.of(" has a `timeout` below zero");
    }
    if (stage.limits().estimateNs() < 0) {
      return Optional.of(" has an `estimate` below zero");
    }
    if (stage.where().patienceNs() < 0) {
      return Optional.of(": `patience` is below zero");
    }
    if (stage.limits().maxMemoryBytes() != 0
        && stage.limits().maxMemoryBytes() < stage.resources().memoryBytes()) {
      return Optional.of(": `memory-max` is below `memory`");
    }
    return require(stage.where().require())
        .or(() -> prefer(tasks, stage.where().prefer()))
        .or(() -> inputs(tasks, stage.inputs()));
  }

  private static Optional<String> require(Require require) {
    int attributes = require.anyOf().size();
    if (attributes > MAX_ATTRIBUTES) {
      var found = ": `require` names " + attributes + " attributes";
      return Optional.of(found + "; it may name at most " + MAX_ATTRIBUTES);
    }
    for (var wanted : require.anyOf().entrySet()) {
      int values = wanted.getValue().size();
      if (values < 1 || values > MAX_VALUES) {
        var found = ": `require` gives " + values + " values for `" + wanted.getKey() + "`";
        return Optional.of(found + "; it must give 1 to " + MAX_VALUES);
      }
    }
    return Optional.empty();
  }

  private static Optional<String> prefer(int tasks, List<List<Integer>> prefer) {
    if (!prefer.isEmpty() && prefer.size() != tasks) {
      return Optional.of(": `prefer` is about " + prefer.size() + " tasks; the stage has " + tasks);
    }
    for (int task = 0; task < prefer.size(); task++) {
      boolean asBefore = task > 0 && prefer.get(task).equals(prefer.get(task - 1));
      var problem = asBefore ? Optional.<String>empty() : prefer(prefer.get(task));
      if (problem.isPresent()) {
        return Optional.of(": `prefer` of task " + task + " " + problem.get());
      }
    }
    return Optional.empty();
  }

  private static Optional<String> inputs(int tasks, List<ExternalInput> inputs) {
    if (inputs.size() > MAX_INPUTS) {
      var found = " has " + formatCount(inputs.size()) + " inputs";
      return Optional.of(found + "; it may have at most " + formatCount(MAX_INPUTS));
    }
    for (var input : inputs) {
      boolean isOfNone = input.task() < ExternalInput.EVERY_TASK || input.task() >= tasks;
      if (isOfNone || input.bytes() < 0) {
        var what = ": `inputs` has " + input.bytes() + " bytes of task " + input.task();
        return Optional.of(what + "; the stage has " + formatCount(tasks) + " tasks");
      }
      var problem = prefer(input.on());
      if (problem.isPresent()) {
        return Optional.of(": `on` of an input " + problem.get());
      }
    }
    return Optional.empty();
  }

  private static Optional<String> prefer(List<Integer> nodes) {
    if (nodes.size() > MAX_PREFERRED) {
      return Optional.of("names " + nodes.size() + " nodes; it may name at most " + MAX_PREFERRED);
    }
    var seen = new TreeSet<Integer>();
    for (int node : nodes) {
      if (node < 0) {
        return Optional.of("names node number " + node + "; the first is 0");
      }
      if (!seen.add(node)) {
        return Optional.of("names " + NodeName.format(node) + " twice");
      }
    }
    return Optional.empty();
  }
}
