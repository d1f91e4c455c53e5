package dev.muster.process.spawn;

import dev.muster.host.Waits;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The threads on which processes begin. They are of the kernel's own: a target is entered by a
 * kernel thread, and nothing else may run on it until it is back.
 *
 * <p>Work goes to the one that has waited least. It is most likely still in a target that is free,
 * and entering one costs more than all else that a start does.
 */
final class Starters {
  /** The kernel holds a starter until its program executes; more of them than this only wait. */
  private static final int COUNT = Math.max(8, 2 * Runtime.getRuntime().availableProcessors());

  private static final System.Logger LOGGER = System.getLogger(Starters.class.getName());

  private static final ThreadLocal<@Nullable Starter> SELF = new ThreadLocal<>();

  private final ReentrantLock lock = new ReentrantLock();
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private final List<Thread> threads = new ArrayList<>();

  private final Deque<Starter> idle = new ArrayDeque<>();

  private final String name;
  private boolean stopped;

  Starters(String name) {
    this.name = name;
  }

  /** Runs the work soon; next on the calling thread if that is a starter. */
  void execute(Runnable work) {
    lock.lock();
    try {
      if (stopped) {
        throw new RejectedExecutionException("nothing more is started");
      }
      var self = SELF.get();
      var starter = self != null && self.canTakeOn(this) ? self : idle.poll();
      if (starter != null) {
        starter.hand(work);
      } else if (threads.size() < COUNT) {
        threads.add(new Starter(work).start("starter-" + name + "-" + threads.size()));
      } else {
        waiting.add(work);
      }
    } finally {
      lock.unlock();
    }
  }

  int waiting() {
    lock.lock();
    try {
      return idle.size();
    } finally {
      lock.unlock();
    }
  }

  void stop(Duration limit) {
    List<Thread> all;
    lock.lock();
    try {
      stopped = true;
      idle.forEach(Starter::wake);
      all = List.copyOf(threads);
    } finally {
      lock.unlock();
    }
    all.forEach(thread -> Waits.join(thread, limit));
  }

  private final class Starter implements Runnable {
    private final Condition handed = lock.newCondition();
    private @Nullable Runnable work;

    Starter(Runnable first) {
      this.work = first;
    }

    Thread start(String threadName) {
      return Thread.ofPlatform().name(threadName).daemon().start(this);
    }

    boolean canTakeOn(Starters asked) {
      return asked == Starters.this && work == null;
    }

    void hand(Runnable next) {
      work = next;
      handed.signal();
    }

    void wake() {
      handed.signal();
    }

    @Override
    public void run() {
      SELF.set(this);
      for (var next = take(); next != null; next = take()) {
        try {
          next.run();
        } catch (RuntimeException | Error broken) {
          LOGGER.log(Level.WARNING, "a start broke off", broken);
        }
      }
    }

    /** What it was handed or what has waited longest; null when there will be no more. */
    private @Nullable Runnable take() {
      lock.lock();
      try {
        if (work == null) {
          work = waiting.poll();
        }
        if (work == null && !stopped) {
          idle.push(this);
          while (work == null && !stopped) {
            handed.awaitUninterruptibly();
          }
          idle.remove(this);
        }
        var taken = work;
        work = null;
        return taken;
      } finally {
        lock.unlock();
      }
    }
  }
}
