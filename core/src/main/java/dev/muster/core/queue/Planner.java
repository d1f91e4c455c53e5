package dev.muster.core.queue;

import dev.muster.core.run.Run;
import dev.muster.model.Tier;
import org.jspecify.annotations.Nullable;

/**
 * Looks ahead: when does everything that waits get its turn, if estimates are right?
 *
 * <p>The plan gives each entry, in the order of the line, the earliest time at which it delays
 * nobody before it. Opportunistic tasks are not in it, because they give way.
 */
final class Planner {

  /** How far down the line gaps are filled from. */
  static final int LOOK_AHEAD = 100;

  private final Room room;
  private final Floor floor;

  Planner(Room room, Floor floor) {
    this.room = room;
    this.floor = floor;
  }

  /** The first in line that can start now without delaying anybody before it. */
  @Nullable Entry gapFiller(long nowNs, Line line) {
    var profile = present(nowNs);
    for (var entry : line.first(LOOK_AHEAD)) {
      long startNs = plan(profile, entry);
      if (startNs == nowNs) {
        return entry;
      }
    }
    return null;
  }

  /**
   * How long tasks of these sizes would wait at the end of the line, saying nothing of their
   * length.
   */
  Profile afterAll(long nowNs, Line line) {
    var profile = present(nowNs);
    for (var entry : line.first(line.size())) {
      plan(profile, entry);
    }
    return profile;
  }

  private static long plan(Profile profile, Entry entry) {
    long lengthNs = length(entry.demand.estimateNs());
    long startNs = profile.earliest(entry.need(), lengthNs);
    if (startNs != Profile.NEVER) {
      profile.take(startNs, lengthNs, entry.need());
    }
    return startNs;
  }

  /** What is free now and comes back from what runs and from what is about to. */
  private Profile present(long nowNs) {
    var profile = new Profile(nowNs, room.free());
    for (var run : floor.runs()) {
      if (run.demand().tier() == Tier.GUARANTEED) {
        profile.release(endNs(nowNs, run), run.need());
      }
    }
    for (var entry : floor.held()) {
      if (entry.demand.tier() == Tier.GUARANTEED) {
        profile.release(later(nowNs, length(entry.demand.estimateNs())), entry.need());
      }
    }
    return profile;
  }

  /** One that has taken longer than it should is expected to end any moment. */
  private static long endNs(long nowNs, Run run) {
    return Math.max(nowNs + 1, later(run.startedNs(), length(run.demand().estimateNs())));
  }

  /** What says nothing of its length may take for ever. */
  private static long length(long estimateNs) {
    return estimateNs == 0 ? Profile.NEVER : estimateNs;
  }

  private static long later(long fromNs, long lengthNs) {
    return lengthNs > Profile.NEVER - fromNs ? Profile.NEVER : fromNs + lengthNs;
  }
}
