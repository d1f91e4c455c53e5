package dev.muster.core.scheduler;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.cell.Transaction;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MasterEvent.CommitTransaction;
import dev.muster.core.event.MasterEvent.GetCellDelta;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.CellDelta;
import dev.muster.core.event.SchedulerEvent.TransactionDecided;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a scheduler and the cell say to each other: one question or one transaction is out at a
 * time, and is sent again until it is answered.
 */
final class Exchange {

  private enum Phase {
    IDLE,
    SYNCING,
    COMMITTING
  }

  private final Address<SchedulerEvent> self;
  private final Address<MasterEvent> master;
  private final long askAgainNs;
  private final LiveCopy copy;
  private Phase phase = Phase.IDLE;
  private @Nullable Transaction sent;
  private long number;
  private long askedNs;

  /**
   * @param askAgainNs how long an answer may take
   */
  Exchange(
      Address<SchedulerEvent> self,
      int epoch,
      Address<MasterEvent> master,
      long askAgainNs,
      LiveCopy copy) {
    this.self = self;
    this.master = master;
    this.askAgainNs = askAgainNs;
    this.copy = copy;
    this.number = CommitTransaction.firstNumber(epoch);
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
    phase = Phase.IDLE;
    sent = null;
  }

  /**
   * Asks for what is new in all partitions.
   *
   * @param stages how many partitioned ones wait
   */
  void synchronise(long nowNs, int stages, Effects out) {
    phase = Phase.SYNCING;
    askedNs = nowNs;
    out.send(master, new GetCellDelta(self, List.of(), copy.versions(), stages));
  }

  /**
   * @param nowNs when it leaves
   */
  void commit(long nowNs, Transaction proposal, Effects out) {
    phase = Phase.COMMITTING;
    number++;
    sent = proposal;
    send(nowNs, proposal, out);
  }

  private void send(long nowNs, Transaction proposal, Effects out) {
    askedNs = nowNs;
    out.send(master, new CommitTransaction(self, number, proposal));
  }

  /** Says again what was not answered for too long. */
  void repeat(long nowNs, int stages, Effects out) {
    if (isIdle() || nowNs - askedNs < askAgainNs) {
      return;
    }
    if (sent == null) {
      synchronise(nowNs, stages, out);
    } else {
      send(nowNs, sent, out);
    }
  }

  /** Whether the news are all that was asked for. */
  boolean isAnsweredBy(CellDelta told) {
    return isSyncing() && told.partitions().size() == told.all();
  }

  /** Whether this is the answer to what is out, and not an echo. */
  boolean isAnsweredBy(TransactionDecided judged) {
    return isCommitting() && judged.number() == number;
  }

  /** Whether the news know what became of the transaction that is out. */
  boolean isKnownTo(CellDelta told) {
    return told.committed() >= number;
  }
}
