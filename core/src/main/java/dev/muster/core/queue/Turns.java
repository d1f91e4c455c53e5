package dev.muster.core.queue;

import dev.muster.core.flat.LongMap;
import dev.muster.core.loop.Chance;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who waits on a node, and whose turn it is.
 *
 * <p>Guaranteed entries go first, in the order of their line, with gaps filled where that delays
 * nobody; opportunistic ones only when none of those can start, and only from what is idle.
 */
final class Turns {

  private final NodeConfig config;
  private final Room room;
  private final Planner planner;
  private final Line guaranteed;
  private final Opportunists opportunists;
  private final LongMap<Entry> byId = new LongMap<>();
  private double opportunisticShare;
  private long workNs;

  Turns(NodeConfig config, Room room, Planner planner, Chance chance) {
    this.config = config;
    this.room = room;
    this.planner = planner;
    this.guaranteed = config.order().newLine();
    this.opportunists = new Opportunists(config.pick(), chance);
    this.opportunisticShare = config.opportunisticShare();
  }

  /** Whether one more of this kind may wait; at most so many, and so much work. */
  boolean takes(Entry entry) {
    return byId.size() < config.maxWaiting()
        && entry.demand.estimateNs() <= config.maxWorkNs() - workNs;
  }

  void add(Entry entry) {
    byId.put(entry.id, entry);
    workNs += entry.demand.estimateNs();
    if (entry.demand.isOpportunistic()) {
      opportunists.add(entry);
    } else {
      guaranteed.add(entry);
    }
  }

  @Nullable Entry find(long id) {
    return byId.find(id);
  }

  /** It no longer waits, and did not get its turn. */
  void remove(Entry entry) {
    forget(entry);
    if (entry.demand.isOpportunistic()) {
      opportunists.remove(entry);
    } else {
      guaranteed.remove(entry);
    }
  }

  /** It got its turn. */
  void serve(Entry entry) {
    forget(entry);
    if (entry.demand.isOpportunistic()) {
      opportunists.remove(entry);
    } else {
      guaranteed.serve(entry);
    }
  }

  private void forget(Entry entry) {
    byId.remove(entry.id);
    workNs -= entry.demand.estimateNs();
  }

  /** Whose turn it is now, or nobody's. */
  @Nullable Entry next(long nowNs) {
    var first = guaranteed.first();
    if (first != null && room.canGuarantee(first.need())) {
      return first;
    }
    var filler = first == null ? null : filler(nowNs);
    if (filler != null || opportunists.size() == 0) {
      return filler;
    }
    return opportunists.next(entry -> room.hasIdle(entry.need(), opportunisticShare));
  }

  private @Nullable Entry filler(long nowNs) {
    var free = room.free();
    boolean full = free.cpuMillis() <= 0 || free.memoryBytes() <= 0;
    return config.fillGaps() && guaranteed.size() > 1 && !full
        ? planner.gapFiller(nowNs, guaranteed)
        : null;
  }

  /** The late ones that come next and have not asked for their task. */
  List<Entry> toAskAhead() {
    if (config.askAhead() == 0) {
      return List.of();
    }
    List<Entry> late = new ArrayList<>(guaranteed.first(config.askAhead()));
    late.removeIf(entry -> entry.work != null || entry.asking());
    return late;
  }

  void police(double share) {
    opportunisticShare = share;
  }

  /** The youngest opportunistic entry where more than so much of their work waits. */
  @Nullable Entry tooMuch(long shedAboveNs) {
    return opportunists.workNs() > shedAboveNs ? opportunists.youngest() : null;
  }

  /** Those that wait and have asked for their task ahead of their turn. */
  List<Entry> asking() {
    if (config.askAhead() == 0) {
      return List.of();
    }
    return byId.values().stream().filter(Entry::asking).toList();
  }

  /** Everyone who waits. */
  List<Entry> all() {
    return byId.values();
  }

  int size() {
    return byId.size();
  }

  long workNs() {
    return workNs;
  }

  Line guaranteed() {
    return guaranteed;
  }
}
