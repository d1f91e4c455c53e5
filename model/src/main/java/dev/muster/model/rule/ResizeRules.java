package dev.muster.model.rule;

import static dev.muster.model.text.Quantity.formatCount;

import dev.muster.model.ExternalInput;
import dev.muster.model.JobSpec;
import dev.muster.model.StageSpec;
import dev.muster.model.text.Nearest;
import java.util.List;
import java.util.Optional;

/** Which number of tasks a stage of a running job may get. */
public final class ResizeRules {

  private ResizeRules() {}

  /**
   * The first thing that is wrong, or nothing.
   *
   * @param job with the present sizes of its stages
   */
  public static Optional<String> problem(JobSpec job, String name, int tasks) {
    int index = job.indexOf(name);
    if (index < 0) {
      var names = job.stages().stream().map(StageSpec::name).toList();
      var hint = Nearest.hint(name, names).map(near -> "; " + near).orElse("");
      return Optional.of("`stage`: there is no stage " + Nearest.quote(name) + hint);
    }
    var stage = job.stages().get(index);
    return fixed(job, stage).or(() -> size(job, stage, tasks));
  }

  /** What fixes the number of tasks of a stage. */
  private static Optional<String> fixed(JobSpec job, StageSpec stage) {
    if (stage.isGang()) {
      return Optional.of("`gang`: all tasks of `" + stage.name() + "` start together, or none");
    }
    if (!stage.items().isEmpty()) {
      return Optional.of("`items`: `" + stage.name() + "` has a task for each of its items");
    }
    if (stage.where().hasPreferences()) {
      return Optional.of("`prefer`: `" + stage.name() + "` names nodes for each of its tasks");
    }
    if (stage.inputs().stream().anyMatch(input -> input.task() != ExternalInput.EVERY_TASK)) {
      return Optional.of("`inputs`: `" + stage.name() + "` has inputs of single tasks");
    }
    for (var other : job.stages()) {
      for (var edge : other.after()) {
        if (edge.isOneToOne() && List.of(other.name(), edge.stage()).contains(stage.name())) {
          return Optional.of(
              "`after`: each task of `"
                  + other.name()
                  + "` follows the one of `"
                  + edge.stage()
                  + "` that has its index");
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<String> size(JobSpec job, StageSpec stage, int tasks) {
    if (tasks < 1) {
      return Optional.of("`tasks`: must be at least 1, is " + tasks);
    }
    long all = job.tasks() - stage.tasks() + tasks;
    return tasks <= stage.tasks() || all <= JobRules.MAX_TASKS
        ? Optional.empty()
        : Optional.of(
            "`tasks`: the job would have "
                + formatCount(all)
                + " tasks; it may have at most "
                + formatCount(JobRules.MAX_TASKS));
  }
}
