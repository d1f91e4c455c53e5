package dev.muster.core.master.state.cell;

import dev.muster.core.actor.flat.LongMap;
import dev.muster.core.cell.ClaimsReleased;
import dev.muster.core.cell.RejectionReason;
import dev.muster.core.cell.TransactionBuilder;
import dev.muster.core.master.state.cell.UsageTable.OwnerUsage;
import dev.muster.model.Resources;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Transactions and rejections by owner, for operators. Kept by the leader; not in the log. */
public final class Audit {

  /** How many of the latest transactions are kept. */
  public static final int TRANSACTIONS_KEPT = 1_024;

  /** One transaction and its result. */
  public record TransactionLine(
      long atNs, int owner, int claims, int accepted, int releases, int preempted) {}

  /**
   * The transactions of one owner since the leader began to decide, and its usage.
   *
   * @param rejections by reason; only reasons that occurred
   * @param preempting claims of others that were preempted for the owner
   * @param preempted claims of the owner that were preempted
   */
  public record OwnerActivity(
      int owner,
      long transactions,
      long accepted,
      Map<RejectionReason, Long> rejections,
      long released,
      long preempting,
      long preempted,
      long claimsHeld,
      Resources resourcesHeld,
      int jobsHeld) {}

  private static final class Counts {
    private final Map<RejectionReason, Long> rejections = new EnumMap<>(RejectionReason.class);
    private long transactions;
    private long accepted;
    private long released;
    private long preempting;
    private long preempted;
  }

  private final LongMap<Counts> byOwner = new LongMap<>();
  private final ArrayDeque<TransactionLine> last = new ArrayDeque<>();

  void note(long nowNs, TransactionBuilder transaction, Decision decision) {
    int preempted = decision.preempted().size();
    int released = decision.entry().released().length;
    var counts = of(transaction.owner());
    counts.transactions++;
    counts.accepted += decision.accepted();
    counts.released += released;
    counts.preempting += preempted;
    decision.rejected().forEach(one -> counts.rejections.merge(one.reason(), 1L, Long::sum));
    decision.preempted().forEach(victim -> of(victim.owner()).preempted++);
    if (last.size() == TRANSACTIONS_KEPT) {
      last.removeFirst();
    }
    last.addLast(
        new TransactionLine(
            nowNs,
            transaction.owner(),
            transaction.claims(),
            decision.accepted(),
            released,
            preempted));
  }

  /** Claims of ended tasks are released. */
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
  public List<TransactionLine> lastTransactions() {
    return List.copyOf(last);
  }

  List<OwnerActivity> ownerActivity(UsageTable holdings) {
    return holdings.all().stream().map(this::activity).toList();
  }

  private OwnerActivity activity(OwnerUsage usage) {
    var counts = of(usage.owner());
    return new OwnerActivity(
        usage.owner(),
        counts.transactions,
        counts.accepted,
        Collections.unmodifiableMap(new EnumMap<>(counts.rejections)),
        counts.released,
        counts.preempting,
        counts.preempted,
        usage.claims(),
        usage.resources(),
        usage.jobs());
  }
}
