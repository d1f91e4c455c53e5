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
import dev.muster.core.scheduler.place.PlacerContext;
import dev.muster.core.scheduler.place.StagePlacer;
import dev.muster.core.scheduler.place.StageTasks;
import dev.muster.model.Elastic;
import dev.muster.model.Explanation;
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
 *     └──────────────────────── Backoff ◄──────────┴───────────────────────────────────────────────┘
 * </pre>
 *
 * <p>Eager strategies decide on the replica as it is and go on with a stage until all of it is
 * placed: what was rejected is tried on other machines at once, and where the whole replica is full
 * the stage waits for a delta. All strategies of a scheduler share the replica and the one
 * transaction that is out. Between two decisions goes what {@link ReleasedClaims} has.
 */
public final class Committer {

  private enum CommitTimer implements Timer {
    /** A stage that found too few machines is looked at again. */
    RETRY
  }

  private final PlacerContext context;
  private final OptimisticReplica replica = new OptimisticReplica();
  private final StageTransaction transaction;
  private final CommitProtocol protocol;
  private final ReleasedClaims released;
  private final PlacementBackoff backoff;
  private final StageQueue queue = new StageQueue();
  private final List<CommitStrategy> strategies = new ArrayList<>();
  private final Lifecycle<CommitStage.CommitStageState> stages =
      new Lifecycle<>(CommitStage.CommitStageState.class);

  /** The stage that is decided about; null while there is none, and while claims are released. */
  private @Nullable CommitStage current;

  public Committer(PlacerContext context, CommitConfig config, Chance chance) {
    this.context = context;
    this.released = new ReleasedClaims(context.self().index(), context.held());
    this.transaction = new StageTransaction(context, config, replica, released, chance);
    this.protocol = new CommitProtocol(context, replica);
    this.backoff = new PlacementBackoff(config.retry(), chance, CommitTimer.RETRY);
  }

  /** The replica that strategies decide on and refresh. */
  public OptimisticReplica replica() {
    return replica;
  }

  public void add(CommitStrategy strategy) {
    strategies.add(strategy);
  }

  public StagePlacer open(StageTasks stage, CommitStrategy strategy) {
    return new CommitStage(stage, strategy, this, context.nodes());
  }

  // Deciding.

  /** The stage may want tasks placed. */
  void adjust(long nowNs, CommitStage stage, Effects out) {
    if (stage.state() == CommitStage.CommitStageState.SETTLED && stage.isWanted()) {
      stage.enter(nowNs);
      stage.strategy.enter(nowNs, out);
      enqueue(stage);
      proceed(nowNs, out);
    }
  }

  private void enqueue(CommitStage stage) {
    change(stage, CommitStage.CommitStageState.QUEUED);
    queue.add(stage);
  }

  private void change(CommitStage stage, CommitStage.CommitStageState next) {
    stage.become(stages.change(stage.state(), next));
  }

  private void proceed(long nowNs, Effects out) {
    if (protocol.isIdle()) {
      release(nowNs, out);
    }
    while (protocol.isIdle()) {
      var stage = queue.next();
      if (stage == null) {
        return;
      }
      look(nowNs, stage, out);
    }
  }

  private void release(long nowNs, Effects out) {
    var ends = released.next();
    if (ends != null) {
      protocol.commit(nowNs, ends, out);
    }
  }

  private void look(long nowNs, CommitStage stage, Effects out) {
    current = stage;
    change(stage, CommitStage.CommitStageState.DECIDING);
    if (!stage.isWanted()) {
      leave(nowNs, stage);
    } else if (stage.strategy.isFresh()) {
      decide(nowNs, stage, out);
    } else {
      protocol.synchronise(nowNs, waitingStages(), out);
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
    boolean eager = stage.strategy.isEager();
    transaction.make(nowNs, stage);
    boolean idle = transaction.wanted() == 0 || (eager && transaction.size() == 0);
    var job = stage.tasks.jobSpec();
    long thoughtNs =
        idle ? 0 : stage.strategy.thinkNs(job, transaction.wanted(), transaction.size());
    out.busy(thoughtNs);
    if (transaction.size() > 0) {
      protocol.commit(nowNs + thoughtNs, transaction.transaction(), out);
    } else if (eager && replica.isFull()) {
      queue.waitForDelta();
      again(stage);
    } else {
      backOff(nowNs + thoughtNs, stage, out);
    }
  }

  // Answers of the master.

  public boolean on(long nowNs, PlacementEvent event, Effects out) {
    return switch (event) {
      case CellDelta delta -> {
        received(nowNs, delta, out);
        yield true;
      }
      case TransactionDecided decided -> {
        decided(nowNs, decided, out);
        yield true;
      }
      default -> false;
    };
  }

  /** The replica is up to date, or a part of it: decide. */
  private void received(long nowNs, CellDelta delta, Effects out) {
    boolean answers = protocol.isAnsweredBy(delta) && current != null;
    queue.received();
    if (protocol.isCommitting() && current != null) {
      replica.applyMeanwhile(nowNs, delta, protocol.isKnownTo(delta));
    } else {
      replica.apply(nowNs, delta);
    }
    strategies.forEach(strategy -> strategy.received(delta, answers));
    if (answers && current != null) {
      if (current.isWanted()) {
        decide(nowNs, current, out);
      } else {
        leave(nowNs, current);
      }
    }
    proceed(nowNs, out);
  }

  /** The answer to a transaction: of claims, or of releases alone. */
  private void decided(long nowNs, TransactionDecided decided, Effects out) {
    if (!protocol.isAnsweredBy(decided)) {
      return;
    }
    protocol.end();
    if (current != null) {
      var result = decided.result();
      transaction.settle(nowNs, current, result, out);
      settle(nowNs, current, result.rejected(), out);
    }
    proceed(nowNs, out);
  }

  private void settle(long nowNs, CommitStage stage, List<Rejection> rejected, Effects out) {
    int accepted = transaction.size() - rejected.size();
    if (accepted > 0) {
      accepted(nowNs, stage, accepted);
    }
    if (!stage.isWanted()) {
      leave(nowNs, stage);
    } else if (stage.strategy.isEager() && isWorthAnother(stage, accepted, rejected)) {
      again(stage);
    } else if (rejected.isEmpty() && transaction.size() == transaction.wanted()) {
      idle();
      enqueue(stage);
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
    return !stage.tasks.spec().gang()
        && (accepted > 0 || rejected.stream().anyMatch(one -> one.reason().showsStaleReplica()));
  }

  private void idle() {
    protocol.end();
    current = null;
  }

  /** The stage is next again. */
  private void again(CommitStage stage) {
    idle();
    change(stage, CommitStage.CommitStageState.QUEUED);
    queue.addFirst(stage);
  }

  private void backOff(long nowNs, CommitStage stage, Effects out) {
    idle();
    change(stage, CommitStage.CommitStageState.BACKING_OFF);
    backoff.add(nowNs, stage, out);
  }

  private void leave(long nowNs, CommitStage stage) {
    idle();
    change(stage, CommitStage.CommitStageState.SETTLED);
    stage.succeeded();
    stage.strategy.leave(nowNs);
  }

  // Claims that are not needed any more.

  public void ended(Attempt attempt) {
    if (attempt.isClaimed()) {
      released.add(attempt.id());
    }
  }

  /** Some attempts may have ended, and stages that back off find machines. */
  public void freed(long nowNs, Effects out) {
    if (!released.isEmpty()) {
      backoff.hasten(nowNs, out);
    }
  }

  public void inherit(List<Long> claims) {
    released.inherit(claims);
  }

  public void settle() {
    released.settle();
  }

  // Once in a while.

  public boolean wake(long nowNs, Timer timer, Effects out) {
    if (timer != CommitTimer.RETRY) {
      return false;
    }
    backoff.due(nowNs, out).forEach(this::enqueue);
    proceed(nowNs, out);
    return true;
  }

  public void beat(long nowNs, Effects out) {
    released.beat();
    protocol.repeat(nowNs, waitingStages(), out);
    proceed(nowNs, out);
  }

  Explanation explain(long nowNs, CommitStage stage) {
    var summary =
        switch (stage.state()) {
          case SETTLED ->
              stage.tasks.tokensLeft() <= 0
                  ? "waits for a token of its job"
                  : "its job may not start it";
          case QUEUED -> "waits for its stage to be decided about";
          case DECIDING -> "its claim is being decided";
          case BACKING_OFF -> "found no machine, or was rejected; its stage is tried again soon";
        };
    return Explanation.of(stage.strategy.name(), summary, transaction.candidates(nowNs, stage));
  }

  public List<Lifecycle<?>> lifecycles() {
    return List.of(stages, protocol.lifecycle());
  }
}
