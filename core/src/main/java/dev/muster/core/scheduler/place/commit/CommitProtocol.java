package dev.muster.core.scheduler.place.commit;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Lifecycle;
import dev.muster.core.cell.Transaction;
import dev.muster.core.cell.TransactionBuilder;
import dev.muster.core.cell.TransactionOptions;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MasterEvent.CommitTransaction;
import dev.muster.core.event.MasterEvent.GetCellDelta;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.CellDelta;
import dev.muster.core.event.SchedulerEvent.TransactionDecided;
import dev.muster.core.scheduler.place.PlacerContext;
import java.util.List;

/**
 * The scheduler's side of the conversation about the cell state: one question or one transaction is
 * out at a time, and is repeated until the answer comes.
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

  private static final Transaction NONE =
      new TransactionBuilder(0, TransactionOptions.STANDARD).build();

  private final Address<SchedulerEvent> self;
  private final Address<MasterEvent> master;
  private final long repeatAfterNs;
  private final Replica replica;
  private final Lifecycle<Phase> lifecycle = new Lifecycle<>(Phase.class);
  private Phase phase = Phase.IDLE;

  /** The transaction that is out while {@link Phase#COMMITTING}, else {@link #NONE}. */
  private Transaction sent = NONE;

  private long number;
  private long sentNs;

  CommitProtocol(PlacerContext context, Replica replica) {
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
    phase = lifecycle.change(phase, next);
  }

  /** Whether nothing is out. */
  boolean isIdle() {
    return phase == Phase.IDLE;
  }

  boolean isCommitting() {
    return phase == Phase.COMMITTING;
  }

  /** Nothing is out any more, if anything was. */
  void end() {
    if (!isIdle()) {
      become(Phase.IDLE);
      sent = NONE;
    }
  }

  /**
   * Asks for a delta of all partitions.
   *
   * @param stages how many partitioned stages wait
   */
  void synchronise(long nowNs, int stages, Effects out) {
    become(Phase.SYNCING);
    sendQuestion(nowNs, stages, out);
  }

  private void sendQuestion(long nowNs, int stages, Effects out) {
    sentNs = nowNs;
    out.send(master, new GetCellDelta(self, List.of(), replica.versions(), stages));
  }

  /**
   * @param nowNs when the transaction is sent
   */
  void commit(long nowNs, Transaction transaction, Effects out) {
    become(Phase.COMMITTING);
    number++;
    sent = transaction;
    sendTransaction(nowNs, out);
  }

  private void sendTransaction(long nowNs, Effects out) {
    sentNs = nowNs;
    out.send(master, new CommitTransaction(self, number, sent));
  }

  /** Sends again what was not answered for too long. */
  void repeat(long nowNs, int stages, Effects out) {
    if (nowNs - sentNs >= repeatAfterNs) {
      switch (phase) {
        case IDLE -> {}
        case SYNCING -> sendQuestion(nowNs, stages, out);
        case COMMITTING -> sendTransaction(nowNs, out);
      }
    }
  }

  /** Whether the delta has all partitions, as was asked for. */
  boolean isAnsweredBy(CellDelta delta) {
    return phase == Phase.SYNCING && delta.partitions().size() == delta.all();
  }

  /** Whether this is the answer to the transaction that is out, and not a duplicate. */
  boolean isAnsweredBy(TransactionDecided decided) {
    return isCommitting() && decided.number() == number;
  }

  /** Whether the delta includes the result of the transaction that is out. */
  boolean isKnownTo(CellDelta delta) {
    return delta.committed() >= number;
  }
}
