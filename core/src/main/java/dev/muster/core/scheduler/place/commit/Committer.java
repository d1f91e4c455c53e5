package dev.muster.core.scheduler.place.commit;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Lifecycle;
import dev.muster.core.actor.Timer;
import dev.muster.core.cell.Rejection;
import dev.muster.core.event.PlacementEvent;
import dev.muster.core.event.SchedulerEvent.CellDelta;
import dev.muster.core.event.SchedulerEvent.TransactionDecided;
import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.Placer;
import dev.muster.core.scheduler.place.PlacerContext;
import dev.muster.core.scheduler.place.StagePlacer;
import dev.muster.core.scheduler.place.StageTasks;
import dev.muster.model.Admission;
import dev.muster.model.Elastic;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Optimistic concurrency on the cell state, after Omega: stages wait in a queue; for one at a time
 * the scheduler brings its replica up to date, thinks, and commits what it decided.
 *
 * <pre>
 *   queue ──► GetCellDelta ──► CellDelta: think, place on the replica ──► CommitTransaction ──► TransactionDecided
 *     ▲                                            │ no machine                                    │ rejected
 *     └──────────────────────── back off ◄─────────┴───────────────────────────────────────────────┘
 * </pre>
 *
 * <p>Eager strategies decide on the replica as it is and go on with a stage until all of it is
 * placed: what was rejected is tried on other machines at once, and where the whole replica is full
 * the stage waits for a delta. All strategies of a scheduler share the replica and the one
 * transaction that is out. Between two decisions goes what {@link ReleasedClaims} has.
 */
public final class Committer implements Placer {

  private final PlacerContext context;
  private final OptimisticReplica replica;
  private final ReleasedClaims released;
  private final StageTransaction transaction;
  private final CommitProtocol protocol;
  private final StageQueue queue;
  private final List<CommitStrategy> strategies = new ArrayList<>();

  /** The stage that is decided about; null while there is none, and while claims are released. */
  private @Nullable CommitStage current;

  /** When the latest decision began, and until when the scheduler thought about it. */
  private long thinkingSinceNs;

  private long thinkingUntilNs;

  public Committer(PlacerContext context, CommitConfig config, Chance chance) {
    this.context = context;
    this.replica = new OptimisticReplica(context.nodes());
    this.released = new ReleasedClaims(context.self().index(), context.held());
    this.transaction = new StageTransaction(context, config, replica, released, chance);
    this.protocol = new CommitProtocol(context, replica.cell);
    this.queue = new StageQueue(config.retry(), chance);
  }

  /** The replica that strategies refresh. */
  public Replica replica() {
    return replica.cell;
  }

  public void add(CommitStrategy strategy) {
    strategies.add(strategy);
  }

  @Override
  public List<String> policies() {
    return strategies.stream().map(CommitStrategy::policy).toList();
  }

  @Override
  public Admission admission() {
    return Admission.RESERVED;
  }

  @Override
  public StagePlacer open(StageTasks stage) {
    for (var strategy : strategies) {
      if (strategy.policy().equals(stage.policy())) {
        return new CommitStage(stage, strategy, this, context.nodes(), replica);
      }
    }
    throw new IllegalArgumentException("no strategy for the policy " + stage.policy());
  }

  // Deciding.

  /** The stage may want tasks placed. */
  void adjust(long nowNs, CommitStage stage, Effects out) {
    if (stage.state() == CommitStage.CommitStageState.SETTLED && stage.isWanted()) {
      stage.enter(wantedSinceNs(nowNs));
      stage.strategy.enter(nowNs, out);
      queue.add(stage);
      proceed(nowNs, out);
    }
  }

  /**
   * A stage that is seen as soon as the scheduler has thought may have come when the scheduler
   * began to think. That time counts: a bound on the delay holds for all of the delay.
   */
  private long wantedSinceNs(long nowNs) {
    return nowNs == thinkingUntilNs ? thinkingSinceNs : nowNs;
  }

  /** Has something sent where nothing is out: releases that are due, or the next decision. */
  private void proceed(long nowNs, Effects out) {
    var releases = protocol.isIdle() ? released.next() : null;
    if (releases != null) {
      protocol.commit(nowNs, releases, out);
    }
    while (protocol.isIdle()) {
      current = queue.next();
      if (current == null) {
        return;
      }
      begin(nowNs, current, out);
    }
  }

  private void begin(long nowNs, CommitStage stage, Effects out) {
    if (stage.isWanted() && !stage.strategy.isFresh()) {
      protocol.synchronise(nowNs, waitingStages(), out);
    } else {
      decide(nowNs, stage, out);
    }
  }

  private int waitingStages() {
    int waiting = 0;
    for (var strategy : strategies) {
      waiting += strategy.waitingStages();
    }
    return waiting;
  }

  private void decide(long nowNs, CommitStage stage, Effects out) {
    if (!stage.isWanted()) {
      leave(nowNs, stage);
      return;
    }
    boolean eager = stage.strategy.isEager();
    transaction.make(nowNs, stage);
    int claims = transaction.claims();
    boolean idle = transaction.wanted() == 0 || (eager && claims == 0);
    long thoughtNs =
        idle ? 0 : stage.strategy.thinkNs(stage.tasks.jobSpec(), transaction.wanted(), claims);
    thinkingSinceNs = nowNs;
    thinkingUntilNs = nowNs + thoughtNs;
    out.busy(thoughtNs);
    if (claims > 0) {
      protocol.commit(nowNs + thoughtNs, transaction.build(), out);
    } else if (eager && replica.isFull()) {
      queue.waitForDelta();
      again(stage);
    } else {
      backOff(nowNs + thoughtNs, stage, out);
    }
  }

  // Answers of the master.

  @Override
  public boolean on(long nowNs, PlacementEvent event, Effects out) {
    switch (event) {
      case CellDelta delta -> received(nowNs, delta, out);
      case TransactionDecided decided -> decided(nowNs, decided, out);
      default -> {
        return false;
      }
    }
    return true;
  }

  /** The replica is up to date, or a part of it: decide. */
  private void received(long nowNs, CellDelta delta, Effects out) {
    var waiting = protocol.isAnsweredBy(delta) ? current : null;
    queue.received();
    if (protocol.isCommitting() && current != null) {
      replica.applyMeanwhile(nowNs, delta, protocol.isKnownTo(delta));
    } else {
      replica.apply(nowNs, delta);
    }
    strategies.forEach(strategy -> strategy.received(delta, waiting != null));
    if (waiting != null) {
      decide(nowNs, waiting, out);
    }
    proceed(nowNs, out);
  }

  /** The answer to a transaction: of claims, or of releases alone. */
  private void decided(long nowNs, TransactionDecided decided, Effects out) {
    if (!protocol.isAnsweredBy(decided)) {
      return;
    }
    if (current == null) {
      protocol.end();
    } else {
      transaction.decided(nowNs, current, decided.result(), out);
      conclude(nowNs, current, decided.result().rejected(), out);
    }
    proceed(nowNs, out);
  }

  private void conclude(long nowNs, CommitStage stage, List<Rejection> rejected, Effects out) {
    int accepted = transaction.claims() - rejected.size();
    if (accepted > 0) {
      accepted(nowNs, stage, accepted);
    }
    if (!stage.isWanted()) {
      leave(nowNs, stage);
    } else if (stage.strategy.isEager() && isWorthAnother(stage, accepted, rejected)) {
      again(stage);
    } else if (rejected.isEmpty() && transaction.claims() == transaction.wanted()) {
      end();
      queue.add(stage);
    } else {
      backOff(nowNs, stage, out);
    }
  }

  private static void accepted(long nowNs, CommitStage stage, int tasks) {
    stage.succeeded();
    stage.countBeyondTokens(tasks);
    if (stage.tasks.jobSpec().elastic() == Elastic.NO) {
      stage.strategy.committed(stage.waitedNs(nowNs));
    }
  }

  /**
   * Whether the replica knows more now than it did, so that another try at once is not the same.
   */
  private static boolean isWorthAnother(CommitStage stage, int accepted, List<Rejection> rejected) {
    return !stage.tasks.spec().isGang()
        && (accepted > 0 || rejected.stream().anyMatch(one -> one.reason().showsStaleReplica()));
  }

  private void end() {
    protocol.end();
    current = null;
  }

  /** The stage is next again. */
  private void again(CommitStage stage) {
    end();
    queue.addFirst(stage);
  }

  private void backOff(long nowNs, CommitStage stage, Effects out) {
    end();
    queue.backOff(nowNs, stage, out);
  }

  private void leave(long nowNs, CommitStage stage) {
    end();
    queue.settle(stage);
    stage.strategy.leave(nowNs);
  }

  // Claims that are not needed any more.

  @Override
  public void ended(Attempt attempt) {
    if (attempt.isClaimed()) {
      released.add(attempt.id());
    }
  }

  /** Some attempts may have ended, and stages that back off find machines. */
  @Override
  public void freed(long nowNs, Effects out) {
    if (!released.isEmpty()) {
      queue.hasten(nowNs, out);
    }
  }

  @Override
  public void inherit(List<Long> claims) {
    released.inherit(claims);
  }

  @Override
  public void settle() {
    released.settle();
  }

  // Once in a while.

  @Override
  public boolean wake(long nowNs, Timer timer, Effects out) {
    if (queue.wake(nowNs, timer, out)) {
      proceed(nowNs, out);
      return true;
    }
    return strategies.stream().anyMatch(strategy -> strategy.wake(nowNs, timer, out));
  }

  @Override
  public void beat(long nowNs, Effects out) {
    released.beat();
    protocol.repeat(nowNs, waitingStages(), out);
    proceed(nowNs, out);
  }

  @Override
  public List<Lifecycle<?>> lifecycles() {
    List<Lifecycle<?>> all = new ArrayList<>(List.of(queue.lifecycle(), protocol.lifecycle()));
    strategies.forEach(strategy -> all.addAll(strategy.lifecycles()));
    return all;
  }
}
