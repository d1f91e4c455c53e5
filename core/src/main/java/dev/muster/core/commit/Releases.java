package dev.muster.core.commit;

import dev.muster.core.claim.Terms;
import dev.muster.core.claim.Transaction;
import dev.muster.core.event.MasterEntry.CellChanged;
import dev.muster.core.event.MasterEvent.Freed;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.loop.Effects;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Ends the claims of tasks that nodes say have ended. What is said while entries are on their way
 * through the log is gathered and goes together, so that a busy log has few entries and not many.
 */
final class Releases {

  /** How many claims are gathered; nodes say again what is not heard. */
  static final int MAX_GATHERED = 100_000;

  private final CellState state;
  private List<Freed> gathered = new ArrayList<>();
  private List<Freed> underWay = new ArrayList<>();
  private int claimsGathered;
  private int entriesOut;

  Releases(CellState state) {
    this.state = state;
  }

  void add(long nowNs, Freed freed, Effects out) {
    if (claimsGathered + freed.claims().size() > MAX_GATHERED) {
      return;
    }
    gathered.add(freed);
    claimsGathered += freed.claims().size();
    sendIfAble(nowNs, out);
  }

  private void sendIfAble(long nowNs, Effects out) {
    if (entriesOut > 0 || gathered.isEmpty()) {
      return;
    }
    underWay = gathered;
    gathered = new ArrayList<>();
    claimsGathered = 0;
    for (var transaction : transactions()) {
      var entry = state.decide(nowNs, transaction).entry();
      if (!entry.isEmpty()) {
        entriesOut++;
        out.append(new CellChanged(CellChanged.UNASKED, entry));
      }
    }
    if (entriesOut == 0) {
      answer(out);
    }
  }

  /** One for each owner. A node frees only what was claimed on it. */
  private Iterable<Transaction> transactions() {
    var byOwner = new TreeMap<Integer, Transaction>();
    for (var freed : underWay) {
      int owner = freed.scheduler().index();
      var ends = byOwner.computeIfAbsent(owner, _ -> new Transaction(owner, Terms.STANDARD));
      for (long claim : freed.claims()) {
        if (state.isOn(freed.node(), owner, claim)) {
          ends.release(claim);
        }
      }
    }
    return byOwner.values();
  }

  /** One of its entries is applied. */
  void applied(long nowNs, Effects out) {
    if (--entriesOut == 0) {
      answer(out);
      sendIfAble(nowNs, out);
    }
  }

  private void answer(Effects out) {
    for (var freed : underWay) {
      out.send(NodeEvent.at(freed.node()), new NodeEvent.FreedHeard(freed.claims()));
    }
    underWay = new ArrayList<>();
  }
}
