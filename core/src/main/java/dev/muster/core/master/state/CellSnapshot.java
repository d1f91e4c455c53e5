package dev.muster.core.master.state;

import dev.muster.core.actor.TraceHash;
import dev.muster.core.cell.CellEntry.LimitsSet;
import dev.muster.core.cell.CellEntry.MachineJoined;
import dev.muster.core.cell.MachineRows;
import dev.muster.core.cell.Site;
import dev.muster.core.cell.TransactionCommitted;
import dev.muster.model.Resources;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * All that the log has come to: replaces its beginning.
 *
 * @param machines rows of {@value #ROW} longs: number, capacity in cpu and memory, site, sequence
 *     number; also of machines that left, for their sequence numbers
 * @param named what machines have besides, by their number
 * @param held the claims of each owner, as if it had made them all at once
 * @param versions of the partitions
 */
@SuppressWarnings("ArrayRecordComponent") // a machine must cost no object
public record CellSnapshot(
    long[] machines,
    Map<Integer, Resources> named,
    List<TransactionCommitted> held,
    List<LimitsSet> limits,
    long[] versions,
    long brokenPromises) {

  static final int ROW = 5;

  /** Puts machines and claims into an empty cell. */
  void replay(CellState cell) {
    for (int at = 0; at < machines.length; at += ROW) {
      if (machines[at + 1] != MachineRows.ABSENT) {
        cell.apply(new MachineJoined((int) machines[at], capacity(at), site(at)));
      }
    }
    held.forEach(cell::apply);
    limits.forEach(cell::apply);
  }

  private Resources capacity(int at) {
    var more = named.get((int) machines[at]);
    var plain = new Resources(machines[at + 1], machines[at + 2]);
    return more == null ? plain : plain.plus(more);
  }

  private Site site(int at) {
    return Site.unpack(machines[at + 3]);
  }

  /** Puts the counters back to where they were. */
  void settle(MachineTable table, Partitions partitions) {
    for (int at = 0; at < machines.length; at += ROW) {
      int machine = (int) machines[at];
      table.know(machine);
      table.move(machine, site(at));
      table.setSequences(machine, (int) machines[at + 4], (int) machines[at + 4]);
    }
    table.setBrokenPromises(brokenPromises);
    for (int partition = 0; partition < versions.length; partition++) {
      partitions.made(partition).startAt(versions[partition]);
    }
  }

  /** Claims enter by a sum, for their order means nothing. */
  long digest(TraceHash hash) {
    for (long word : machines) {
      hash.add(word);
    }
    named.forEach((machine, resources) -> hash.add(machine).add(resources));
    limits.forEach(limit -> limit.trace(hash));
    for (long version : versions) {
      hash.add(version);
    }
    return hash.add(brokenPromises).add(sumOfClaims()).value();
  }

  private long sumOfClaims() {
    long sum = 0;
    for (var entry : held) {
      for (int at = 0; at < entry.ids().length; at++) {
        var one = new TraceHash().add(entry.owner()).add(entry.ids()[at]);
        entry.requests().get(entry.requestOf()[at]).trace(one.add(entry.machines()[at]));
        sum += one.value();
      }
    }
    return sum;
  }

  /** As the map wants it: in order. */
  static Map<Integer, Resources> namedOf(MachineTable table) {
    var found = new TreeMap<Integer, Resources>();
    for (int machine = 0; machine < table.known(); machine++) {
      var named = table.namedCapacity(machine);
      if (!named.isEmpty()) {
        found.put(machine, new Resources(0, 0, named));
      }
    }
    return found;
  }
}
