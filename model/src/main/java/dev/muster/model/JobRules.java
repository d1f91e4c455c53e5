package dev.muster.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What every job must be, whichever way it came. A job file is held to the same and more, with line
 * numbers; this is the last gate, for jobs that no file was read for.
 */
public final class JobRules {

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
    Map<String, StageSpec> byName = new LinkedHashMap<>();
    for (var stage : job.stages()) {
      var problem = problem(stage);
      if (problem.isPresent()) {
        return problem.map(what -> "stage `" + stage.name() + "` " + what);
      }
      if (byName.put(stage.name(), stage) != null) {
        return Optional.of("two stages are called `" + stage.name() + "`");
      }
      var misplaced = WhereRules.problem(stage);
      if (misplaced.isPresent()) {
        return misplaced.map(what -> "stage `" + stage.name() + "`: " + what);
      }
    }
    return order(byName).or(() -> kind(job));
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
    if (!stage.function().isEmpty() && !stage.command().isEmpty()) {
      return Optional.of("has a command and a function; a task is one of both");
    }
    if (stage.retries() < 0 || stage.retries() > MAX_RETRIES) {
      return Optional.of("has " + stage.retries() + " retries; it may have 0 to " + MAX_RETRIES);
    }
    if (stage.timeoutNs() < 0) {
      return Optional.of("has a `timeout` below zero");
    }
    if (stage.estimateNs() < 0) {
      return Optional.of("has an `estimate` below zero");
    }
    return Optional.empty();
  }

  /**
   * Lets stages through whose predecessors are through; what never gets through waits in a ring.
   */
  private static Optional<String> order(Map<String, StageSpec> stages) {
    for (var stage : stages.values()) {
      var after = new TreeSet<>(stage.after());
      if (after.size() != stage.after().size()) {
        return Optional.of("stage `" + stage.name() + "` names another one twice in `after`");
      }
      if (!stages.keySet().containsAll(after)) {
        after.removeAll(stages.keySet());
        return Optional.of(
            "stage `" + stage.name() + "` waits for `" + after.first() + "`, which is not there");
      }
    }
    var through = new TreeSet<String>();
    List<StageSpec> waiting = new ArrayList<>(stages.values());
    while (waiting.removeIf(
        stage -> through.containsAll(stage.after()) && through.add(stage.name()))) {}
    return waiting.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "stages wait for each other in a ring: "
                + waiting.stream().map(StageSpec::name).collect(Collectors.joining(", ")));
  }
}
