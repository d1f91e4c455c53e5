package dev.muster.core.scheduler.job;

import dev.muster.core.actor.Effects;
import dev.muster.core.event.Notice.TaskExplained;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.scheduler.graph.JobOutputs;
import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.AttemptState;
import dev.muster.core.scheduler.place.ReasonLog;
import dev.muster.core.scheduler.task.TaskState;
import dev.muster.model.Explanation;
import dev.muster.model.text.NodeName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why the tasks of one job are where they are: kept from the first question on, and published from
 * the first placement on where the job is to be explained.
 */
public final class JobReasons {

  private final AssignJob assigned;
  private final JobStages stages;
  private final JobOutputs outputs;
  private final TaskWaits waits;
  private @Nullable ReasonLog kept;

  JobReasons(AssignJob assigned, JobStages stages, JobOutputs outputs, TaskWaits waits) {
    this.assigned = assigned;
    this.stages = stages;
    this.outputs = outputs;
    this.waits = waits;
    this.kept = assigned.spec().explained() ? new ReasonLog() : null;
  }

  boolean areKept() {
    return kept != null;
  }

  void put(int stage, int task, Explanation why, Effects out) {
    if (kept != null) {
      kept.put(stage, task, why);
    }
    if (assigned.spec().explained()) {
      out.publish(new TaskExplained(assigned.job(), stage, task, why));
    }
  }

  /** Why a task is where it is, or still waits; from now on placements leave their reasons. */
  public Explanation explain(long nowNs, Stage stage, int task) {
    if (kept == null) {
      kept = new ReasonLog();
    }
    var why = reasons(nowNs, kept, stage, task).withPolicyReason(stage.policy().reason());
    return switch (stage.tasks().state(task)) {
      case BLOCKED, WAITING -> why.withWaiting(waits.of(stage, task, why));
      case RUNNING, SUCCEEDED, FAILED, WITHDRAWN -> why;
    };
  }

  private Explanation reasons(long nowNs, ReasonLog kept, Stage stage, int task) {
    var lost = lostInput(stage, task);
    if (!lost.isEmpty()) {
      return Explanation.of(stage.policy().name(), lost, List.of());
    }
    if (stage.isRestarting() && stage.tasks().isWaiting(task)) {
      var others =
          stage.tasks().running() == 1 ? "1 other has" : stage.tasks().running() + " others have";
      var summary = "starts again with its gang, once " + others + " ended";
      return Explanation.of(stage.policy().name(), summary, List.of());
    }
    if (stage.isOpen() && stage.tasks().isWaiting(task)) {
      var why = stage.nodes().complete(nowNs, task, stage.stagePlacer().explain(nowNs, task));
      var memory = stage.needs().memoryReason(task);
      return memory.isEmpty() ? why : why.withSummary(why.summary() + "; " + memory);
    }
    var reasons = stage.tasks().isWithdrawn(task) ? null : kept.find(stage.index(), task);
    return reasons == null
        ? Explanation.of(stage.policy().name(), summary(stage, task), List.of())
        : reasons;
  }

  /** Of a task that has not begun: which lost input is made again; empty where there is none. */
  private String lostInput(Stage stage, int task) {
    var state = stage.tasks().state(task);
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
    return switch (stage.tasks().state(task)) {
      case BLOCKED, WAITING -> {
        var inputs = waits.inputs(stage, task);
        yield inputs.isEmpty() ? "its job is ending" : "waits for " + inputs;
      }
      case RUNNING -> summary(stage.attempts().newest(task));
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
        ? "its claim on " + NodeName.format(attempt.node()) + " is being decided"
        : "runs on " + NodeName.format(attempt.node());
  }
}
