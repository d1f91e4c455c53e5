package dev.muster.core.scheduler.job;

import dev.muster.core.actor.Effects;
import dev.muster.core.scheduler.graph.CriticalPath;
import dev.muster.core.scheduler.graph.StageEdges;
import dev.muster.core.scheduler.graph.StageRanks;
import dev.muster.model.TaskId;
import dev.muster.model.TaskSet;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The stages of a job and the edges between them.
 *
 * <p>An edge is all-to-all, and a stage opens when all tasks of the other are done; or one-to-one,
 * and a task starts when its own input is there. However many stages there are, what happens to one
 * touches only those that follow it.
 */
public final class JobStages {

  private final Stage[] stages;
  private final StageEdges edges;
  private @Nullable CriticalPath paths;

  /** How many incomplete stages each stage needs all tasks of. */
  private final int[] blockers;

  private final StageTurns turns;
  private final TreeSet<Integer> adopting = new TreeSet<>();
  private int incomplete;

  /**
   * @param shareTokens whether what one stage starts, another may not
   */
  JobStages(Stage[] stages, boolean shareTokens) {
    this.stages = stages;
    this.blockers = new int[stages.length];
    this.incomplete = stages.length;
    this.edges = new StageEdges(Stream.of(stages).map(Stage::spec).toList());
    this.turns = new StageTurns(stages, new StageRanks(stages.length, this::paths), shareTokens);
    for (var stage : stages) {
      blockers[stage.index()] = edges.allBefore(stage.index()).size();
      int inputs = edges.oneBefore(stage.index()).size();
      if (inputs > 0) {
        stage.tasks().block(inputs);
      }
    }
  }

  StageEdges edges() {
    return edges;
  }

  /** How long it takes from the start of a stage to the end of the job. */
  long priorityNs(int stage) {
    return paths().ns(stage);
  }

  /** Made at the first question: most jobs have no use for it. */
  private CriticalPath paths() {
    if (paths == null) {
      paths = new CriticalPath(stages.length, edges, stage -> stages[stage].runtimes().meanNs());
    }
    return paths;
  }

  /** The estimate of a stage has changed. */
  void estimateChanged(Stage stage) {
    if (paths != null) {
      paths.changed(stage.index());
    }
  }

  /** How many stages there are. */
  int size() {
    return stages.length;
  }

  /** The stage of this name, of those that the other needs; below zero where there is none. */
  public int inputOf(Stage stage, String name) {
    for (var before : edges.before(stage.index())) {
      for (int i = 0; i < before.size(); i++) {
        if (stages[before.at(i)].spec().name().equals(name)) {
          return before.at(i);
        }
      }
    }
    return -1;
  }

  Stage stage(int index) {
    return stages[index];
  }

  String name(int stage) {
    return stages[stage].spec().name();
  }

  /** Whether the task of a stage reads the output of another task. */
  boolean needs(Stage stage, int task, TaskId input) {
    return edges.needAllOf(input.stage()).contains(stage.index())
        || (input.index() == task && edges.needOneOf(input.stage()).contains(stage.index()));
  }

  /** Opens the stages that need nothing, after what is done by the record of the master. */
  void begin(TaskSet done, Effects out) {
    for (var part : done.stages()) {
      var stage = stages[part.stage()];
      var tasks = part.tasks();
      stage.ensureRow(tasks.length() - 1);
      stage.tasks().markDone(tasks);
      tasks.stream().forEach(task -> succeeded(stage, task));
    }
    for (var stage : stages) {
      if (stage.tasks().isComplete()) {
        complete(stage, out);
      } else {
        openIfUnblocked(stage);
      }
    }
  }

  /**
   * A stage with nothing left to do opens only if it gets more tasks, and none once the job ends.
   */
  public void openIfUnblocked(Stage stage) {
    if (blockers(stage) > 0 || stage.tasks().isComplete() || !stage.manager().isOpen()) {
      return;
    }
    if (stage.isBlocked()) {
      stage.open();
      turns.open(stage.index());
    } else if (stage.isStarved()) {
      stage.feed();
      turns.await(stage.index());
    }
  }

  /** How many incomplete stages it needs all tasks of. */
  int blockers(Stage stage) {
    return blockers[stage.index()];
  }

  /** A task of the stage has succeeded: those that need it alone may start. */
  void succeeded(Stage stage, int task) {
    var followers = edges.needOneOf(stage.index());
    for (int i = 0; i < followers.size(); i++) {
      stages[followers.at(i)].tasks().inputCame(task);
      turns.await(followers.at(i));
    }
  }

  /** All tasks of the stage have succeeded: others may open. */
  void complete(Stage stage, Effects out) {
    stage.complete(out);
    turns.close(stage.index());
    incomplete--;
    var followers = edges.needAllOf(stage.index());
    for (int i = 0; i < followers.size(); i++) {
      var follower = stages[followers.at(i)];
      blockers[follower.index()]--;
      openIfUnblocked(follower);
    }
  }

  /**
   * The output of a task that has succeeded is lost: the task waits again, and so does whatever
   * needs the task and has not begun.
   *
   * @return whether the task is given up instead
   */
  boolean reopen(Stage stage, int task) {
    boolean givenUp = stage.tasks().reopen(task);
    var single = edges.needOneOf(stage.index());
    for (int i = 0; i < single.size(); i++) {
      stages[single.at(i)].tasks().inputLost(task);
    }
    if (stage.isComplete()) {
      stage.reopen();
      turns.open(stage.index());
      incomplete++;
      var followers = edges.needAllOf(stage.index());
      for (int i = 0; i < followers.size(); i++) {
        blockers[followers.at(i)]++;
        stages[followers.at(i)].starve();
      }
      if (blockers(stage) > 0) {
        stage.starve();
      }
    }
    turns.await(stage.index());
    return givenUp;
  }

  /**
   * Whether the stage has ended, so that its size cannot change any more: it is complete, or a task
   * that needs all tasks of the stage was started, by an older epoch at least.
   */
  public boolean hasEnded(Stage stage) {
    if (stage.isComplete()) {
      return true;
    }
    var followers = edges.needAllOf(stage.index());
    for (int i = 0; i < followers.size(); i++) {
      var tasks = stages[followers.at(i)].tasks();
      if (tasks.started() > 0 || tasks.succeeded() > 0) { // a result may come without its attempt
        return true;
      }
    }
    return false;
  }

  boolean isComplete() {
    return incomplete == 0;
  }

  /** How many tasks have succeeded, as a part of all. */
  double progress() {
    long done = 0;
    long all = 0;
    for (var stage : stages) {
      done += stage.tasks().succeeded();
      all += stage.tasks().size();
    }
    return all == 0 ? 1 : (double) done / all;
  }

  /** After what happened to this stage: has as much placed as the job wants now. */
  public void adjust(long nowNs, Stage stage, Effects out) {
    turns.adjust(nowNs, stage, out);
  }

  /** The same for all open stages in turn, as many as one event may look at. */
  public void adjustOpen(long nowNs, Effects out) {
    turns.adjustOpen(nowNs, out);
  }

  /** Those that are open, in the order of their ranks. */
  List<Stage> open() {
    List<Stage> all = new ArrayList<>();
    turns.eachOpen(index -> all.add(stages[index]));
    return all;
  }

  /** All that may have attempts or reservations: those that are open, or blocked and taken over. */
  public void eachActive(Consumer<Stage> action) {
    turns.eachOpen(index -> action.accept(stages[index]));
    for (int index : adopting) {
      if (!turns.isOpen(index)) {
        action.accept(stages[index]);
      }
    }
  }

  /** The stage has an attempt of an older epoch, though it may be blocked by what is on record. */
  public void noteAdopted(Stage stage) {
    adopting.add(stage.index());
  }
}
