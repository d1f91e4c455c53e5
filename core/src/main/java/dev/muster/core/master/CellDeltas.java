package dev.muster.core.master;

import dev.muster.core.actor.Effects;
import dev.muster.core.cell.DeltaBuffer;
import dev.muster.core.cell.PartitionDelta;
import dev.muster.core.event.MasterEvent.GetCellDelta;
import dev.muster.core.event.SchedulerEvent.CellDelta;
import dev.muster.core.master.state.cell.CellState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Sends deltas of the cell state to the replicas of schedulers. */
final class CellDeltas {

  private final CellState cell;
  private final CommitService commits;
  private final DeltaBuffer buffer = new DeltaBuffer();

  /** Stages that wait for placement at each scheduler, as it said last. */
  private final TreeMap<Integer, Integer> backlogs = new TreeMap<>();

  CellDeltas(CellState cell, CommitService commits) {
    this.cell = cell;
    this.commits = commits;
  }

  void send(GetCellDelta wanted, Effects out) {
    int owner = wanted.scheduler().index();
    out.send(
        wanted.scheduler(),
        new CellDelta(
            commits.lastApplied(owner),
            cell.partitions(),
            lenders(owner, wanted.waiting()),
            deltas(wanted)));
  }

  private List<PartitionDelta> deltas(GetCellDelta wanted) {
    List<PartitionDelta> deltas = new ArrayList<>();
    var named = wanted.partitions();
    int count = named.isEmpty() ? cell.partitions() : named.size();
    for (int at = 0; at < count; at++) {
      int partition = named.isEmpty() ? at : named.get(at);
      if (partition >= 0 && partition < cell.partitions()) {
        long has = at < wanted.versions().size() ? wanted.versions().get(at) : PartitionDelta.NEVER;
        cell.fillDelta(has, partition, buffer);
        deltas.add(buffer.toDelta());
      }
    }
    return List.copyOf(deltas);
  }

  /** The idle schedulers whose refreshes this one may have, if it has the longest backlog. */
  List<Integer> lenders(int scheduler, int waiting) {
    backlogs.put(scheduler, waiting);
    return waiting > 0 && isBusiest(scheduler, waiting) ? idle() : List.of();
  }

  /** Of equal backlogs, that of the lowest number counts as longest. */
  private boolean isBusiest(int scheduler, int waiting) {
    return backlogs.headMap(scheduler).values().stream().allMatch(before -> before < waiting)
        && backlogs.tailMap(scheduler).values().stream().allMatch(after -> after <= waiting);
  }

  private List<Integer> idle() {
    return backlogs.entrySet().stream()
        .filter(one -> one.getValue() == 0)
        .map(Map.Entry::getKey)
        .toList();
  }
}
