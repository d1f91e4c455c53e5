package dev.muster.model;

import static dev.muster.model.Quantity.formatCount;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * What every job must be, whichever way it came. A job file is held to the same and more, with line
 * numbers; this is the last gate, for jobs that no file was read for.
 */
public final class JobRules {

  public static final int MAX_STAGES = 100_000;

  /** What fails a hundred times fails by its nature; more tries only keep machines from others. */
  public static final int MAX_RETRIES = 100;

  /** How many attributes a node may have, and how many a task may require. */
  public static final int MAX_ATTRIBUTES = 32;

  /** How many values of an attribute may do. */
  public static final int MAX_VALUES = 100;

  /** How many nodes one task may prefer. */
  public static final int MAX_PREFERRED = 100;

  private JobRules() {}

  /** The first thing that is wrong with the job, or nothing. */
  public static Optional<String> problem(JobSpec job) {
    if (job.stages().isEmpty()) {
      return Optional.of("the job has no stages");
    }
    if (job.tokens() < 1) {
      return Optional.of("the job has " + job.tokens() + " tokens; it needs at least 1");
    }
    if (job.stages().size() > MAX_STAGES) {
      var found = "the job has " + formatCount(job.stages().size()) + " stages";
      return Optional.of(found + "; it may have at most " + formatCount(MAX_STAGES));
    }
    var names = new TreeSet<String>();
    for (var stage : job.stages()) {
      var problem = problem(stage);
      if (problem.isPresent()) {
        return problem.map(what -> "stage `" + stage.name() + "` " + what);
      }
      if (!names.add(stage.name())) {
        return Optional.of("two stages are called `" + stage.name() + "`");
      }
      var misplaced = WhereRules.problem(stage);
      if (misplaced.isPresent()) {
        return misplaced.map(what -> "stage `" + stage.name() + "`: " + what);
      }
    }
    return edges(job.stages()).or(() -> kind(job));
  }

  private static Optional<String> kind(JobSpec job) {
    return KindRules.problems(job).stream().findFirst().map(wrong -> text(job, wrong));
  }

  private static String text(JobSpec job, KindRules.Wrong wrong) {
    var what = "`" + wrong.field() + "` " + wrong.message();
    return wrong.stage() == KindRules.JOB
        ? what
        : "stage `" + job.stages().get(wrong.stage()).name() + "`: " + what;
  }

  private static Optional<String> problem(StageSpec stage) {
    var need = stage.resources();
    if (stage.tasks() < 1) {
      return Optional.of("has " + stage.tasks() + " tasks; it needs at least 1");
    }
    if (!stage.items().isEmpty() && stage.items().size() != stage.tasks()) {
      return Optional.of("has " + stage.tasks() + " tasks and " + stage.items().size() + " items");
    }
    if (need.isNegative()) {
      return Optional.of("needs less than nothing: " + need);
    }
    if (!stage.program().function().isEmpty() && !stage.program().command().isEmpty()) {
      return Optional.of("has a command and a function; a task is one of both");
    }
    int retries = stage.limits().retries();
    if (retries < 0 || retries > MAX_RETRIES) {
      return Optional.of("has " + retries + " retries; it may have 0 to " + MAX_RETRIES);
    }
    if (stage.limits().timeoutNs() < 0) {
      return Optional.of("has a `timeout` below zero");
    }
    if (stage.limits().estimateNs() < 0) {
      return Optional.of("has an `estimate` below zero");
    }
    return Optional.empty();
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
}
