package dev.muster.core.scheduler.place.commit;

import dev.muster.core.cell.Request;
import dev.muster.core.cell.TransactionBuilder;
import dev.muster.core.cell.TransactionOptions;
import dev.muster.core.scheduler.place.Attempt;
import dev.muster.model.Resources;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Claims for tasks of one stage, which all request the same, until the master has decided them. */
final class ClaimBatch {

  final TransactionBuilder transaction;

  /** What each claim requests, by its number in the transaction. */
  final int request;

  final Resources need;

  /** The attempts that claims were made for; for claims past the end any task will do. */
  private final List<@Nullable Attempt> attempts = new ArrayList<>();

  ClaimBatch(int owner, TransactionOptions options, Request each) {
    this.transaction = new TransactionBuilder(owner, options);
    this.request = transaction.request(each);
    this.need = each.resources();
  }

  /** Of nobody, for nothing. */
  static ClaimBatch empty() {
    return new ClaimBatch(0, TransactionOptions.STANDARD, Request.of(0, Resources.NONE));
  }

  /** Claims resources of the attempt's machine for this attempt and no other. */
  void claim(Replica replica, Attempt attempt) {
    while (attempts.size() < size()) {
      attempts.add(null);
    }
    attempts.add(attempt);
    int machine = attempt.node();
    transaction.claim(0, machine, request, replica.claim(machine, need));
  }

  int size() {
    return transaction.claims();
  }

  int machine(int at) {
    return transaction.machine(at);
  }

  /** The attempt that a claim was made for; null where any task will do. */
  @Nullable Attempt attempt(int at) {
    return at < attempts.size() ? attempts.get(at) : null;
  }

  /** Without any claim, as if none had been made. */
  void clear() {
    transaction.clear();
    attempts.clear();
  }
}
