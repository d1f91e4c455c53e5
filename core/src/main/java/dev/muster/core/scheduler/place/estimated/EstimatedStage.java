package dev.muster.core.scheduler.place.estimated;

import dev.muster.core.actor.Effects;
import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.CellNodes;
import dev.muster.core.scheduler.place.EligibleNodes;
import dev.muster.core.scheduler.place.StagePlacer;
import dev.muster.core.scheduler.place.StageTasks;
import dev.muster.core.scheduler.place.View;
import dev.muster.model.Explanation;
import dev.muster.model.Resources;
import java.util.Arrays;
import java.util.TreeMap;

/** One stage whose tasks go where they are expected to be done first. */
final class EstimatedStage implements StagePlacer {

  private static final long NEVER = -1;

  final StageTasks tasks;
  final EstimatedJob job;
  final StageFiles files;

  /** The opportunistic attempts under way, by number. */
  final TreeMap<Long, Attempt> opportunistic = new TreeMap<>();

  private final EstimatedPlacer placer;
  private final CellNodes nodes;
  private final EligibleNodes eligible;
  private final boolean requiresNothing;
  private final long number;

  /** Its place in the order of the job, by a priority that may be a little old. */
  private long rankNs;

  /** How many of its waiting tasks a round has in hand. */
  private int inHand;

  /** Since when no node was good enough for its tasks; {@link #NEVER} where the last one was. */
  private long postponedNs = NEVER;

  /** How long attempts have waited at their nodes. */
  private long waitedNs;

  private int waits;
  private final TreeMap<Integer, Integer> twins = new TreeMap<>();
  private int copies;

  /** Since when each task has been looked at, where tasks prefer nodes. */
  private long[] soughtNs = {};

  /**
   * @param number orders stages by when they were opened
   */
  EstimatedStage(
      long number, StageTasks tasks, EstimatedJob job, EstimatedPlacer placer, CellNodes nodes) {
    this.number = number;
    this.tasks = tasks;
    this.job = job;
    this.placer = placer;
    this.nodes = nodes;
    this.files = new StageFiles(tasks.spec().files());
    this.eligible = new EligibleNodes(nodes, tasks.spec().where().require());
    this.requiresNothing = tasks.spec().where().require().isNothing();
    this.rankNs = tasks.priorityNs();
  }

  @Override
  public boolean adjust(long nowNs, Effects out) {
    placer.adjust(nowNs, this, out);
    return true;
  }

  @Override
  public void close(Effects out) {
    placer.closed(this);
  }

  @Override
  public Explanation explain(long nowNs, int task) {
    return placer.explain(nowNs, this, task);
  }

  // The order of the job.

  long number() {
    return number;
  }

  long rankNs() {
    return rankNs;
  }

  /** Only the job changes this, which keeps stages in the order of their ranks. */
  void rank(long priorityNs) {
    rankNs = priorityNs;
  }

  // Tasks.

  @Override
  public void waits(int task) {
    job.wants(this);
  }

  @Override
  public void leaves(int task) {
    if (task < soughtNs.length) {
      soughtNs[task] = NEVER;
    }
  }

  /** How many wait that no round has in hand. */
  int waiting() {
    return tasks.waiting() - inHand;
  }

  int take() {
    inHand++;
    return tasks.nextWaiting();
  }

  void putBack(int task) {
    inHand--;
    tasks.putBack(task);
  }

  /** A task that was in hand is started. */
  void started() {
    inHand--;
    postponedNs = NEVER;
  }

  /** No node was good enough for a task of the stage. */
  void postponed(long nowNs) {
    if (postponedNs == NEVER) {
      postponedNs = nowNs;
    }
  }

  /** For how long no node has been good enough: they cannot be that choosy for ever. */
  long postponedForNs(long nowNs) {
    return postponedNs == NEVER ? 0 : nowNs - postponedNs;
  }

  // Waits.

  /** An attempt has started after so long. */
  void waited(long ns) {
    waitedNs += ns;
    waits++;
  }

  int waits() {
    return waits;
  }

  long meanWaitNs() {
    return waits == 0 ? 0 : waitedNs / waits;
  }

  // Twins.

  /** How many a task has had; most have none. */
  int twinsOf(int task) {
    return twins.getOrDefault(task, 0);
  }

  void paired(int task, CorrectionReason reason) {
    twins.merge(task, 1, Integer::sum);
    copies += reason == CorrectionReason.STRAGGLER ? 1 : 0;
  }

  void parted(CorrectionReason reason) {
    copies -= reason == CorrectionReason.STRAGGLER ? 1 : 0;
  }

  /** How many stragglers have a copy now. */
  int copies() {
    return copies;
  }

  // Nodes.

  View eligible() {
    return eligible.view();
  }

  /**
   * Whether a task of this size may go to a node.
   *
   * @param at the place of the node in the view of the cell
   */
  boolean mayUse(long nowNs, int task, int node, int at, Resources need) {
    return !nodes.isAvoided(node)
        && nodes.view().fits(at, need)
        && (requiresNothing || eligible.view().find(node) >= 0)
        && !(tasks.mayBeBarred() && tasks.isBarred(nowNs, task, node));
  }

  /** Whether a task that prefers nodes accepts no other yet. */
  boolean insists(long nowNs, int task) {
    var where = tasks.spec().where();
    if (where.isFirm()) {
      return true;
    }
    if (task >= soughtNs.length) {
      int before = soughtNs.length;
      soughtNs = Arrays.copyOf(soughtNs, Math.max(task + 1, where.prefer().size()));
      Arrays.fill(soughtNs, before, soughtNs.length, NEVER);
    }
    if (soughtNs[task] == NEVER) {
      soughtNs[task] = nowNs;
    }
    return nowNs - soughtNs[task] < where.patienceNs();
  }
}
