package dev.muster.core.commit;

import dev.muster.core.claim.Terms;
import dev.muster.core.claim.Transaction;
import dev.muster.core.event.MasterEntry.CellChanged;
import dev.muster.core.event.MasterEvent.Freed;
import dev.muster.core.loop.Effects;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Ends the claims of tasks that nodes say have ended. What is said while entries are on their way
 * through the log is gathered and goes together, so that a busy log has few entries and not many.
 */
final class Releases {

  /** How many claims are gathered; what is not heard their schedulers end. */
  static final int MAX_GATHERED = 100_000;

  private final CellState state;
  private final List<Freed> gathered = new ArrayList<>();
  private int entriesOut;

  Releases(CellState state) {
    this.state = state;
  }

  void add(long nowNs, Freed freed, Effects out) {
    if (gathered.size() < MAX_GATHERED) {
      gathered.add(freed);
      sendIfAble(nowNs, out);
    }
  }

  private void sendIfAble(long nowNs, Effects out) {
    if (entriesOut > 0 || gathered.isEmpty()) {
      return;
    }
    var transactions = transactions();
    gathered.clear();
    for (var transaction : transactions) {
      var entry = state.decide(nowNs, transaction).entry();
      if (!entry.isEmpty()) {
        entriesOut++;
        out.append(new CellChanged(CellChanged.UNASKED, entry));
      }
    }
  }

  /** One for each owner. A node frees only what was claimed on it. */
  private Iterable<Transaction> transactions() {
    var byOwner = new TreeMap<Integer, Transaction>();
    for (var freed : gathered) {
      int owner = freed.scheduler().index();
      var ends = byOwner.computeIfAbsent(owner, _ -> new Transaction(owner, Terms.STANDARD));
      if (state.isOn(freed.node(), owner, freed.claim())) {
        ends.release(freed.claim());
      }
    }
    return byOwner.values();
  }

  /** One of its entries is applied. */
  void applied(long nowNs, Effects out) {
    entriesOut--;
    sendIfAble(nowNs, out);
  }
}
