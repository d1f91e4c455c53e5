package dev.muster.core.scheduler.place.commit;

import dev.muster.core.actor.flat.LongList;
import dev.muster.core.cell.Transaction;
import dev.muster.core.cell.TransactionBuilder;
import dev.muster.core.cell.TransactionOptions;
import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.HeldTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Claims that no attempt needs any more. Most of them the node has released already; the scheduler
 * does so as well, at beats, so that no claim outlives a node that forgot it.
 */
final class ReleasedClaims {

  /** How many claims one transaction releases; the others follow. */
  static final int RELEASE_BATCH = 10_000;

  private final int owner;
  private final HeldTable held;
  private final LongList released = new LongList();
  private List<Long> inherited = List.of();
  private boolean due;

  ReleasedClaims(int owner, HeldTable held) {
    this.owner = owner;
    this.held = held;
  }

  void add(long claim) {
    released.add(claim);
  }

  /** Older epochs hold these; which of them attempts still need is known when all are counted. */
  void inherit(List<Long> claims) {
    inherited = claims;
  }

  /** All attempts of older epochs that nodes hold are adopted: claims for others end. */
  void settle() {
    for (long claim : inherited) {
      if (held.find(claim) instanceof Attempt attempt) {
        attempt.claimed();
      } else {
        released.add(claim);
      }
    }
    inherited = List.of();
  }

  boolean isEmpty() {
    return released.isEmpty();
  }

  /** All that there are now are to be released. */
  void beat() {
    due = true;
  }

  /** The next transaction of releases; null where none is due. */
  @Nullable Transaction next() {
    if (!due || isEmpty()) {
      due = false;
      return null;
    }
    int count = Math.min(released.size(), RELEASE_BATCH);
    var ends = new TransactionBuilder(owner, TransactionOptions.STANDARD);
    for (int i = 0; i < count; i++) {
      ends.release(released.at(i));
    }
    released.removeFirst(count);
    due = !isEmpty();
    return ends.build();
  }
}
