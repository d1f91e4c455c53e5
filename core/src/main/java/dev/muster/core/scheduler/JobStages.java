package dev.muster.core.scheduler;

import dev.muster.core.actor.Effects;
import dev.muster.core.actor.flat.IntList;
import dev.muster.model.Edge;
import dev.muster.model.TaskSet;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;

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

  private static final IntList NO_STAGES = new IntList();

  private final Stage[] stages;
  private final boolean shareTokens;

  /** How many incomplete stages each stage needs all tasks of. */
  private final int[] blockers;

  /** Of each stage, those that need all of its tasks, and those that need them one to one. */
  private final List<IntList> allToAll = new ArrayList<>();

  private final List<IntList> oneToOne = new ArrayList<>();

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
    Map<String, Integer> byName = new LinkedHashMap<>();
    for (var stage : stages) {
      byName.put(stage.spec().name(), stage.index);
      allToAll.add(NO_STAGES);
      oneToOne.add(NO_STAGES);
    }
    for (var stage : stages) {
      connect(stage, byName);
    }
  }

  private void connect(Stage stage, Map<String, Integer> byName) {
    int inputs = 0;
    for (var edge : stage.spec().after()) {
      int upstream = upstream(stage, edge, byName);
      switch (edge.kind()) {
        case ALL_TO_ALL -> {
          add(allToAll, upstream, stage.index);
          blockers[stage.index]++;
        }
        case ONE_TO_ONE -> {
          add(oneToOne, upstream, stage.index);
          inputs++;
        }
      }
    }
    if (inputs > 0) {
      stage.tasks.block(inputs);
    }
  }

  private static int upstream(Stage stage, Edge edge, Map<String, Integer> byName) {
    var found = byName.get(edge.stage());
    if (found == null) {
      throw new IllegalArgumentException(
          "stage " + stage.spec().name() + " is after " + edge.stage() + ", which is not there");
    }
    return found;
  }

  private static void add(List<IntList> edges, int from, int to) {
    if (edges.get(from) == NO_STAGES) {
      edges.set(from, new IntList());
    }
    edges.get(from).add(to);
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
    if (stage.isBlocked()
        && blockers(stage) == 0
        && !stage.tasks.isComplete()
        && stage.manager.isOpen()) {
      stage.open();
      open.add(stage.index);
      awaitTurn(stage.index);
    }
  }

  /** How many incomplete stages it needs all tasks of. */
  int blockers(Stage stage) {
    return blockers[stage.index];
  }

  /** A task of the stage has succeeded: those that need it alone may start. */
  void succeeded(Stage stage, int task) {
    var followers = oneToOne.get(stage.index);
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
    var followers = allToAll.get(stage.index);
    for (int i = 0; i < followers.size(); i++) {
      var follower = stages[followers.at(i)];
      blockers[follower.index]--;
      openIfUnblocked(follower);
    }
  }

  /**
   * Whether the stage has ended, so that its size cannot change any more: it is complete, or a task
   * that needs all tasks of the stage was started, by an older epoch at least.
   */
  boolean hasEnded(Stage stage) {
    if (stage.isComplete()) {
      return true;
    }
    var followers = allToAll.get(stage.index);
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
