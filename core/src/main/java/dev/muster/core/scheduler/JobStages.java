package dev.muster.core.scheduler;

import dev.muster.core.actor.Effects;
import dev.muster.model.TaskId;
import dev.muster.model.TaskSet;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The stages of a job and the edges between them.
 *
 * <p>An edge is all-to-all, and a stage opens when all tasks of the other are done; or one-to-one,
 * and a task starts when its own input is there. However many stages there are, what happens to one
 * touches only those that follow it.
 */
final class JobStages {

  /** How many open stages one beat adjusts; the others have their turn at the next ones. */
  static final int MAX_STAGES_PER_BEAT = 1_000;

  /** How many stages one event adjusts besides its own. */
  private static final int MAX_STAGES_PER_EVENT = 64;

  private final Stage[] stages;
  private final boolean shareTokens;
  private final StageEdges edges;
  private @Nullable CriticalPath paths;

  /** How many incomplete stages each stage needs all tasks of. */
  private final int[] blockers;

  private final TreeSet<Integer> open = new TreeSet<>();
  private final TreeSet<Integer> adopting = new TreeSet<>();

  /** Those that could have more placed, in the order of their turns. */
  private final ArrayDeque<Integer> lacking = new ArrayDeque<>();

  private final BitSet isLacking = new BitSet();

  private int incomplete;
  private int nextAdjusted;

  /**
   * @param shareTokens whether what one stage starts, another may not
   */
  JobStages(Stage[] stages, boolean shareTokens) {
    this.stages = stages;
    this.shareTokens = shareTokens;
    this.blockers = new int[stages.length];
    this.incomplete = stages.length;
    this.edges = new StageEdges(stages);
    for (var stage : stages) {
      blockers[stage.index] = edges.allBefore(stage.index).size();
      int inputs = edges.oneBefore(stage.index).size();
      if (inputs > 0) {
        stage.tasks.block(inputs);
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
      paths = new CriticalPath(stages, edges);
    }
    return paths;
  }

  /** The estimate of a stage has changed. */
  void estimateChanged(Stage stage) {
    if (paths != null) {
      paths.changed(stage.index);
    }
  }

  /** How many stages there are. */
  int size() {
    return stages.length;
  }

  /** The stage of this name, of those that the other needs; below zero where there is none. */
  int inputOf(Stage stage, String name) {
    for (var before : edges.before(stage.index)) {
      for (int i = 0; i < before.size(); i++) {
        if (stages[before.at(i)].spec().name().equals(name)) {
          return before.at(i);
        }
      }
    }
    return -1;
  }

  String name(int stage) {
    return stages[stage].spec().name();
  }

  /** Whether the task of a stage reads the output of another task. */
  boolean needs(Stage stage, int task, TaskId input) {
    return edges.needAllOf(input.stage()).contains(stage.index)
        || (input.index() == task && edges.needOneOf(input.stage()).contains(stage.index));
  }

  /** Opens the stages that need nothing, after what is done by the record of the master. */
  void begin(TaskSet done, Effects out) {
    for (var part : done.stages()) {
      var stage = stages[part.stage()];
      var tasks = part.tasks();
      stage.ensureRow(tasks.length() - 1);
      stage.tasks.markDone(tasks);
      tasks.stream().forEach(task -> succeeded(stage, task));
    }
    for (var stage : stages) {
      if (stage.tasks.isComplete()) {
        complete(stage, out);
      } else {
        openIfUnblocked(stage);
      }
    }
  }

  /**
   * A stage with nothing left to do opens only if it gets more tasks, and none once the job ends.
   */
  void openIfUnblocked(Stage stage) {
    if (blockers(stage) > 0 || stage.tasks.isComplete() || !stage.manager.isOpen()) {
      return;
    }
    if (stage.isBlocked()) {
      stage.open();
      open.add(stage.index);
      awaitTurn(stage.index);
    } else if (stage.isStarved()) {
      stage.feed();
      awaitTurn(stage.index);
    }
  }

  /** How many incomplete stages it needs all tasks of. */
  int blockers(Stage stage) {
    return blockers[stage.index];
  }

  /** A task of the stage has succeeded: those that need it alone may start. */
  void succeeded(Stage stage, int task) {
    var followers = edges.needOneOf(stage.index);
    for (int i = 0; i < followers.size(); i++) {
      stages[followers.at(i)].tasks.inputCame(task);
      awaitTurn(followers.at(i));
    }
  }

  /** All tasks of the stage have succeeded: others may open. */
  void complete(Stage stage, Effects out) {
    stage.complete(out);
    open.remove(stage.index);
    incomplete--;
    var followers = edges.needAllOf(stage.index);
    for (int i = 0; i < followers.size(); i++) {
      var follower = stages[followers.at(i)];
      blockers[follower.index]--;
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
    boolean givenUp = stage.tasks.reopen(task);
    var single = edges.needOneOf(stage.index);
    for (int i = 0; i < single.size(); i++) {
      stages[single.at(i)].tasks.inputLost(task);
    }
    if (stage.isComplete()) {
      stage.reopen();
      open.add(stage.index);
      incomplete++;
      var followers = edges.needAllOf(stage.index);
      for (int i = 0; i < followers.size(); i++) {
        blockers[followers.at(i)]++;
        stages[followers.at(i)].starve();
      }
      if (blockers(stage) > 0) {
        stage.starve();
      }
    }
    awaitTurn(stage.index);
    return givenUp;
  }

  /**
   * Whether the stage has ended, so that its size cannot change any more: it is complete, or a task
   * that needs all tasks of the stage was started, by an older epoch at least.
   */
  boolean hasEnded(Stage stage) {
    if (stage.isComplete()) {
      return true;
    }
    var followers = edges.needAllOf(stage.index);
    for (int i = 0; i < followers.size(); i++) {
      var tasks = stages[followers.at(i)].tasks;
      if (tasks.started() > 0 || tasks.succeeded() > 0) { // a result may come without its attempt
        return true;
      }
    }
    return false;
  }

  boolean isComplete() {
    return incomplete == 0;
  }

  /** After what happened to this stage: has as much placed as the job wants now. */
  void adjust(long nowNs, Stage stage, Effects out) {
    if (shareTokens && open.size() <= MAX_STAGES_PER_EVENT) {
      adjustOpen(nowNs, out);
      return;
    }
    if (!stage.adjust(nowNs, out)) {
      awaitTurn(stage.index);
    }
    adjustLacking(nowNs, out);
  }

  private void awaitTurn(int index) {
    if (!isLacking.get(index)) {
      isLacking.set(index);
      lacking.add(index);
    }
  }

  /**
   * Those that lack something for longest go first; one that still lacks something goes behind the
   * others.
   */
  private void adjustLacking(long nowNs, Effects out) {
    for (int left = Math.min(MAX_STAGES_PER_EVENT, lacking.size()); left > 0; left--) {
      int index = lacking.remove();
      isLacking.clear(index);
      if (!stages[index].adjust(nowNs, out)) {
        awaitTurn(index);
      }
    }
  }

  /** The same for all open stages in turn, as many as one event may look at. */
  void adjustOpen(long nowNs, Effects out) {
    int count = Math.min(MAX_STAGES_PER_BEAT, open.size());
    for (int i = 0; i < count && !open.isEmpty(); i++) {
      var next = open.ceiling(nextAdjusted);
      int index = next == null ? open.first() : next;
      nextAdjusted = index + 1;
      if (!stages[index].adjust(nowNs, out) && open.size() > MAX_STAGES_PER_EVENT) {
        awaitTurn(index);
      }
    }
    nextAdjusted = open.size() <= MAX_STAGES_PER_BEAT ? 0 : nextAdjusted;
    adjustLacking(nowNs, out);
  }

  /** All that may have attempts or reservations: those that are open, or blocked and taken over. */
  void eachActive(Consumer<Stage> action) {
    for (int index : List.copyOf(open)) {
      action.accept(stages[index]);
    }
    for (int index : adopting) {
      if (!open.contains(index)) {
        action.accept(stages[index]);
      }
    }
  }

  /** The stage has an attempt of an older epoch, though it may be blocked by what is on record. */
  void noteAdopted(Stage stage) {
    adopting.add(stage.index);
  }
}
