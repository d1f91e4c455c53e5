package dev.muster.core.scheduler;

import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.AttemptState;
import dev.muster.core.scheduler.place.ReasonLog;
import dev.muster.model.Explanation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Why the tasks of one job are where they are: kept from the first question on. */
final class JobReasons {

  private final JobStages stages;
  private final JobOutputs outputs;
  private @Nullable ReasonLog kept;

  JobReasons(JobStages stages, JobOutputs outputs) {
    this.stages = stages;
    this.outputs = outputs;
  }

  boolean areKept() {
    return kept != null;
  }

  void put(int stage, int task, Explanation why) {
    if (kept != null) {
      kept.put(stage, task, why);
    }
  }

  /** Why a task is where it is, or still waits; from now on placements leave their reasons. */
  Explanation explain(long nowNs, Stage stage, int task) {
    if (kept == null) {
      kept = new ReasonLog();
    }
    var lost = lostInput(stage, task);
    if (!lost.isEmpty()) {
      return Explanation.of(stage.policy(), lost, List.of());
    }
    if (stage.isRestarting() && stage.isWaiting(task)) {
      var others = stage.running() == 1 ? "1 other has" : stage.running() + " others have";
      var summary = "starts again with its gang, once " + others + " ended";
      return Explanation.of(stage.policy(), summary, List.of());
    }
    if (stage.isOpen() && stage.isWaiting(task)) {
      var why = stage.nodes.complete(nowNs, task, stage.stagePlacer().explain(nowNs, task));
      var memory = stage.memoryReason(task);
      return memory.isEmpty()
          ? why
          : new Explanation(
              why.policy(), why.summary() + "; " + memory, why.candidates(), why.omitted());
    }
    var reasons = stage.tasks.isWithdrawn(task) ? null : kept.find(stage.index, task);
    return reasons == null
        ? Explanation.of(stage.policy(), summary(stage, task), List.of())
        : reasons;
  }

  /** Of a task that has not begun: which lost input is made again; empty where there is none. */
  private String lostInput(Stage stage, int task) {
    var state = stage.tasks.state(task);
    if (state == TaskState.WAITING || state == TaskState.BLOCKED) {
      for (var input : outputs.madeAgain()) {
        if (stages.needs(stage, task, input)) {
          var name = stages.name(input.stage()) + "[" + input.index() + "]";
          return "the output of " + name + " " + outputs.lostWith(input) + " and is made again";
        }
      }
    }
    return "";
  }

  private String summary(Stage stage, int task) {
    return switch (stage.tasks.state(task)) {
      case BLOCKED -> "waits for its own inputs";
      case WAITING ->
          stages.blockers(stage) > 0
              ? "waits for " + stages.blockers(stage) + " other stages"
              : "its job is ending";
      case RUNNING -> summary(stage.attempts.newest(task));
      case SUCCEEDED -> "has succeeded";
      case FAILED -> "was given up";
      case WITHDRAWN -> "is beyond the size of its stage";
    };
  }

  private static String summary(@Nullable Attempt attempt) {
    if (attempt == null) {
      return "is being ended";
    }
    return attempt.state() == AttemptState.CLAIMING
        ? "its claim on node " + attempt.node() + " is being decided"
        : "runs on node " + attempt.node();
  }
}
