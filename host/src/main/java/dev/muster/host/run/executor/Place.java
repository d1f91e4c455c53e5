package dev.muster.host.run.executor;

import dev.muster.core.actor.Pace;
import dev.muster.executor.frame.ErrorReason;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The place of one kind of executor: the calls that wait for it, and the one that takes them if
 * there is one. One lock guards all of it; callers are told outside of it.
 *
 * <p>A call waits until there is a slot. It is then under way until it is answered or its executor
 * has ended, and is never given to a second one.
 */
final class Place {

  private static final String STOPPED = "told to end before it was called";

  private final ExecutorPool pool;
  private final @Nullable Recipe recipe;
  private final String name;
  private final ReentrantLock lock = new ReentrantLock();
  private final ArrayDeque<Call> waiting = new ArrayDeque<>();
  private @Nullable Crew crew;
  private int crashes;
  private long notBeforeTick = System.nanoTime();
  private long usedTick = System.nanoTime();
  private boolean closed;

  /**
   * @param recipe null for a kind that others start
   */
  Place(ExecutorPool pool, @Nullable Recipe recipe, String name) {
    this.pool = pool;
    this.recipe = recipe;
    this.name = name;
  }

  void guarded(Runnable change) {
    lock.lock();
    try {
      change.run();
    } finally {
      lock.unlock();
    }
  }

  /** False if it is closed, and another place must take the call. */
  boolean submit(Call call) {
    lock.lock();
    try {
      if (closed) {
        return false;
      }
      usedTick = System.nanoTime();
      if (recipe != null || crew != null) {
        waiting.add(call);
        pump();
        return true;
      }
    } finally {
      lock.unlock();
    }
    call.caller().notCalled(nobody());
    return true;
  }

  private String nobody() {
    return "no executor is registered for `%s:`; start one that connects to %s"
        .formatted(name, pool.socket());
  }

  /** Gives out what there are slots for; under the lock. */
  void pump() {
    while (crew != null && crew.hasRoom() && !waiting.isEmpty()) {
      crew.send(waiting.remove());
    }
  }

  /** Takes note of an answer; null if there is no such call. */
  @Nullable Call answered(Crew by, long number) {
    lock.lock();
    try {
      var call = by.remove(number);
      if (call != null) {
        call.crew = null;
        crashes = 0;
        usedTick = System.nanoTime();
        pump();
        if (by.isRetired()) {
          by.retire();
        }
      }
      return call;
    } finally {
      lock.unlock();
    }
  }

  void cancel(Call call, boolean force) {
    boolean waited;
    lock.lock();
    try {
      waited = waiting.remove(call);
      var has = call.crew;
      if (has != null && !call.cancelled) {
        has.cancel(call);
      }
      if (has != null && force) {
        pool.later(() -> enforce(call));
      }
    } finally {
      lock.unlock();
    }
    if (waited) {
      call.caller().failed(ErrorReason.CANCELLED, STOPPED, 0);
    }
  }

  void pace(Call call, Pace wanted) {
    guarded(
        () -> {
          if (call.crew != null) {
            call.crew.pace(call, wanted);
          } else {
            call.pace = wanted;
          }
        });
  }

  private void enforce(Call call) {
    guarded(
        () -> {
          var has = call.crew;
          if (has != null) {
            call.disobeyed = true;
            has.end(Loss.BYSTANDER, "a call of " + call.function() + " did not end when told to");
          }
        });
  }

  /** Whether it is time to start one here; the end of one that never came is waited for first. */
  boolean wantsCrew(long tick) {
    lock.lock();
    try {
      return recipe != null
          && !waiting.isEmpty()
          && (crew == null || (crew.isRetired() && crew.wasWelcome()))
          && tick - notBeforeTick >= 0;
    } finally {
      lock.unlock();
    }
  }

  /** To be called if it wants one. A retired one goes on by itself. */
  Crew takeOn(ExecutorProcess process) {
    lock.lock();
    try {
      crew = new Crew(this, process);
      return crew;
    } finally {
      lock.unlock();
    }
  }

  /** For an executor that has come by itself; null if one is here already. */
  @Nullable Crew takeOnForeign() {
    lock.lock();
    try {
      if (closed || (crew != null && !crew.isRetired())) {
        return null;
      }
      crew = new Crew(this, null);
      return crew;
    } finally {
      lock.unlock();
    }
  }

  @Nullable Recipe recipe() {
    return recipe;
  }

  /** Since when nobody has called; the present if somebody waits or is under way. */
  long idleSinceTick(long tick) {
    lock.lock();
    try {
      boolean idle = waiting.isEmpty() && (crew == null || crew.isIdle());
      return idle ? usedTick : tick;
    } finally {
      lock.unlock();
    }
  }

  boolean hasCrew() {
    lock.lock();
    try {
      return crew != null && !crew.isRetired();
    } finally {
      lock.unlock();
    }
  }

  /** Lets an idle executor go; false if it is not idle now. The place takes no more calls. */
  boolean closeIfIdle() {
    lock.lock();
    try {
      if (!waiting.isEmpty() || (crew != null && !crew.isIdle())) {
        return false;
      }
      closed = true;
      if (crew != null) {
        crew.end(Loss.CRASHED, "");
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Ends all here; those under way hear of it when their executor has ended. */
  void close(String why) {
    List<Call> left;
    lock.lock();
    try {
      closed = true;
      left = takeWaiting();
      if (crew != null) {
        crew.end(Loss.CRASHED, why);
      }
    } finally {
      lock.unlock();
    }
    left.forEach(call -> call.caller().notCalled(why));
  }

  private List<Call> takeWaiting() {
    var taken = new ArrayList<>(waiting);
    waiting.clear();
    return taken;
  }

  /** An executor of this place is gone. */
  void ended(Crew gone, Ending ending) {
    List<Call> lost;
    List<Call> hopeless = List.of();
    lock.lock();
    try {
      lost = gone.calls();
      lost.forEach(call -> call.crew = null);
      if (gone == crew) {
        crew = null;
        if (!gone.wasWelcome() || recipe == null) {
          hopeless = takeWaiting();
        }
      }
      if (gone.loss() != Loss.BYSTANDER && (!gone.wasWelcome() || !lost.isEmpty())) {
        crashes++;
        notBeforeTick = System.nanoTime() + Limits.pauseAfter(crashes).toNanos();
      }
    } finally {
      lock.unlock();
    }
    lost.forEach(call -> tell(call, gone, ending));
    hopeless.forEach(call -> call.caller().notCalled(ending.words(gone.whyLost())));
  }

  private static void tell(Call call, Crew gone, Ending ending) {
    var loss = call.disobeyed ? Loss.DISOBEYED : ending.lossOr(gone.loss());
    call.caller().lost(loss, ending.exitCode(), ending.words(gone.whyLost()));
  }
}
