package dev.muster.core.master.state;

import dev.muster.core.event.MasterEntry.JobOpened;
import dev.muster.core.event.MasterEntry.StageResizeRejected;
import dev.muster.core.event.MasterEntry.StageResized;
import dev.muster.core.event.MasterEntry.SuspensionChanged;
import dev.muster.core.event.MasterEntry.TasksCompleted;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.OutputPlaces;
import dev.muster.model.OutputPlaces.StagePlaces;
import dev.muster.model.StageSpec;
import dev.muster.model.TaskBits;
import dev.muster.model.TaskSet;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One accepted job, as the log has it. */
public final class JobRecord {

  /** The tasks of one open job that have succeeded, and where their outputs are. */
  public static final class CompletedTasks {
    private TaskBits tasks = new TaskBits();
    private OutputPlaces outputs = new OutputPlaces();
    private long batch;

    /** An entry that is not the next changes nothing: the task may have been reopened since. */
    private void add(TasksCompleted completed) {
      if (completed.batch() <= batch) {
        return;
      }
      batch = completed.batch();
      completed.reopened().forEach(tasks::remove);
      completed.reopened().forEach(outputs::remove);
      completed.tasks().forEach(tasks::add);
      completed.outputs().forEach(outputs::put);
    }

    public List<StagePlaces> outputs() {
      return outputs.all();
    }

    /** The latest batch that is applied. */
    public long batch() {
      return batch;
    }

    public TaskSet all() {
      return tasks.all();
    }
  }

  /**
   * The answer to a resize.
   *
   * @param stage the name that the client gave
   * @param why the resize is rejected; empty where it is accepted
   */
  public record ResizeAnswer(int revision, String stage, int tasks, String why) {

    /** Before any resize. */
    static final ResizeAnswer NONE = new ResizeAnswer(0, "", 0, "");

    public boolean isAccepted() {
      return why.isEmpty();
    }
  }

  /**
   * Whether the job starts nothing new.
   *
   * @param revision of the latest change; 0 before any
   */
  public record Suspension(int revision, boolean on) {

    static final Suspension NEVER = new Suspension(0, false);
  }

  private final JobOpened accepted;
  private CompletedTasks completed = new CompletedTasks();
  private JobSpec spec;
  private ResizeAnswer resize = ResizeAnswer.NONE;
  private Suspension suspension = Suspension.NEVER;
  private boolean admitted;
  private int tokens;
  private @Nullable JobReport report;

  JobRecord(JobOpened accepted) {
    this.accepted = accepted;
    this.spec = accepted.spec();
    if (accepted.admitted()) {
      admit(accepted.tokens());
    }
  }

  void apply(TasksCompleted batch) {
    completed.add(batch);
  }

  /** How many tasks the job thereby has more; an entry that is not the next changes nothing. */
  long apply(StageResized resized) {
    if (resized.revision() <= resize.revision()) {
      return 0;
    }
    long before = spec.tasks();
    List<StageSpec> stages = new ArrayList<>(spec.stages());
    var stage = stages.get(resized.stage());
    stages.set(resized.stage(), stage.withTasks(resized.tasks()));
    spec = spec.withStages(stages);
    resize = new ResizeAnswer(resized.revision(), stage.name(), resized.tasks(), "");
    return spec.tasks() - before;
  }

  void apply(StageResizeRejected entry) {
    if (entry.revision() > resize.revision()) {
      resize = new ResizeAnswer(entry.revision(), entry.stage(), entry.tasks(), entry.why());
    }
  }

  /** The job runs with the tokens that it takes, whether it asked for so many or for any. */
  void admit(int taken) {
    admitted = true;
    tokens = taken;
    if (taken > 0) {
      spec = spec.withTokens(taken);
    }
  }

  /** A change that is not the next changes nothing. */
  void apply(SuspensionChanged changed) {
    if (changed.revision() > suspension.revision()) {
      suspension = new Suspension(changed.revision(), changed.on());
    }
  }

  /** Which tasks were completed matters no more. */
  void end(JobReport how) {
    report = how;
    completed = new CompletedTasks();
  }

  public long job() {
    return accepted.job();
  }

  public JobOpened accepted() {
    return accepted;
  }

  /** The job as it was accepted, with its stages as large as they are now, or were at its end. */
  public JobSpec spec() {
    return spec;
  }

  /** The answer to the latest resize. */
  public ResizeAnswer resize() {
    return resize;
  }

  /** Its tasks that have succeeded; kept while the job is open. */
  public CompletedTasks completed() {
    return completed;
  }

  /** Whether a scheduler may have the job. */
  public boolean isAdmitted() {
    return admitted;
  }

  /** How many tokens of its queue the job takes. */
  public int tokens() {
    return tokens;
  }

  public Suspension suspension() {
    return suspension;
  }

  public boolean isOpen() {
    return report == null;
  }

  /** How the job ended; null while the job is open. */
  public @Nullable JobReport report() {
    return report;
  }

  JobSnapshot save() {
    return new JobSnapshot(
        accepted,
        admitted,
        tokens,
        suspension,
        completed.batch,
        completed.all(),
        completed.outputs(),
        spec,
        resize,
        report);
  }

  static JobRecord restore(JobSnapshot saved) {
    var record = new JobRecord(saved.accepted());
    record.admitted = saved.admitted();
    record.tokens = saved.tokens();
    record.suspension = saved.suspension();
    record.completed.batch = saved.batch();
    record.completed.tasks = TaskBits.of(saved.completed());
    record.completed.outputs = OutputPlaces.of(saved.outputs());
    record.spec = saved.spec();
    record.resize = saved.resize();
    record.report = saved.report();
    return record;
  }
}
