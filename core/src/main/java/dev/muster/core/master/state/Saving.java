package dev.muster.core.master.state;

import dev.muster.core.actor.flat.IntList;
import dev.muster.core.actor.flat.LongList;
import dev.muster.core.cell.CellEntry.LimitsSet;
import dev.muster.core.cell.OwnerLimits;
import dev.muster.core.cell.Request;
import dev.muster.core.cell.TransactionCommitted;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Takes a snapshot of what is applied; promises are left out. */
final class Saving {

  /** The claims of one owner, on their way into an entry. */
  private static final class Held {
    private final List<Request> asks = new ArrayList<>();
    private final LongList ids = new LongList();
    private final IntList machines = new IntList();
    private final IntList askOf = new IntList();

    private TransactionCommitted entry(int owner) {
      var none = new long[0];
      return new TransactionCommitted(
          owner,
          List.copyOf(asks),
          ids.toArray(),
          machines.toArray(),
          askOf.toArray(),
          none,
          new int[0],
          none,
          new int[0]);
    }
  }

  private final Tables tables;
  private final MachineTable machines;
  private final ClaimTable claims;

  Saving(Tables tables) {
    this.tables = tables;
    this.machines = tables.machines();
    this.claims = tables.claims();
  }

  CellSnapshot save() {
    return new CellSnapshot(
        rows(),
        CellSnapshot.namedOf(machines),
        held(),
        limits(),
        versions(),
        machines.brokenPromises());
  }

  private long[] rows() {
    long[] rows = new long[machines.known() * CellSnapshot.ROW];
    for (int machine = 0; machine < machines.known(); machine++) {
      int at = machine * CellSnapshot.ROW;
      var capacity = machines.capacity(machine);
      rows[at] = machine;
      rows[at + 1] = capacity.cpuMillis();
      rows[at + 2] = capacity.memoryBytes();
      rows[at + 3] = machines.site(machine);
      rows[at + 4] = machines.sequence(machine);
    }
    return rows;
  }

  private List<TransactionCommitted> held() {
    var byOwner = new TreeMap<Integer, Held>();
    var numbers = new int[tables.asks().slots()];
    for (int slot = 0; slot < claims.slots(); slot++) {
      if (claims.isUsed(slot) && claims.isApplied(slot)) {
        add(slot, byOwner.computeIfAbsent(claims.owner(slot), _ -> new Held()), numbers);
      }
    }
    return byOwner.entrySet().stream().map(one -> one.getValue().entry(one.getKey())).toList();
  }

  /**
   * @param numbers of the asks among those of their owner, from 1
   */
  private void add(int slot, Held held, int[] numbers) {
    int ask = claims.askSlot(slot);
    if (numbers[ask] == 0) {
      held.asks.add(claims.ask(slot));
      numbers[ask] = held.asks.size();
    }
    held.ids.add(claims.id(slot));
    held.machines.add(claims.machine(slot));
    held.askOf.add(numbers[ask] - 1);
  }

  private List<LimitsSet> limits() {
    return tables.holdings().all().stream()
        .filter(holding -> !holding.limits().equals(OwnerLimits.NONE))
        .map(holding -> new LimitsSet(holding.owner(), holding.limits()))
        .toList();
  }

  private long[] versions() {
    long[] versions = new long[tables.partitions().count()];
    for (int partition = 0; partition < versions.length; partition++) {
      versions[partition] = tables.partitions().find(partition).version();
    }
    return versions;
  }
}
