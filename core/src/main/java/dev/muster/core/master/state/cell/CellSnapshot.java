package dev.muster.core.master.state.cell;

import dev.muster.core.actor.TraceHash;
import dev.muster.core.actor.flat.IntList;
import dev.muster.core.actor.flat.LongList;
import dev.muster.core.cell.CellEntry.LimitsSet;
import dev.muster.core.cell.CellEntry.MachineJoined;
import dev.muster.core.cell.MachineRows;
import dev.muster.core.cell.OwnerLimits;
import dev.muster.core.cell.Request;
import dev.muster.core.cell.Site;
import dev.muster.core.cell.TransactionCommitted;
import dev.muster.model.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The applied cell state: replaces the beginning of the log.
 *
 * @param machines rows of {@value #ROW} longs: number, capacity in cpu and memory, site, sequence
 *     number; also of machines that left, for their sequence numbers
 * @param named resources of machines, by their number
 * @param claims of each owner, as one transaction
 * @param versions of the partitions
 */
@SuppressWarnings("ArrayRecordComponent") // a machine must cost no object
public record CellSnapshot(
    long[] machines,
    Map<Integer, Resources> named,
    List<TransactionCommitted> claims,
    List<LimitsSet> limits,
    long[] versions,
    long overcommits) {

  static final int ROW = 5;

  /** Puts machines and claims into an empty cell. */
  void replay(CellState cell) {
    for (int at = 0; at < machines.length; at += ROW) {
      if (machines[at + 1] != MachineRows.ABSENT) {
        cell.apply(new MachineJoined((int) machines[at], capacity(at), site(at)));
      }
    }
    claims.forEach(cell::apply);
    limits.forEach(cell::apply);
  }

  private Resources capacity(int at) {
    var ofMachine = named.get((int) machines[at]);
    var plain = new Resources(machines[at + 1], machines[at + 2]);
    return ofMachine == null ? plain : plain.plus(ofMachine);
  }

  private Site site(int at) {
    return Site.unpack(machines[at + 3]);
  }

  /** Restores sequence numbers and versions. */
  void restoreCounters(MachineTable table, Partitions partitions) {
    for (int at = 0; at < machines.length; at += ROW) {
      int machine = (int) machines[at];
      table.ensureKnown(machine);
      table.move(machine, site(at));
      table.setSequences(machine, (int) machines[at + 4], (int) machines[at + 4]);
    }
    table.setOvercommits(overcommits);
    for (int partition = 0; partition < versions.length; partition++) {
      partitions.writable(partition).startAt(versions[partition]);
    }
  }

  /** Claims enter as a sum, for their order means nothing. */
  public long digest(TraceHash hash) {
    for (long word : machines) {
      hash.add(word);
    }
    named.forEach((machine, resources) -> hash.add(machine).add(resources));
    limits.forEach(limit -> limit.trace(hash));
    for (long version : versions) {
      hash.add(version);
    }
    return hash.add(overcommits).add(claimsDigest()).value();
  }

  private long claimsDigest() {
    long sum = 0;
    for (var entry : claims) {
      for (int at = 0; at < entry.ids().length; at++) {
        var one = new TraceHash().add(entry.owner()).add(entry.ids()[at]);
        entry.requests().get(entry.requestOf()[at]).trace(one.add(entry.machines()[at]));
        sum += one.value();
      }
    }
    return sum;
  }

  /** Of what is applied, without promises. */
  static CellSnapshot of(CellTables tables) {
    var machines = tables.machines();
    return new CellSnapshot(
        rows(machines),
        named(machines),
        claims(tables),
        limits(tables.usage()),
        versions(tables.partitions()),
        machines.overcommits());
  }

  private static long[] rows(MachineTable machines) {
    long[] rows = new long[machines.known() * ROW];
    for (int machine = 0; machine < machines.known(); machine++) {
      int at = machine * ROW;
      var capacity = machines.capacity(machine);
      rows[at] = machine;
      rows[at + 1] = capacity.cpuMillis();
      rows[at + 2] = capacity.memoryBytes();
      rows[at + 3] = machines.site(machine);
      rows[at + 4] = machines.sequence(machine);
    }
    return rows;
  }

  private static Map<Integer, Resources> named(MachineTable machines) {
    var found = new TreeMap<Integer, Resources>();
    for (int machine = 0; machine < machines.known(); machine++) {
      var named = machines.namedCapacity(machine);
      if (!named.isEmpty()) {
        found.put(machine, new Resources(0, 0, named));
      }
    }
    return found;
  }

  private static List<TransactionCommitted> claims(CellTables tables) {
    var claims = tables.claims();
    var byOwner = new TreeMap<Integer, OwnerClaims>();
    var indexes = new int[tables.requests().slots()];
    for (int slot = 0; slot < claims.slots(); slot++) {
      if (claims.isApplied(slot)) {
        byOwner
            .computeIfAbsent(claims.owner(slot), _ -> new OwnerClaims())
            .add(slot, claims, indexes);
      }
    }
    return byOwner.entrySet().stream().map(one -> one.getValue().entry(one.getKey())).toList();
  }

  private static List<LimitsSet> limits(UsageTable usage) {
    return usage.all().stream()
        .filter(one -> !one.limits().equals(OwnerLimits.NONE))
        .map(one -> new LimitsSet(one.owner(), one.limits()))
        .toList();
  }

  private static long[] versions(Partitions partitions) {
    long[] versions = new long[partitions.count()];
    for (int partition = 0; partition < versions.length; partition++) {
      versions[partition] = partitions.find(partition).version();
    }
    return versions;
  }

  /** Gathers the claims of one owner in an entry. */
  private static final class OwnerClaims {
    private final List<Request> requests = new ArrayList<>();
    private final LongList ids = new LongList();
    private final IntList machines = new IntList();
    private final IntList requestOf = new IntList();

    /**
     * @param indexes of requests among those of their owner, from 1, by slot
     */
    private void add(int slot, ClaimTable claims, int[] indexes) {
      int request = claims.requestSlot(slot);
      if (indexes[request] == 0) {
        requests.add(claims.request(slot));
        indexes[request] = requests.size();
      }
      ids.add(claims.id(slot));
      machines.add(claims.machine(slot));
      requestOf.add(indexes[request] - 1);
    }

    private TransactionCommitted entry(int owner) {
      var none = new long[0];
      return new TransactionCommitted(
          owner,
          List.copyOf(requests),
          ids.toArray(),
          machines.toArray(),
          requestOf.toArray(),
          none,
          new int[0],
          none,
          new int[0]);
    }
  }
}
