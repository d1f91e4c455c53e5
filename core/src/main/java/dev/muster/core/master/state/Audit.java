package dev.muster.core.master.state;

import dev.muster.core.actor.flat.LongMap;
import dev.muster.core.cell.ClaimsReleased;
import dev.muster.core.cell.RejectionReason;
import dev.muster.core.cell.TransactionBuilder;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Who claimed what and when, and how often in vain. Of those that decide only: it is not in the
 * log.
 */
public final class Audit {

  /** How many of the last transactions are kept one by one. */
  public static final int TRANSACTIONS_KEPT = 1_024;

  /** One transaction and what came of it. */
  public record Line(long atNs, int owner, int claims, int accepted, int releases, int preempted) {}

  private static final class Counts {
    private final Map<RejectionReason, Long> refusals = new EnumMap<>(RejectionReason.class);
    private long transactions;
    private long accepted;
    private long released;
    private long preempting;
    private long preempted;
  }

  private final LongMap<Counts> byOwner = new LongMap<>();
  private final ArrayDeque<Line> last = new ArrayDeque<>();

  void note(long nowNs, TransactionBuilder transaction, Decision decision) {
    int preempted = decision.preempted().size();
    int released = decision.entry().released().length;
    var counts = of(transaction.owner());
    counts.transactions++;
    counts.accepted += decision.accepted();
    counts.released += released;
    counts.preempting += preempted;
    decision.refused().forEach(one -> counts.refusals.merge(one.reason(), 1L, Long::sum));
    decision.preempted().forEach(victim -> of(victim.owner()).preempted++);
    if (last.size() == TRANSACTIONS_KEPT) {
      last.removeFirst();
    }
    last.addLast(
        new Line(
            nowNs,
            transaction.owner(),
            transaction.claims(),
            decision.accepted(),
            released,
            preempted));
  }

  /** Tasks have ended. */
  void note(ClaimsReleased ended) {
    for (int owner : ended.owners()) {
      of(owner).released++;
    }
  }

  private Counts of(int owner) {
    var found = byOwner.find(owner);
    if (found == null) {
      found = new Counts();
      byOwner.put(owner, found);
    }
    return found;
  }

  /** The last {@value #TRANSACTIONS_KEPT}, the oldest first. */
  public List<Line> lastTransactions() {
    return List.copyOf(last);
  }

  List<Account> accounts(Holdings holdings) {
    return holdings.all().stream().map(this::account).toList();
  }

  private Account account(Holding holding) {
    var counts = of(holding.owner());
    return new Account(
        holding.owner(),
        counts.transactions,
        counts.accepted,
        Collections.unmodifiableMap(new EnumMap<>(counts.refusals)),
        counts.released,
        counts.preempting,
        counts.preempted,
        holding.claims(),
        holding.resources(),
        holding.jobs());
  }
}
