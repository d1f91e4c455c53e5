package dev.muster.core.scheduler.task;

import dev.muster.core.actor.flat.IntList;
import dev.muster.core.scheduler.place.CellNodes;
import dev.muster.core.scheduler.place.EligibleNodes;
import dev.muster.core.scheduler.place.StageTasks;
import dev.muster.core.scheduler.place.View;
import dev.muster.model.Explanation;
import dev.muster.model.Explanation.Candidate;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import dev.muster.model.StageSpec;
import dev.muster.model.Where;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The nodes on which tasks of one stage are not to be tried now: those that are avoided, and for
 * each task those on which it failed, as long as another node will do; and those that have shed it,
 * for a moment.
 */
public final class StageNodes {

  /** How many tasks are passed over that may not be tried on a node which asks for one. */
  static final int MAX_PASSED_OVER = 64;

  private final TaskExclusions exclusions = new TaskExclusions();
  private final IntToLongFunction reportedNs;
  private final CellNodes nodes;
  private final EligibleNodes eligible;
  private final Where where;
  private final TaskTable tasks;

  /** Made for the first of them: few stages have any. */
  private @Nullable ShedTasks shed;

  private Resources need;
  private long version;

  /**
   * @param reportedNs when a node reported its load last, as far as the placer of the stage knows
   */
  public StageNodes(
      CellNodes nodes, StageSpec spec, TaskTable tasks, IntToLongFunction reportedNs) {
    this.reportedNs = reportedNs;
    this.nodes = nodes;
    this.where = spec.where();
    this.need = spec.resources();
    this.tasks = tasks;
    this.eligible = new EligibleNodes(nodes, where.require());
  }

  /** On which nodes tasks have failed. */
  public TaskExclusions exclusions() {
    return exclusions;
  }

  /** Tasks of the stage need so much from now on. */
  public void need(Resources more) {
    need = more;
  }

  /** Whether nodes joined or left since this was last asked. */
  public boolean haveChanged() {
    long before = version;
    version = nodes.view().version();
    return version != before;
  }

  /**
   * The most memory of a node that has whatever else tasks need. Tasks that accept preferred nodes
   * only, each its own, get no more than all of those have.
   */
  public long mostMemory() {
    var view = eligible.view();
    var others = new Resources(need.cpuMillis(), 0, need.named());
    if (where.hasPreferences() && where.isFirm()) {
      return leastPreferred(view, others);
    }
    long most = 0;
    for (int at = 0; at < view.size(); at++) {
      most = view.fits(at, others) ? Math.max(most, view.memoryBytes(at)) : most;
    }
    return most;
  }

  private long leastPreferred(View view, Resources others) {
    long least = Long.MAX_VALUE;
    for (var preferred : where.prefer()) {
      for (int node : preferred) {
        int at = view.find(node);
        least = at >= 0 && view.fits(at, others) ? Math.min(least, view.memoryBytes(at)) : least;
      }
    }
    return least == Long.MAX_VALUE ? 0 : least; // their nodes are away: no reason to grow now
  }

  /** The node has shed a task: it is not tried there again for a moment. */
  public void shed(long nowNs, int task, int node) {
    if (shed == null) {
      shed = new ShedTasks(reportedNs);
    }
    shed.add(nowNs, task, node);
  }

  private boolean hasShed(long nowNs, int task, int node) {
    return shed != null && shed.contains(nowNs, task, node);
  }

  /** Whether every task may be tried everywhere, as is usual. */
  public boolean areAllOpen() {
    return exclusions.isEmpty() && nodes.avoidsNone() && (shed == null || shed.isEmpty());
  }

  /** The nodes on which no task that waits is to be tried. */
  public IntPredicate barred(long nowNs) {
    if (areAllOpen()) {
      return StageTasks.NONE_BARRED;
    }
    boolean barsAvoided = barsAvoided(nowNs);
    var failed = failed();
    boolean haveAllFailed = failed.size() == tasks.waiting();
    return node ->
        (barsAvoided && nodes.isAvoided(nowNs, node))
            || (haveAllFailed && areAllBarred(nowNs, failed, node));
  }

  /** The tasks that wait and have failed on some node; none where others wait too, for certain. */
  private IntList failed() {
    var failed = new IntList();
    if (exclusions.tasks().size() >= tasks.waiting()) {
      for (int task : exclusions.tasks()) {
        if (tasks.isWaiting(task)) {
          failed.add(task);
        }
      }
    }
    return failed;
  }

  private boolean areAllBarred(long nowNs, IntList some, int node) {
    for (int i = 0; i < some.size(); i++) {
      if (!isBarred(nowNs, some.at(i), node)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether nodes that are avoided are barred; tasks that insist on nodes are judged one by one.
   */
  private boolean barsAvoided(long nowNs) {
    boolean insists = where.isFirm() && where.hasPreferences();
    return !insists && hasOther(nowNs, TaskOrder.NONE);
  }

  /** Whether this task is not to be tried on a node. */
  public boolean isBarred(long nowNs, int task, int node) {
    return hasShed(nowNs, task, node) || (isBad(nowNs, task, node) && hasOther(nowNs, task));
  }

  private boolean isBad(long nowNs, int task, int node) {
    return nodes.isAvoided(nowNs, node) || exclusions.contains(nowNs, task, node);
  }

  /** Whether there is a node for the task that is neither avoided nor excluded. */
  private boolean hasOther(long nowNs, int task) {
    var view = eligible.view();
    var preferred = task >= 0 && where.isFirm() ? where.preferredBy(task) : List.<Integer>of();
    if (!preferred.isEmpty()) {
      return preferred.stream().anyMatch(node -> isGood(nowNs, task, view.find(node)));
    }
    for (int at = 0; at < view.size(); at++) {
      if (isGood(nowNs, task, at)) {
        return true;
      }
    }
    return false;
  }

  private boolean isGood(long nowNs, int task, int at) {
    var view = eligible.view();
    return at >= 0 && view.fits(at, need) && !isBad(nowNs, task, view.node(at));
  }

  /** Of the tasks that wait, those that are not to be tried on some node. */
  public IntList restricted(long nowNs) {
    var restricted = new IntList();
    for (int task : exclusions.tasks()) {
      if (tasks.isWaiting(task) && isRestricted(nowNs, task)) {
        restricted.add(task);
      }
    }
    return restricted;
  }

  private boolean isRestricted(long nowNs, int task) {
    return exclusions.of(task).stream().anyMatch(each -> isBarred(nowNs, task, each.node()));
  }

  // The next task.

  /**
   * The next task that may be tried on this node; of those that wait any, where none may. Where
   * tasks prefer nodes the first is meant, for those behind it may not run everywhere.
   */
  public int nextOn(long nowNs, int node) {
    boolean isFirst = areAllOpen() || where.hasPreferences();
    int allowed = isFirst ? TaskOrder.NONE : passOver(nowNs, node, tasks.waiting());
    return allowed == TaskOrder.NONE ? tasks.order().takeNext() : allowed;
  }

  /** The next task that may be tried on this node, which asks for one; or none. */
  public int nextAllowed(long nowNs, int node) {
    if (areAllOpen()) {
      return tasks.order().takeNext();
    }
    if (nodes.isAvoided(nowNs, node) && barsAvoided(nowNs)) {
      return TaskOrder.NONE;
    }
    return passOver(nowNs, node, Math.min(tasks.waiting(), MAX_PASSED_OVER));
  }

  /** The first of so many waiting tasks that may be tried on this node; the others wait on. */
  private int passOver(long nowNs, int node, int most) {
    var passed = new IntList();
    int found = TaskOrder.NONE;
    while (found == TaskOrder.NONE && passed.size() < most) {
      int task = tasks.order().takeNext();
      if (isBarred(nowNs, task, node)) {
        passed.add(task);
      } else {
        found = task;
      }
    }
    while (!passed.isEmpty()) {
      tasks.order().putBack(passed.removeLast());
    }
    return found;
  }

  // Reasons.

  /** The same explanation with the nodes on which the task is not to be tried. */
  public Explanation complete(long nowNs, int task, Explanation why) {
    if (areAllOpen()) {
      return why;
    }
    var barred = barred(nowNs, task);
    List<Candidate> all = new ArrayList<>(barred);
    why.candidates().stream()
        .filter(one -> barred.stream().noneMatch(other -> other.node() == one.node()))
        .forEach(all::add);
    return Explanation.of(why.policy(), why.summary(), all).withOmitted(why.omitted());
  }

  private List<Candidate> barred(long nowNs, int task) {
    List<Candidate> barred = new ArrayList<>();
    var view = eligible.view();
    for (int at = 0; at < view.size() && barred.size() < Explanation.MAX_CANDIDATES; at++) {
      int node = view.node(at);
      if (isBarred(nowNs, task, node)) {
        barred.add(Candidate.ruledOut(node, reason(nowNs, task, node), 0));
      }
    }
    return barred;
  }

  private String reason(long nowNs, int task, int node) {
    if (hasShed(nowNs, task, node)) {
      return "has returned it: opportunistic tasks waited too long there";
    }
    var problem = nodes.problem(nowNs, node);
    if (problem != null) {
      return "is avoided: " + problem;
    }
    var result = resultOn(task, node);
    return "is not tried again: "
        + (result == null ? "" : result.outcome() + " " + TaskExclusions.detail(result)).strip();
  }

  private @Nullable RunResult resultOn(int task, int node) {
    for (var each : exclusions.of(task)) {
      if (each.node() == node) {
        return each.result();
      }
    }
    return null;
  }
}
