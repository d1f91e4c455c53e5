package dev.muster.sim.experiment.apollo;

import dev.muster.check.Observer;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.flat.LongMap;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.SchedulerEvent.ReservationReturned;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.core.event.SchedulerEvent.TaskPromoted;
import java.util.function.LongSupplier;

/**
 * Counts from outside what second attempts of tasks are good for: duplicates of tasks that wait in
 * a queue, and copies of tasks that run.
 */
final class TwinLedger implements Observer {

  private static final long NOT_YET = -1;
  private static final double PERCENT = 100;
  private static final int STAGE_BITS = 8;
  private static final int TASK_BITS = 24;

  /** A task from its first attempt until one has ended. */
  private static final class TwinTask {

    private final long key;
    private final long first;
    private long firstNs = NOT_YET;
    private long second = NOT_YET;
    private long secondNs = NOT_YET;
    private boolean copied;

    /** Whether the first attempt has no token: the second is a move, for which it got one. */
    private boolean opportunistic;

    /** Of a slowed attempt: when half of its excess time is over. */
    private long dueNs = NOT_YET;

    TwinTask(long key, long first) {
      this.key = key;
      this.first = first;
    }
  }

  private final LongMap<TwinTask> tasks = new LongMap<>();
  private final LongMap<TwinTask> firsts = new LongMap<>();
  private LongSupplier clock = () -> 0;
  private TwinTask latest = new TwinTask(0, 0);
  private long latestRun;
  long created;

  /** Second attempts made while the first waits, and how many of them start before it. */
  long duplicates;

  private long duplicatesFirst;

  /** Second attempts for which a task got a token, while the first waited without one. */
  long moves;

  /** Of how many either attempt has started. */
  private long duplicatesDecided;

  /** Second attempts made while the first runs; of slowed attempts and of others. */
  long copies;

  long falseCopies;
  long slowed;
  long caught;

  void readTimeFrom(LongSupplier nowNs) {
    clock = nowNs;
  }

  @Override
  public void sent(Address<?> to, Event event) {
    if (event instanceof PlaceTask place) {
      placed(place);
    } else if (event instanceof TaskFinished end) {
      over(end.reservation(), end.result().succeeded(), key(end.job(), end.stage(), end.index()));
    } else if (event instanceof ReservationReturned returned) {
      over(returned.reservation(), false, 0);
    } else if (event instanceof TaskPromoted promoted && promoted.granted()) {
      var task = firsts.find(promoted.reservation());
      if (task != null && task.second == NOT_YET) {
        task.opportunistic = false;
      }
    }
  }

  /** After its first attempt has ended, a task begins anew: what follows is no twin. */
  private void over(long run, boolean succeeded, long key) {
    var begun = firsts.remove(run);
    boolean hadNoCopy = begun != null && begun.second == NOT_YET;
    if (begun != null && hadNoCopy && !succeeded && begun.dueNs > clock.getAsLong()) {
      slowed--; // its attempt ended before it could be caught
    }
    if (begun != null && tasks.find(begun.key) == begun) {
      tasks.remove(begun.key);
    } else if (succeeded) {
      tasks.remove(key);
    }
  }

  private void placed(PlaceTask place) {
    var work = place.work();
    long key = key(work.job(), work.stage(), work.index());
    var task = tasks.find(key);
    if (task == null) {
      created++;
      var alone = new TwinTask(key, place.reservation());
      alone.opportunistic = place.demand().isOpportunistic();
      tasks.put(key, alone);
      firsts.put(place.reservation(), alone);
    } else if (task.first != place.reservation() && task.second == NOT_YET) {
      created++;
      task.second = place.reservation();
      task.copied = task.firstNs != NOT_YET;
      if (task.copied) {
        copies++;
        falseCopies += task.dueNs == NOT_YET ? 1 : 0;
      } else if (task.opportunistic) {
        moves++;
      } else {
        duplicates++;
      }
    }
  }

  @Override
  public void launched(int node, Launch launch) {
    var work = launch.work();
    var task = tasks.find(key(work.job(), work.stage(), work.index()));
    if (task == null) {
      return; // bound late, or over
    }
    long nowNs = clock.getAsLong();
    boolean starts = task.firstNs == NOT_YET && task.secondNs == NOT_YET;
    boolean isSecond = launch.run() == task.second;
    if (starts && task.second != NOT_YET && !task.opportunistic) {
      duplicatesDecided++;
      duplicatesFirst += isSecond ? 1 : 0;
    }
    if (launch.run() == task.first) {
      task.firstNs = nowNs;
    } else if (isSecond) {
      task.secondNs = nowNs;
      caught += task.copied && nowNs <= task.dueNs ? 1 : 0;
    }
    latest = task;
    latestRun = launch.run();
  }

  /** The attempt that was launched last is slowed, and takes that long instead of so long. */
  void slows(long slowNs, long usualNs) {
    if (latestRun == latest.first) {
      latest.dueNs = clock.getAsLong() + usualNs + (slowNs - usualNs) / 2;
      slowed++;
    }
  }

  /** Slowed attempts that may still be caught in time do not count. */
  void stop() {
    for (var task : tasks.values()) {
      slowed -= task.dueNs > clock.getAsLong() && task.secondNs == NOT_YET ? 1 : 0;
    }
  }

  double duplicatePercent() {
    return PERCENT * duplicates / Math.max(1, created);
  }

  /** Of duplicates of which either attempt has started. */
  double successPercent() {
    return PERCENT * duplicatesFirst / Math.max(1, duplicatesDecided);
  }

  double caughtPercent() {
    return PERCENT * caught / Math.max(1, slowed);
  }

  double falsePercent() {
    return PERCENT * falseCopies / Math.max(1, created);
  }

  private static long key(long job, int stage, int index) {
    return (((job << STAGE_BITS) | stage) << TASK_BITS) | index;
  }
}
