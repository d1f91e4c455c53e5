package dev.muster.executor;

import java.util.ArrayDeque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The threads that calls run on. As long as calls are short, as many as there are processors are
 * the fastest: more would only wake each other. Calls that take long, most of all those that wait
 * for something, need a thread each. So there are few, and while calls queue up that are not short
 * there are more, up to one for each slot.
 */
final class AdaptivePool {
  /** How long calls are watched before there are more threads, or fewer. */
  private static final long PERIOD_NS = 5_000_000;

  /** Calls that hold a thread for less than this are short. */
  private static final long SHORT_NS = 250_000;

  private final int fewest;
  private final int most;
  private final Thread.Builder threads;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition summoned = lock.newCondition();
  private final Condition queuing = lock.newCondition();
  private final ArrayDeque<Runnable> queue = new ArrayDeque<>();

  /** How many threads may be awake; those that are, those that sleep, and of these the summoned. */
  private int allowed;

  private int awake;
  private int asleep;
  private int summons;

  private long taken;
  private boolean watched;

  /** The handler receives a thread that a call has broken. */
  AdaptivePool(int slots, Thread.UncaughtExceptionHandler broken) {
    this.fewest = Math.min(slots, Math.max(2, Runtime.getRuntime().availableProcessors()));
    this.most = slots;
    this.allowed = fewest;
    this.threads = Thread.ofPlatform().name("function").daemon().uncaughtExceptionHandler(broken);
    Thread.ofPlatform().name("hands").daemon().uncaughtExceptionHandler(broken).start(this::watch);
  }

  void execute(Runnable call) {
    lock.lock();
    try {
      queue.add(call);
      if (awake + summons < allowed) {
        summon();
      } else if (!watched) {
        watched = true;
        queuing.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  private void summon() {
    if (asleep > summons) {
      summons++;
      summoned.signal();
    } else {
      awake++;
      threads.start(this::serve);
    }
  }

  private void serve() {
    for (var call = next(); call != null; call = next()) {
      call.run();
    }
  }

  /** Sleeps without work; null if there are enough threads without this one. */
  private @Nullable Runnable next() {
    lock.lock();
    try {
      while (queue.isEmpty() || awake > allowed) {
        awake--;
        if (awake + asleep >= allowed) {
          return null;
        }
        sleep();
        awake++;
      }
      taken++;
      return queue.remove();
    } finally {
      lock.unlock();
    }
  }

  private void sleep() {
    asleep++;
    while (summons == 0) {
      summoned.awaitUninterruptibly();
    }
    summons--;
    asleep--;
  }

  private void watch() {
    while (true) {
      long before = awaitQueue();
      LockSupport.parkNanos(PERIOD_NS);
      adjust(before);
    }
  }

  private long awaitQueue() {
    lock.lock();
    try {
      while (queue.isEmpty()) {
        watched = false;
        queuing.awaitUninterruptibly();
      }
      return taken;
    } finally {
      lock.unlock();
    }
  }

  private void adjust(long takenBefore) {
    lock.lock();
    try {
      long heldNs = awake * PERIOD_NS / Math.max(1, taken - takenBefore);
      if (heldNs < SHORT_NS) {
        allowed = Math.max(fewest, allowed / 2);
      } else if (!queue.isEmpty()) {
        allowed = Math.min(most, allowed * 2);
        int more = Math.min(queue.size(), allowed - awake - summons);
        for (int i = 0; i < more; i++) {
          summon();
        }
      }
    } finally {
      lock.unlock();
    }
  }
}
