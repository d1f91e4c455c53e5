package dev.muster.core.master.state;

import dev.muster.core.cell.Rejection;
import dev.muster.core.cell.RejectionReason;
import dev.muster.core.cell.TransactionBuilder;

/** What stands against a claim: see {@link Rejection}. */
record Objection(RejectionReason reason, long needed, long has, String resource) {

  Objection(RejectionReason reason, long needed, long has) {
    this(reason, needed, has, "");
  }

  /** Whether more room on the machine would help. */
  boolean isOfRoom() {
    return reason.isAboutMachine() && reason != RejectionReason.CHANGED;
  }

  Rejection refuse(TransactionBuilder transaction, int at) {
    return new Rejection(
        at, transaction.id(at), transaction.machine(at), reason, needed, has, resource);
  }
}
