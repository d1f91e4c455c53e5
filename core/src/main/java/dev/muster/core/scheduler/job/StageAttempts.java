package dev.muster.core.scheduler.job;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Timing;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.PromoteTask;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.HeldAttempt;
import dev.muster.core.scheduler.budget.Tokens;
import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.AttemptState;
import dev.muster.core.scheduler.place.CellNodes;
import dev.muster.core.scheduler.place.HeldList;
import dev.muster.core.scheduler.place.HeldTable;
import dev.muster.core.scheduler.place.Placer;
import dev.muster.core.scheduler.place.PlacerContext;
import dev.muster.core.scheduler.place.Reservation;
import dev.muster.core.scheduler.place.TierState;
import dev.muster.core.scheduler.task.TaskTable;
import dev.muster.model.StageReport.AttemptKinds;
import dev.muster.model.Tier;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of one stage that are under way: how they start, and what their ends mean for their
 * tasks. Those of a task are chained from the newest: most tasks have one at most, and a second
 * where a node came back from the dead or by intention.
 */
public final class StageAttempts {

  private final Stage stage;
  private final TaskTable tasks;
  private final Tokens tokens;
  private final Placer placer;
  private final HeldTable held;
  private final CellNodes nodes;
  private final Address<SchedulerEvent> self;
  private final HeldList<Attempt> all = new HeldList<>();
  private @Nullable Attempt[] newest;
  private long opportunistic;
  private long evicted;
  private long wastedNs;
  private long wastedCpuNs;
  private long upgraded;
  private long twins;

  StageAttempts(Stage stage, Tokens tokens, Placer placer, PlacerContext context) {
    this.stage = stage;
    this.tasks = stage.tasks();
    this.tokens = tokens;
    this.placer = placer;
    this.held = context.held();
    this.nodes = context.nodes();
    this.self = context.self();
    this.newest = new Attempt[tasks.size()];
  }

  /** Has a row for this task. */
  void ensureRow(int task) {
    if (task >= newest.length) {
      newest = Arrays.copyOf(newest, Math.max(task + 1, newest.length + (newest.length >> 1)));
    }
  }

  HeldList<Attempt> all() {
    return all;
  }

  /** The newest attempt of a task; null where none is under way. */
  public @Nullable Attempt newest(int task) {
    return newest[task];
  }

  // Starting.

  /** Whether one more attempt, or its reservation, may be out. */
  boolean hasSpace() {
    return held.available() > 0;
  }

  /** Starts an attempt of a task that waits. */
  Attempt start(long nowNs, int task, int node, Tier tier, AttemptState as) {
    tasks.start(task);
    return add(attempt(nowNs, held.newId(), task, node, tasks.attempt(task), tier, as));
  }

  /** The same in a container that the cell state has, under the number of its claim. */
  Attempt startClaimed(long nowNs, int task, int node, long claim) {
    tasks.start(task);
    int number = tasks.attempt(task);
    var attempt = attempt(nowNs, claim, task, node, number, Tier.GUARANTEED, AttemptState.PLACED);
    attempt.claimed();
    return add(attempt);
  }

  /** Names a task that waits for a reservation. */
  Attempt bind(long nowNs, Reservation reservation, int task) {
    held.bound(reservation);
    tasks.start(task);
    int number = tasks.attempt(task);
    int node = reservation.node();
    return add(
        attempt(nowNs, reservation.id(), task, node, number, Tier.GUARANTEED, AttemptState.PLACED));
  }

  /** Starts one more attempt of a task that runs. */
  Attempt startTwin(long nowNs, int task, int node, Tier tier) {
    tasks.startTwin(task);
    twins++;
    int number = tasks.attempt(task);
    return add(attempt(nowNs, held.newId(), task, node, number, tier, AttemptState.PLACED));
  }

  /**
   * Takes over an attempt that a node holds for an older epoch, under its own number; null where
   * the table is full.
   */
  public @Nullable Attempt adopt(long nowNs, HeldAttempt listed, int node) {
    int task = listed.index();
    int number = listed.attempt();
    var tier = listed.opportunistic() ? Tier.OPPORTUNISTIC : Tier.GUARANTEED;
    var attempt =
        attempt(nowNs, listed.reservation(), task, node, number, tier, AttemptState.PLACED);
    if (!held.adopt(attempt)) {
      return null;
    }
    tasks.adopt(task, number);
    return link(attempt);
  }

  private Attempt attempt(
      long nowNs, long id, int task, int node, int number, Tier tier, AttemptState as) {
    var attempt = new Attempt(id, stage.placeable(), node, task, number, tier, as, nowNs);
    attempt.cover(tier == Tier.GUARANTEED ? stage.needs().tokensFor(task) : 0);
    attempt.giveMemory(stage.needs().memoryBytes(task));
    return attempt;
  }

  private Attempt add(Attempt attempt) {
    held.add(attempt);
    return link(attempt);
  }

  private Attempt link(Attempt attempt) {
    if (attempt.state() == AttemptState.PLACED) {
      nodes.started(attempt.placedNs(), attempt.node());
    }
    attempt.follow(newest[attempt.task()]);
    newest[attempt.task()] = attempt;
    all.add(attempt);
    tokens.started(attempt);
    opportunistic += attempt.tier() == Tier.OPPORTUNISTIC ? 1 : 0;
    return attempt;
  }

  // Promotion.

  /** Asks the node to take an opportunistic attempt for guaranteed; false for lack of tokens. */
  boolean promote(Attempt attempt, Effects out) {
    int needed = stage.needs().tokensFor(attempt.task());
    boolean may =
        attempt.state() == AttemptState.PLACED
            && attempt.tierState() == TierState.OPPORTUNISTIC
            && needed <= tokens.left();
    if (may) {
      cover(attempt, needed);
      askToPromote(attempt, out);
    }
    return may;
  }

  private void cover(Attempt attempt, int needed) {
    tokens.cover(attempt, needed);
    held.change(attempt, TierState.PROMOTING);
  }

  /** Repeated until the node answers. */
  public void askToPromote(Attempt attempt, Effects out) {
    out.send(NodeEvent.at(attempt.node()), new PromoteTask(self, attempt.id(), ""));
  }

  /** The node takes the attempt for guaranteed, be it by a question of long ago. */
  public void promoted(Attempt attempt) {
    if (attempt.tierState() == TierState.OPPORTUNISTIC) {
      cover(attempt, stage.needs().tokensFor(attempt.task()));
    }
    if (attempt.tierState() == TierState.PROMOTING) {
      tokens.promoted(attempt);
      held.change(attempt, TierState.GUARANTEED);
      upgraded++;
    }
  }

  /** The node has no room for one more guaranteed task; whether it was asked to. */
  public boolean declined(long nowNs, Attempt attempt, Effects out) {
    boolean asked = attempt.tierState() == TierState.PROMOTING;
    if (asked) {
      held.change(attempt, TierState.OPPORTUNISTIC);
      tokens.cover(attempt, 0);
      placer.declined(nowNs, attempt, out);
    }
    return asked;
  }

  // Ending.

  /** Has its node end the attempt; one whose claim is not decided is over at once. */
  void orderEnd(long nowNs, Attempt attempt, Effects out) {
    if (attempt.state() == AttemptState.CLAIMING) {
      cancel(attempt);
      return;
    }
    if (attempt.state() == AttemptState.PLACED) {
      held.change(attempt, AttemptState.ENDING);
    }
    kill(nowNs, attempt, out);
  }

  /** Ends every attempt that is under way. */
  public void endAll(long nowNs, Effects out) {
    for (var attempt = all.first(); attempt != null; ) {
      var next = all.after(attempt);
      if (attempt.state() != AttemptState.ENDING) {
        orderEnd(nowNs, attempt, out);
      }
      attempt = next;
    }
  }

  /** Ends every attempt of a task that is done already, or withdrawn. */
  public void endAll(long nowNs, int task, Effects out) {
    for (var attempt = newest[task]; attempt != null; ) {
      var older = attempt.older();
      orderEnd(nowNs, attempt, out);
      attempt = older;
    }
  }

  /** Repeated until the attempt has ended. */
  public void kill(long nowNs, Attempt attempt, Effects out) {
    out.send(NodeEvent.at(attempt.node()), new NodeEvent.KillTask(self, nowNs, attempt.id()));
  }

  /** The attempt never began. */
  void cancel(Attempt attempt) {
    remove(attempt, AttemptState.CANCELLED);
    if (lacksAttempt(attempt.task())) {
      tasks.cancel(attempt.task());
    }
  }

  /** The attempt is over; what that means for its task is said next. */
  public void end(Attempt attempt) {
    remove(attempt, AttemptState.ENDED);
  }

  private void remove(Attempt attempt, AttemptState as) {
    held.end(attempt, as);
    all.remove(attempt);
    unchain(attempt);
    tokens.ended(attempt);
    placer.ended(attempt);
  }

  private void unchain(Attempt attempt) {
    int task = attempt.task();
    if (newest[task] == attempt) {
      newest[task] = attempt.older();
      return;
    }
    for (var one = newest[task]; one != null; one = one.older()) {
      if (one.older() == attempt) {
        one.follow(attempt.older());
      }
    }
  }

  /** Whether the task still counts as running, with no attempt left that could succeed. */
  private boolean lacksAttempt(int task) {
    return newest[task] == null && tasks.isRunning(task);
  }

  /** An attempt that has ended failed by itself; true where its task is thereby given up. */
  boolean fail(int task) {
    return lacksAttempt(task) && tasks.fail(task);
  }

  /** An attempt that has ended is gone with its node; true where its task is given up. */
  boolean lose(int task) {
    return lacksAttempt(task) && tasks.lose(task);
  }

  /**
   * An attempt that has ended was not started by its node; true where its task is given up.
   *
   * @param enough whether that happened too often
   */
  boolean notStarted(int task, boolean enough) {
    return lacksAttempt(task) && tasks.notStarted(task, enough);
  }

  /** An attempt that has ended had to give way to guaranteed ones. */
  void evicted(int task) {
    evicted++;
    giveWay(task);
  }

  /** An attempt ran for so long, and used so much cpu time, in vain. */
  public void wasted(long ranNs, long cpuNs) {
    wastedNs = Timing.later(wastedNs, ranNs);
    wastedCpuNs = Timing.later(wastedCpuNs, cpuNs);
  }

  /**
   * Of what kinds those were that were started here.
   *
   * @param enlarged how often an attempt got more memory than the one before
   */
  AttemptKinds kinds(int enlarged) {
    return new AttemptKinds(
        opportunistic, evicted, upgraded, twins, enlarged, wastedNs, wastedCpuNs);
  }

  /** An attempt that has ended gave way to others. */
  public void giveWay(int task) {
    if (lacksAttempt(task)) {
      tasks.giveWay(task);
    }
  }
}
