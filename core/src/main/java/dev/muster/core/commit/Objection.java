package dev.muster.core.commit;

import dev.muster.core.claim.Refusal;
import dev.muster.core.claim.Refused;
import dev.muster.core.claim.Transaction;

/** What stands against a claim: see {@link Refused}. */
record Objection(Refusal reason, long needed, long has, String resource) {

  Objection(Refusal reason, long needed, long has) {
    this(reason, needed, has, "");
  }

  /** Whether more room on the machine would help. */
  boolean isOfRoom() {
    return reason.ofTheMachine() && reason != Refusal.CHANGED;
  }

  Refused refuse(Transaction transaction, int at) {
    return new Refused(
        at, transaction.id(at), transaction.machine(at), reason, needed, has, resource);
  }
}
