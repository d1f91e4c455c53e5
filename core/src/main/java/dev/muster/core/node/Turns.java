package dev.muster.core.node;

import dev.muster.core.actor.Chance;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whose turn it is among those that wait on a node.
 *
 * <p>Guaranteed entries go first, in the order of their line, with gaps filled where that delays
 * nobody; opportunistic ones only when none of those can start, and only from what is idle.
 */
final class Turns {

  private static final long NOT_SETTLED = -1;

  private final NodeConfig config;
  private final Room room;
  private final Planner planner;
  private final Window window;
  private final Line guaranteed;
  private final Chance chance;

  /** Made when the first has to wait: on many nodes none ever does. */
  private @Nullable Backlog backlog;

  /** Made when the first comes: many nodes never see one. */
  private @Nullable Opportunists opportunists;

  private double opportunisticShare;
  private long shedAboveNs = Long.MAX_VALUE;
  private long workNs;
  private int size;
  private int opportunistic;

  /**
   * The room of which it is known that nobody guaranteed can start: asked again only when that room
   * or the line has changed, so that what opportunistic tasks do moves no guaranteed one.
   */
  private long settled = NOT_SETTLED;

  Turns(NodeConfig config, Room room, Planner planner, Window window, Chance chance) {
    this.config = config;
    this.room = room;
    this.planner = planner;
    this.window = window;
    this.guaranteed = config.order().newLine();
    this.chance = chance;
    this.opportunisticShare = config.opportunisticShare();
  }

  /** Whether one more may wait: at most so many, and so much work unless nothing else waits. */
  boolean takes(Entry entry) {
    return size < config.maxWaiting()
        && (size == 0 || entry.workNs() <= config.maxWorkNs() - workNs);
  }

  void add(Entry entry) {
    workNs += entry.workNs();
    size++;
    if (entry.demand.isOpportunistic()) {
      opportunistic++;
      opportunists().add(entry);
    } else {
      settled = NOT_SETTLED;
      guaranteed.add(entry);
      backlog().add(entry);
    }
  }

  /** It no longer waits, and did not get its turn. */
  void remove(Entry entry) {
    if (countOut(entry)) {
      guaranteed.remove(entry);
    }
  }

  /** An opportunistic entry waits among the guaranteed ones from now on. */
  void promote(Entry entry, String grant) {
    remove(entry);
    entry.demand = entry.demand.guaranteedBy(grant);
    add(entry);
  }

  /** It got its turn. */
  void serve(Entry entry) {
    if (countOut(entry)) {
      guaranteed.serve(entry);
    }
  }

  /** Counts it out; an opportunistic one is gone then, a guaranteed one still in its line. */
  private boolean countOut(Entry entry) {
    workNs -= entry.workNs();
    size--;
    if (entry.demand.isOpportunistic()) {
      opportunistic--;
      opportunists().remove(entry);
      return false;
    }
    settled = NOT_SETTLED;
    backlog().remove(entry);
    return true;
  }

  /** What may start now may be another than before, though room and line are the same. */
  void changed() {
    settled = NOT_SETTLED;
  }

  /** Whether one whose room is reserved can have it now. */
  boolean canBegin(Entry entry) {
    return entry.demand.isOpportunistic()
        ? room.hasIdle(entry.need(), opportunisticShare)
        : room.canGuarantee(entry.need());
  }

  /** Whose turn it is now among guaranteed ones, or nobody's. */
  @Nullable Entry nextGuaranteed(long nowNs) {
    if (settled == room.changes()) {
      return null;
    }
    var first = guaranteed.first();
    if (first != null && room.canGuarantee(first.need()) && window.allows(nowNs, first)) {
      return first;
    }
    var filler = first == null ? null : planner.gapFiller(nowNs, guaranteed);
    if (filler == null) {
      settled = room.changes();
    }
    return filler;
  }

  /** Whose turn it is now among opportunistic ones, where no guaranteed one can start. */
  @Nullable Entry nextOpportunistic(long nowNs) {
    return opportunistic == 0
        ? null
        : opportunists()
            .next(
                entry ->
                    room.hasIdle(entry.need(), opportunisticShare) && window.allows(nowNs, entry));
  }

  /** The late ones that come next and have not asked for their task. */
  List<Entry> toAskAhead() {
    if (config.sampling().askAhead() == 0 || guaranteed.size() == 0) {
      return List.of();
    }
    List<Entry> late = new ArrayList<>(guaranteed.first(config.sampling().askAhead()));
    late.removeIf(entry -> entry.work != null || entry.asking());
    return late;
  }

  /**
   * @param share how much of the machine opportunistic tasks may have
   * @param aboveNs how much of their work may wait
   */
  void police(double share, long aboveNs) {
    opportunisticShare = share;
    shedAboveNs = aboveNs;
  }

  /** The youngest opportunistic entry where too much of their work waits. */
  @Nullable Entry tooMuch() {
    return opportunistic > 0 && opportunists().workNs() > shedAboveNs
        ? opportunists().youngest()
        : null;
  }

  private Opportunists opportunists() {
    if (opportunists == null) {
      opportunists = new Opportunists(config.pick(), chance);
    }
    return opportunists;
  }

  int size() {
    return size;
  }

  /** How long all that waits would run, one after the other. */
  long workNs() {
    return workNs;
  }

  Line guaranteed() {
    return guaranteed;
  }

  Backlog backlog() {
    if (backlog == null) {
      backlog = new Backlog();
    }
    return backlog;
  }

  double opportunisticShare() {
    return opportunisticShare;
  }
}
