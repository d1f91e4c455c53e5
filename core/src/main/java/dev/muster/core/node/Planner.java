package dev.muster.core.node;

import dev.muster.core.actor.Timing;
import dev.muster.model.Resources;
import dev.muster.model.WaitMatrix;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Looks ahead: when does everything that waits get its turn, if estimates are right?
 *
 * <p>The plan gives each entry, in the order of the line, the earliest time at which it delays
 * nobody before it. Opportunistic tasks are not in it, because they give way. Where nobody said how
 * long a task takes, a plan that others are held to takes it for endless, and one that only
 * foretells guesses.
 */
final class Planner {

  /** How far down the line gaps are filled from, and how far each entry is foretold by itself. */
  static final int LOOK_AHEAD = 50;

  private static final int STEPS_PER_ENTRY = 2;
  private static final int STEPS_OF_WINDOW = 3;
  private static final Resources NOTHING = new Resources(-1, -1);

  private final Room room;
  private final Floor floor;
  private final Window window;
  private final boolean fillGaps;

  /**
   * @param fillGaps whether a later entry may start before an earlier one
   */
  Planner(Room room, Floor floor, Window window, boolean fillGaps) {
    this.room = room;
    this.floor = floor;
    this.window = window;
    this.fillGaps = fillGaps;
  }

  /** The first in line that can start now without delaying anybody before it. */
  @Nullable Entry gapFiller(long nowNs, Line line) {
    if (!fillGaps || line.size() < 2 || room.isFull()) {
      return null;
    }
    var candidates = upToTheLastThatFits(line.first(LOOK_AHEAD));
    if (candidates.isEmpty()) {
      return null;
    }
    var profile = present(nowNs, false);
    for (var entry : candidates) {
      long startNs = plan(profile, nowNs, entry, length(entry));
      if (startNs == nowNs) {
        return entry;
      }
      if (startNs == Profile.NEVER) {
        return null;
      }
    }
    return null;
  }

  /** Most often nobody fits in what is free, and then there is nothing to plan. */
  private List<Entry> upToTheLastThatFits(List<Entry> entries) {
    var free = room.free();
    int end = entries.size();
    while (end > 0 && !entries.get(end - 1).need().fitsIn(free)) {
      end--;
    }
    return entries.subList(0, end);
  }

  /** What will be free once everyone who waits now has had their turn. */
  Profile afterAll(long nowNs, Line line) {
    var profile = present(nowNs, false);
    long notBeforeNs = nowNs;
    for (var entry : line.first(line.size())) {
      long startNs = plan(profile, notBeforeNs, entry, length(entry));
      if (startNs == Profile.NEVER) {
        return new Profile(nowNs, NOTHING);
      }
      notBeforeNs = fillGaps ? nowNs : startNs;
    }
    return fillGaps ? profile : profile.from(notBeforeNs);
  }

  /**
   * How long a task that comes now would wait, by its size. The first entries of the line are
   * foretold one by one; what waits behind them counts by its amount, as if it left no gaps.
   */
  WaitMatrix waits(long nowNs, Turns turns) {
    if (floor.size() == 0 && turns.guaranteed().size() == 0 && !window.isPlanned()) {
      return WaitMatrix.NO_WAIT;
    }
    var profile = present(nowNs, true);
    var foretold = new Backlog();
    long lastStartNs = nowNs;
    for (var entry : turns.guaranteed().first(LOOK_AHEAD)) {
      long startNs = plan(profile, fillGaps ? nowNs : lastStartNs, entry, entry.lengthNs());
      lastStartNs = Math.max(lastStartNs, startNs);
      foretold.add(entry);
    }
    long behindNs = turns.backlog().leastNsWithout(foretold, room.capacity());
    long atLeastNs = fillGaps ? 0 : lastStartNs - nowNs;
    return new WaitMatrix(
        waits(room.capacity().cpuMillis(), profile.cpuForGood(), nowNs, atLeastNs, behindNs),
        waits(room.capacity().memoryBytes(), profile.memoryForGood(), nowNs, atLeastNs, behindNs));
  }

  private static List<Long> waits(
      long capacity, Profile.ForGood amounts, long nowNs, long atLeastNs, long behindNs) {
    List<Long> waits = new ArrayList<>(WaitMatrix.SIDE);
    for (int index = 0; index < WaitMatrix.SIDE; index++) {
      long fromNs = amounts.fromNs(WaitMatrix.level(capacity, index));
      long waitNs = fromNs == Profile.NEVER ? Profile.NEVER : fromNs - nowNs;
      waits.add(Timing.later(behindNs, Math.max(atLeastNs, waitNs)));
    }
    return waits;
  }

  /** How long what runs has left, one after the other. */
  long leftNs(long nowNs) {
    long sumNs = 0;
    for (var run : floor.runs()) {
      sumNs = Timing.later(sumNs, endNs(nowNs, run, true) - nowNs);
    }
    return sumNs;
  }

  private static long plan(Profile profile, long notBeforeNs, Entry entry, long lengthNs) {
    long startNs = profile.earliest(notBeforeNs, entry.need(), lengthNs);
    if (startNs != Profile.NEVER) {
      profile.take(startNs, lengthNs, entry.need());
    }
    return startNs;
  }

  /**
   * What is free now and comes back from what runs and from what is about to.
   *
   * @param guess whether to guess where nobody said how long a task takes
   */
  private Profile present(long nowNs, boolean guess) {
    List<Profile.Release> releases = new ArrayList<>(floor.size());
    for (var run : floor.runs()) {
      if (!run.demand().isOpportunistic()) {
        releases.add(new Profile.Release(endNs(nowNs, run, guess), run.need()));
      }
    }
    for (var entry : floor.held()) {
      if (!entry.demand.isOpportunistic()) {
        long endNs = Timing.later(nowNs, guess ? entry.lengthNs() : length(entry));
        releases.add(new Profile.Release(endNs, entry.need()));
      }
    }
    int steps = releases.size() + STEPS_PER_ENTRY * LOOK_AHEAD + STEPS_OF_WINDOW;
    var profile = new Profile(nowNs, room.free(), steps);
    profile.release(releases);
    if (window.isPlanned() && nowNs < window.untilNs()) {
      long fromNs = Math.max(nowNs, window.fromNs());
      profile.take(fromNs, window.untilNs() - fromNs, room.capacity());
    }
    return profile;
  }

  /**
   * One that has taken longer than it should is expected to end any moment; one of which nobody
   * knows is guessed to run as long again as it has.
   */
  private static long endNs(long nowNs, Run run, boolean guess) {
    long estimateNs = run.demand().estimateNs();
    if (estimateNs == 0) {
      return guess ? nowNs + Math.max(Entry.ASSUMED_NS, nowNs - run.startedNs()) : Profile.NEVER;
    }
    return Math.max(nowNs + 1, Timing.later(run.startedNs(), estimateNs));
  }

  /** What says nothing of its length may take for ever. */
  private static long length(Entry entry) {
    long estimateNs = entry.demand.estimateNs();
    return estimateNs == 0 ? Profile.NEVER : estimateNs;
  }
}
