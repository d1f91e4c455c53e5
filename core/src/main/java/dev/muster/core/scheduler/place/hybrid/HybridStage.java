package dev.muster.core.scheduler.place.hybrid;

import dev.muster.core.actor.Effects;
import dev.muster.core.cell.Container;
import dev.muster.core.cell.ContainerRequest;
import dev.muster.core.cell.NodePreference;
import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.CellNodes;
import dev.muster.core.scheduler.place.EligibleNodes;
import dev.muster.core.scheduler.place.StagePlacer;
import dev.muster.core.scheduler.place.StageTasks;
import dev.muster.core.scheduler.place.View;
import dev.muster.core.scheduler.place.hybrid.Withdrawals.RequestingStage;
import dev.muster.model.Explanation;
import dev.muster.model.StageReport.Placed;
import dev.muster.model.Tier;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One stage whose tasks get containers, or are opportunistic. Takes so many waiting tasks in hand
 * and draws the tier of each; the others wait in the order of the stage.
 */
final class HybridStage implements StagePlacer {

  /** How many tasks of each tier are in hand; of a gang all are. */
  static final int MAX_IN_HAND = ContainerRequest.MAX_CLAIMS;

  /** How many barred nodes a request names. */
  static final int MAX_BARRED = 256;

  private static final long NEVER = -1;

  final StageTasks tasks;
  final RequestingStage id;
  final StageContainers containers;
  final TasksInHand hand;
  private final BouncedNodes bounced;
  final StageMeasure measure;
  final TierChoice tiers;
  private final HybridPlacer placer;
  private final CellNodes nodes;
  private final EligibleNodes eligible;

  /** Opportunistic tasks that were returned unstarted: they stay so. */
  private final BitSet returned = new BitSet();

  /** Since when some tasks have been in hand: for so long those that prefer nodes wait for them. */
  private long soughtNs = NEVER;

  /** Whether some could be opportunistic when the tiers of those in hand were drawn. */
  private boolean drewBoth;

  private long placed;
  private long preferred;
  private long rejected;

  HybridStage(
      StageTasks tasks,
      RequestingStage id,
      HybridPlacer placer,
      TierChoice tiers,
      StageMeasure measure,
      StageContainers containers,
      CellNodes nodes,
      BouncedNodes bounced) {
    this.tasks = tasks;
    this.id = id;
    this.placer = placer;
    this.tiers = tiers;
    this.measure = measure;
    this.containers = containers;
    this.nodes = nodes;
    this.bounced = bounced;
    this.hand = new TasksInHand(tasks.spec().where());
    this.eligible = new EligibleNodes(nodes, tasks.spec().where().require());
  }

  View eligible() {
    return eligible.view();
  }

  @Override
  public boolean adjust(long nowNs, Effects out) {
    return placer.adjust(nowNs, this, out);
  }

  // Tasks in hand.

  /** Draws tiers for as many waiting tasks as there is work for. */
  void take(long nowNs) {
    if (tiers.mayDraw() != drewBoth) {
      drewBoth = tiers.mayDraw();
      putBackAll();
    }
    int most = tasks.spec().isGang() ? Integer.MAX_VALUE : MAX_IN_HAND;
    while (tasks.waiting() > hand.size()
        && hand.count(Tier.GUARANTEED) < most
        && hand.count(Tier.OPPORTUNISTIC) < most) {
      int task = tasks.nextWaiting();
      boolean staysSo = returned.get(task) && !tiers.isDistrusted();
      returned.clear(task);
      hand.add(task, staysSo ? Tier.OPPORTUNISTIC : tiers.draw());
    }
    if (hand.size() == 0) {
      soughtNs = NEVER;
    } else if (soughtNs == NEVER) {
      soughtNs = nowNs;
    }
  }

  @Override
  public void leaves(int task) {
    hand.remove(task);
  }

  /** The task of an opportunistic attempt was returned. */
  void returned(int task) {
    returned.set(task);
  }

  /** How many containers are wanted now, for tasks that wait. */
  int wanted() {
    int mayStart = tasks.wanted();
    boolean whole = !tasks.spec().isGang() || mayStart == hand.count(Tier.GUARANTEED);
    return whole ? Math.min(mayStart, hand.count(Tier.GUARANTEED)) : 0;
  }

  /** Whether tasks that prefer nodes accept no others yet. */
  boolean insists(long nowNs) {
    var where = tasks.spec().where();
    return where.hasPreferences()
        && (where.isFirm() || soughtNs == NEVER || nowNs - soughtNs < where.patienceNs());
  }

  /**
   * The task that a container on this node is for; {@link TasksInHand#NONE} where there is none.
   */
  int taskFor(long nowNs, int node) {
    boolean isGang = tasks.spec().isGang();
    if (!isGang && bounced.contains(nowNs, node, tasks.spec().resources())) {
      return TasksInHand.NONE;
    }
    boolean mayBeBarred = tasks.mayBeBarred() && !isGang;
    var groups = hand.byPreference(node);
    int last = insists(nowNs) && !isGang ? groups.size() - 1 : groups.size();
    for (var group : groups.subList(0, last)) {
      for (int task : group) {
        if (!mayBeBarred || !tasks.isBarred(nowNs, task, node)) {
          return task;
        }
      }
    }
    return TasksInHand.NONE;
  }

  // What the master has to know.

  ContainerRequest request(long nowNs) {
    List<Long> claims = new ArrayList<>();
    List<Container> running = new ArrayList<>();
    for (var each : containers.requested()) {
      if (each.running() == null) {
        claims.add(each.claim());
      } else {
        running.add(new Container(each.claim(), each.node()));
      }
    }
    List<NodePreference> preferences = new ArrayList<>();
    hand.preferring()
        .forEach((node, some) -> preferences.add(new NodePreference(node, some.size())));
    return new ContainerRequest(
        id.job(),
        id.stage(),
        tasks.spec().resources(),
        tasks.meanTaskNs(),
        claims,
        preferences,
        hand.anywhere(),
        barred(nowNs),
        running);
  }

  private List<Integer> barred(long nowNs) {
    var need = tasks.spec().resources();
    var barred = bounced.nodes(nowNs, need, MAX_BARRED);
    if (!tasks.mayBeBarred()) {
      return barred;
    }
    var isBarred = tasks.barredNodes(nowNs);
    var view = eligible();
    for (int at = 0; at < view.size() && barred.size() < MAX_BARRED; at++) {
      if (isBarred.test(view.node(at)) && !bounced.contains(nowNs, view.node(at), need)) {
        barred.add(view.node(at));
      }
    }
    return barred;
  }

  // Ending.

  @Override
  public void close(Effects out) {
    putBackAll();
    placer.closed(this, out);
  }

  /** Puts back all that is in hand, the first of them last. */
  private void putBackAll() {
    for (var tier : Tier.values()) {
      for (int task : hand.of(tier).reversed()) {
        hand.remove(task);
        if (tasks.isWaiting(task)) {
          tasks.putBack(task);
        }
      }
    }
  }

  // Counting, and reasons.

  void countPlaced(Attempt attempt) {
    var wished = tasks.spec().where().preferredBy(attempt.task());
    placed++;
    preferred += wished.contains(attempt.node()) ? 1 : 0;
  }

  /** A container came that nobody needed. */
  void countRejected() {
    rejected++;
  }

  @Override
  public Placed placed() {
    return placed + rejected == 0 ? Placed.NONE : new Placed(placed, preferred, rejected, 0, 0);
  }

  @Override
  public Explanation explain(long nowNs, int task) {
    return HybridReasons.explain(this, nodes, task);
  }

  /** Null where the task is not in hand: others of the stage go first. */
  @Nullable Tier tierOf(int task) {
    if (!hand.has(task)) {
      return null;
    }
    return hand.isGuaranteed(task) ? Tier.GUARANTEED : Tier.OPPORTUNISTIC;
  }
}
