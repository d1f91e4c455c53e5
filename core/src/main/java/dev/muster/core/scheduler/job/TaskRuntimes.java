package dev.muster.core.scheduler.job;

import dev.muster.core.scheduler.estimate.StageEstimates;
import dev.muster.core.scheduler.graph.StageInputs;
import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.TaskInputs;
import dev.muster.model.Tier;
import dev.muster.model.Usage;
import org.jspecify.annotations.Nullable;

/** How long the tasks of one stage run, and what they read that makes them run so long. */
final class TaskRuntimes {

  private final Stage stage;
  private final StageEstimates estimates;

  /** Made at the first question: most stages have no use for it. */
  private @Nullable StageInputs inputs;

  TaskRuntimes(Stage stage) {
    var spec = stage.spec();
    this.stage = stage;
    this.estimates = new StageEstimates(spec.limits().estimateNs(), spec.resources().cpuMillis());
  }

  StageEstimates estimates() {
    return estimates;
  }

  // What they read.

  /** What a task reads and where that lies, as far as is known. */
  TaskInputs inputs(int task) {
    return inputs().of(task);
  }

  private StageInputs inputs() {
    if (inputs == null) {
      var job = stage.manager();
      inputs = new StageInputs(stage.index(), stage.spec(), job.graph().edges(), job.outputs());
    }
    return inputs;
  }

  /** Some of what they read is elsewhere now. */
  void forgetInputs() {
    inputs = null;
  }

  /** Has tasks that read more than others go first, as far as that is known. */
  void orderBySize() {
    var tasks = stage.tasks();
    if (!stage.manager().graph().edges().oneBefore(stage.index()).isEmpty()) {
      tasks.order().orderBy(this::ownInputBytes);
    } else if (!stage.spec().inputs().isEmpty() && inputs().differ()) {
      tasks.order().orderAllBy(tasks.size(), this::ownInputBytes);
    }
  }

  private long ownInputBytes(int task) {
    return knowsInputs() ? inputs().ownBytes(task) : 0;
  }

  private long inputBytes(int task) {
    return knowsInputs() ? inputs().bytes(task) : 0;
  }

  private boolean knowsInputs() {
    return stage.manager().outputs().haveSizes() || !stage.spec().inputs().isEmpty();
  }

  // How long they run.

  /** How long a task takes on average; 0 where nothing is known. */
  long meanNs() {
    return estimates.ns();
  }

  /** How long a task takes without reading its inputs; 0 where nothing is known. */
  long computeNs(int task) {
    return estimates.computeNs(inputBytes(task));
  }

  /**
   * An attempt has succeeded; whether anything is learned of that. When one began that was queued
   * at its node is known only if the node said so.
   */
  boolean learn(long nowNs, Attempt attempt, Usage used) {
    var placer = stage.placer();
    boolean isReported = attempt.startedNs() != Attempt.NOT_STARTED;
    boolean beganOnArrival = !placer.estimates() && attempt.tier() == Tier.GUARANTEED;
    boolean learns = placer.learns() && (isReported || beganOnArrival);
    if (learns) {
      long beganNs = isReported ? attempt.startedNs() : attempt.placedNs();
      estimates.note(nowNs - beganNs, inputBytes(attempt.task()), used);
      stage.manager().graph().estimateChanged(stage);
    }
    return learns;
  }

  /** An attempt runs and has not ended. */
  void learnRunning(long nowNs, Attempt attempt) {
    if (stage.placer().learns()) {
      estimates.noteRunning(attempt.task(), nowNs - attempt.startedNs());
      stage.manager().graph().estimateChanged(stage);
    }
  }
}
