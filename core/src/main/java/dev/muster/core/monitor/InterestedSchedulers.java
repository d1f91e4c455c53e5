package dev.muster.core.monitor;

import dev.muster.core.actor.Effects;
import dev.muster.core.event.MonitorEvent.GetLoads;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.LoadDelta;
import java.util.TreeMap;

/**
 * The schedulers that want loads: a lease for each, which each question renews, and the question
 * that has no answer yet. Questions are answered on the beat, once there is something new and not
 * sooner than half an interval after the answer before; only a delta that was cut short goes on at
 * once.
 */
final class InterestedSchedulers {

  /** How many intervals after its latest question a scheduler is interested. */
  static final int INTEREST_INTERVALS = 5;

  private static final class Interest {
    private long askedNs;
    private boolean isOpen;
    private boolean isRanked;
    private long seen;
    private long answeredNs = Long.MIN_VALUE / 2;

    /** Where a delta that was cut short ended; else 0. */
    private long cutAt;
  }

  private final long instance;
  private final long everyNs;
  private final LoadDeltas deltas;
  private final TreeMap<Integer, Interest> interests = new TreeMap<>();

  InterestedSchedulers(long instance, long everyNs, LoadDeltas deltas) {
    this.instance = instance;
    this.everyNs = everyNs;
    this.deltas = deltas;
  }

  /** Ends leases that were not renewed; gives whether anybody is still interested. */
  boolean expire(long nowNs) {
    interests.values().removeIf(each -> nowNs - each.askedNs > INTEREST_INTERVALS * everyNs);
    return !interests.isEmpty();
  }

  /** A scheduler that has heard another instance has seen nothing of this one. */
  void asked(long nowNs, GetLoads question, Effects out) {
    int index = question.scheduler().index();
    var interest = interests.computeIfAbsent(index, _ -> new Interest());
    interest.askedNs = nowNs;
    interest.isOpen = true;
    interest.isRanked = question.ranked();
    interest.seen = question.instance() == instance ? question.seen() : 0;
    if (interest.cutAt != 0 && interest.seen == interest.cutAt) {
      answer(nowNs, index, interest, out);
    }
  }

  void answer(long nowNs, Effects out) {
    for (var each : interests.entrySet()) {
      var interest = each.getValue();
      if (interest.isOpen
          && nowNs - interest.answeredNs >= everyNs / 2
          && deltas.isNew(interest.seen)) {
        answer(nowNs, each.getKey(), interest, out);
      }
    }
  }

  private void answer(long nowNs, int scheduler, Interest interest, Effects out) {
    LoadDelta delta = deltas.after(nowNs, interest.seen, interest.isRanked);
    interest.isOpen = false;
    interest.answeredNs = nowNs;
    interest.cutAt = delta.more() ? delta.upTo() : 0;
    out.send(SchedulerEvent.at(scheduler), delta);
  }
}
