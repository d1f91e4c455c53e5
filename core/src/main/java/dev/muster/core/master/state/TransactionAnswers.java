package dev.muster.core.master.state;

import dev.muster.core.cell.ClaimRef;
import dev.muster.core.cell.Rejection;
import dev.muster.core.cell.RejectionReason;
import dev.muster.core.cell.TransactionCommitted;
import dev.muster.core.cell.TransactionResult;
import dev.muster.core.cell.TransactionResult.MovedClaim;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The answer to the latest transaction of each scheduler, so that a repeated {@code
 * CommitTransaction} gets its first answer from any leader.
 */
public final class TransactionAnswers {

  /**
   * @param number of the transaction
   */
  public record TransactionAnswer(int owner, long number, TransactionResult result) {}

  private final TreeMap<Integer, TransactionAnswer> latest = new TreeMap<>();

  /**
   * @param lost claims whose machine left while the entry was in the log
   */
  void apply(
      long number, TransactionCommitted entry, TransactionResult result, List<ClaimRef> lost) {
    var truth = lost.isEmpty() ? result : withoutLost(entry, result, lost);
    put(new TransactionAnswer(entry.owner(), number, truth));
  }

  void put(TransactionAnswer answer) {
    latest.put(answer.owner(), answer);
  }

  /** Null where no transaction of the scheduler is on record. */
  public @Nullable TransactionAnswer find(int owner) {
    return latest.get(owner);
  }

  /** In the order of owners. */
  List<TransactionAnswer> all() {
    return List.copyOf(latest.values());
  }

  private static TransactionResult withoutLost(
      TransactionCommitted entry, TransactionResult result, List<ClaimRef> lost) {
    List<Rejection> rejected = new ArrayList<>(result.rejected());
    List<MovedClaim> moved = new ArrayList<>(result.moved());
    var before = new TreeSet<Integer>();
    result.rejected().forEach(one -> before.add(one.at()));
    int at = 0;
    for (int accepted = 0; accepted < entry.ids().length; accepted++, at++) {
      while (before.contains(at)) {
        at++;
      }
      long id = entry.ids()[accepted];
      if (lost.contains(new ClaimRef(entry.owner(), id))) {
        int machine = entry.machines()[accepted];
        var gone = new Rejection(at, id, machine, RejectionReason.NO_MACHINE, machine, 0);
        rejected.add(gone);
        moved.removeIf(one -> one.at() == gone.at());
      }
    }
    rejected.sort(Comparator.comparingInt(Rejection::at));
    return new TransactionResult(List.copyOf(rejected), List.copyOf(moved), result.fresh());
  }
}
