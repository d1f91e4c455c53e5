package dev.muster.core.queue;

import dev.muster.core.loop.Timing;
import dev.muster.core.run.Run;
import dev.muster.model.Resources;
import org.jspecify.annotations.Nullable;

/**
 * Looks ahead: when does everything that waits get its turn, if estimates are right?
 *
 * <p>The plan gives each entry, in the order of the line, the earliest time at which it delays
 * nobody before it. Opportunistic tasks are not in it, because they give way. Where nobody can say
 * when an entry starts, nobody can say that another does not delay it: the plan ends there.
 */
final class Planner {

  /** How far down the line gaps are filled from. */
  static final int LOOK_AHEAD = 100;

  private static final Resources NOTHING = new Resources(-1, -1);

  private final Room room;
  private final Floor floor;
  private final boolean fillGaps;

  /**
   * @param fillGaps whether a later entry may start before an earlier one
   */
  Planner(Room room, Floor floor, boolean fillGaps) {
    this.room = room;
    this.floor = floor;
    this.fillGaps = fillGaps;
  }

  /** The first in line that can start now without delaying anybody before it. */
  @Nullable Entry gapFiller(long nowNs, Line line) {
    if (!fillGaps || line.size() < 2 || room.isFull()) {
      return null;
    }
    var profile = present(nowNs);
    for (var entry : line.first(LOOK_AHEAD)) {
      long startNs = plan(profile, nowNs, entry);
      if (startNs == nowNs) {
        return entry;
      }
      if (startNs == Profile.NEVER) {
        return null;
      }
    }
    return null;
  }

  /** What will be free once everyone who waits now has had their turn. */
  Profile afterAll(long nowNs, Line line) {
    var profile = present(nowNs);
    long notBeforeNs = nowNs;
    for (var entry : line.first(line.size())) {
      long startNs = plan(profile, notBeforeNs, entry);
      if (startNs == Profile.NEVER) {
        return new Profile(nowNs, NOTHING);
      }
      notBeforeNs = fillGaps ? nowNs : startNs;
    }
    return fillGaps ? profile : profile.from(notBeforeNs);
  }

  private static long plan(Profile profile, long notBeforeNs, Entry entry) {
    long lengthNs = length(entry.demand.estimateNs());
    long startNs = profile.earliest(notBeforeNs, entry.need(), lengthNs);
    if (startNs != Profile.NEVER) {
      profile.take(startNs, lengthNs, entry.need());
    }
    return startNs;
  }

  /** What is free now and comes back from what runs and from what is about to. */
  private Profile present(long nowNs) {
    var profile = new Profile(nowNs, room.free());
    for (var run : floor.runs()) {
      if (!run.demand().isOpportunistic()) {
        profile.release(endNs(nowNs, run), run.need());
      }
    }
    for (var entry : floor.held()) {
      if (!entry.demand.isOpportunistic()) {
        profile.release(Timing.later(nowNs, length(entry.demand.estimateNs())), entry.need());
      }
    }
    return profile;
  }

  /** One that has taken longer than it should is expected to end any moment. */
  private static long endNs(long nowNs, Run run) {
    return Math.max(nowNs + 1, Timing.later(run.startedNs(), length(run.demand().estimateNs())));
  }

  /** What says nothing of its length may take for ever. */
  private static long length(long estimateNs) {
    return estimateNs == 0 ? Profile.NEVER : estimateNs;
  }
}
