package dev.muster.core.scheduler.place.commit;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Lifecycle;
import dev.muster.core.cell.Transaction;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MasterEvent.CommitTransaction;
import dev.muster.core.event.MasterEvent.GetCellDelta;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.CellDelta;
import dev.muster.core.event.SchedulerEvent.TransactionDecided;
import dev.muster.core.scheduler.place.PlacerContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler's side of the conversation about the cell state: one question or one transaction is
 * out at a time, and is repeated until it is answered.
 */
final class CommitProtocol {

  /**
   * What is out.
   *
   * <pre>
   *   IDLE --GetCellDelta--> SYNCING --delta, and a decision--> COMMITTING --decided--> IDLE
   *     ^ |                          | nothing to commit             ^
   *     | +------------- CommitTransaction -------------------------+
   *     +----------------------------+
   * </pre>
   */
  enum Phase implements Lifecycle.State<Phase> {
    IDLE,
    SYNCING,
    COMMITTING;

    @Override
    public boolean mayBecome(Phase next) {
      return this != next && !(this == COMMITTING && next == SYNCING);
    }
  }

  private final Address<SchedulerEvent> self;
  private final Address<MasterEvent> master;
  private final long repeatAfterNs;
  private final OptimisticReplica replica;
  private final Lifecycle<Phase> lifecycle = new Lifecycle<>(Phase.class);
  private Phase phase = Phase.IDLE;
  private @Nullable Transaction sent;
  private long number;
  private long askedNs;

  CommitProtocol(PlacerContext context, OptimisticReplica replica) {
    this.self = context.self();
    this.master = context.master();
    this.repeatAfterNs = context.timing().repeatAfterNs();
    this.replica = replica;
    this.number = CommitTransaction.firstNumber(context.epoch());
  }

  Lifecycle<?> lifecycle() {
    return lifecycle;
  }

  private void become(Phase next) {
    if (phase != next) {
      phase = lifecycle.change(phase, next);
    }
  }

  /** Whether nothing is out. */
  boolean isIdle() {
    return phase == Phase.IDLE;
  }

  boolean isSyncing() {
    return phase == Phase.SYNCING;
  }

  boolean isCommitting() {
    return phase == Phase.COMMITTING;
  }

  /** Nothing is out any more. */
  void end() {
    become(Phase.IDLE);
    sent = null;
  }

  /**
   * Asks for what is new in all partitions.
   *
   * @param stages how many partitioned ones wait
   */
  void synchronise(long nowNs, int stages, Effects out) {
    become(Phase.SYNCING);
    askedNs = nowNs;
    out.send(master, new GetCellDelta(self, List.of(), replica.versions(), stages));
  }

  /**
   * @param nowNs when it leaves
   */
  void commit(long nowNs, Transaction transaction, Effects out) {
    become(Phase.COMMITTING);
    number++;
    sent = transaction;
    send(nowNs, transaction, out);
  }

  private void send(long nowNs, Transaction transaction, Effects out) {
    askedNs = nowNs;
    out.send(master, new CommitTransaction(self, number, transaction));
  }

  /** Says again what was not answered for too long. */
  void repeat(long nowNs, int stages, Effects out) {
    if (isIdle() || nowNs - askedNs < repeatAfterNs) {
      return;
    }
    if (sent == null) {
      synchronise(nowNs, stages, out);
    } else {
      send(nowNs, sent, out);
    }
  }

  /** Whether the news are all that was asked for. */
  boolean isAnsweredBy(CellDelta delta) {
    return isSyncing() && delta.partitions().size() == delta.all();
  }

  /** Whether this is the answer to what is out, and not an echo. */
  boolean isAnsweredBy(TransactionDecided decided) {
    return isCommitting() && decided.number() == number;
  }

  /** Whether the news know what became of the transaction that is out. */
  boolean isKnownTo(CellDelta delta) {
    return delta.committed() >= number;
  }
}
