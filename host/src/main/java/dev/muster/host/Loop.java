package dev.muster.host;

import dev.muster.core.actor.Event;
import dev.muster.core.actor.Timer;
import dev.muster.core.event.Wake;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Steps its actors, one event at a time, on a thread of its own. It never waits for anything but
 * the next event: a message to a loop that cannot keep up is lost, not waited for, so loops cannot
 * lock each other up.
 *
 * <p>Whoever brings an answer finds the loop asleep most of the time, and waking a thread takes as
 * long as starting a short task. So the bringer turns the loop itself then, see {@link #answer} and
 * {@link #bring}. At any time one thread at most turns it, and each sees all that the one before it
 * did.
 */
public final class Loop {
  /** How many messages may wait; the next ones are lost and counted. */
  public static final int INBOX_CAPACITY = 1 << 16;

  /** How many steps a bringer takes before it leaves the rest to the thread. */
  private static final int HELP_LIMIT = 64;

  private static final long IDLE_NS = 60_000_000_000L;

  private static final Duration JOIN_LIMIT = Duration.ofSeconds(5);

  private final SteadyClock clock;
  private final Consumer<Throwable> broken;
  private final Inbox inbox;
  private final Timers timers = new Timers();
  private final List<HostedActor<?>> actors = new ArrayList<>();
  private final Thread thread;

  private final ReentrantLock turning = new ReentrantLock();

  /** Whether all actors have started; of whoever turns the loop. */
  private boolean begun;

  /** Until when the thread sleeps if nobody wakes it; of whoever turns the loop. */
  private long sleepsUntilNs;

  Loop(String name, int capacity, SteadyClock clock, Consumer<Throwable> broken) {
    this.clock = clock;
    this.broken = broken;
    this.inbox = new Inbox(capacity);
    this.thread = Thread.ofPlatform().name(name).daemon().unstarted(this::run);
  }

  void add(HostedActor<?> hosted) {
    actors.add(hosted);
  }

  void start() {
    thread.start();
  }

  /**
   * Whoever turns the loop looks into the inbox once more when done, so only a sleeper is woken.
   */
  boolean offer(HostedActor<?> to, Event event) {
    boolean taken = inbox.offer(new Inbox.QueuedEvent(to, event));
    if (!turning.isLocked()) {
      inbox.wake();
    }
    return taken;
  }

  /** As {@link #offer}, and steps the loop on the calling thread, unless it is stepped already. */
  boolean bring(HostedActor<?> to, Event event) {
    boolean taken = inbox.offer(new Inbox.QueuedEvent(to, event));
    turnIfAsleep();
    return taken;
  }

  /** Takes an answer, and steps the loop on the calling thread, unless it is stepped already. */
  void answer(HostedActor<?> to, Event event) {
    inbox.answer(new Inbox.QueuedEvent(to, event));
    turnIfAsleep();
  }

  private void turnIfAsleep() {
    if (turning.isHeldByCurrentThread() || !turning.tryLock()) {
      return;
    }
    boolean more;
    try {
      if (begun) {
        help();
      }
      more = timers.nextNs() < sleepsUntilNs;
    } finally {
      turning.unlock();
    }
    if (more || !inbox.isEmpty()) {
      inbox.wake();
    }
  }

  private void help() {
    try {
      for (int i = 0; i < HELP_LIMIT && step(); i++) {}
    } catch (Throwable failure) {
      broken.accept(failure);
    }
  }

  void wake(long atNs, HostedActor<?> hosted, Timer timer) {
    timers.add(atNs, hosted, timer);
  }

  long lost() {
    return inbox.lost();
  }

  void stop() {
    inbox.close();
  }

  void join() {
    if (!thread.equals(Thread.currentThread())) {
      Waits.join(thread, JOIN_LIMIT);
    }
  }

  private void run() {
    try {
      begin();
      while (!inbox.closed()) {
        inbox.await(turn());
      }
    } catch (Throwable failure) {
      broken.accept(failure);
    } finally {
      end();
    }
  }

  private void begin() {
    turning.lock();
    try {
      for (var hosted : actors) {
        hosted.start(clock.nowNs());
      }
      begun = true;
    } finally {
      turning.unlock();
    }
  }

  private void end() {
    turning.lock();
    try {
      actors.forEach(HostedActor::close);
    } finally {
      turning.unlock();
    }
  }

  /** Takes a step; the result is the time until the next timer. */
  private long turn() {
    turning.lock();
    try {
      step();
      sleepsUntilNs = timers.nextNs();
      return Math.clamp(sleepsUntilNs - clock.nowNs(), 0, IDLE_NS);
    } finally {
      turning.unlock();
    }
  }

  /**
   * At most one timer, then at most one event of the inbox: neither can starve the other. None
   * after the end: who comes to turn the loop may have waited while an actor broke.
   *
   * @return whether there was any
   */
  private boolean step() {
    if (inbox.closed()) {
      return false;
    }
    long nowNs = clock.nowNs();
    var timer = timers.due(nowNs);
    if (timer != null) {
      timer.hosted().step(nowNs, new Wake(timer.timer()));
    }
    var queued = inbox.poll();
    if (queued != null) {
      queued.to().step(clock.nowNs(), queued.event());
    }
    return timer != null || queued != null;
  }

  /**
   * The time of a host: nanoseconds since 1970 as they were at its start, and from then on as much
   * later as really passed, so that it never goes back when somebody sets the system's clock.
   */
  static final class SteadyClock {
    private final long startNs;
    private final long startTick = System.nanoTime();

    SteadyClock() {
      var now = Instant.now();
      this.startNs = TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    }

    long nowNs() {
      return startNs + (System.nanoTime() - startTick);
    }
  }

  /**
   * The timers of one loop, in the order of their time; those of the same time as they were set.
   */
  private static final class Timers {
    /** More than any sound actor sets; past it the actor is broken. */
    static final int LIMIT = 1 << 20;

    record SetTimer(long atNs, long sequence, HostedActor<?> hosted, Timer timer) {}

    private final PriorityQueue<SetTimer> heap =
        new PriorityQueue<>(
            Comparator.comparingLong(SetTimer::atNs).thenComparingLong(SetTimer::sequence));
    private long sequence;

    void add(long atNs, HostedActor<?> hosted, Timer timer) {
      if (heap.size() == LIMIT) {
        throw new IllegalStateException("more than " + LIMIT + " timers are set");
      }
      heap.add(new SetTimer(atNs, sequence++, hosted, timer));
    }

    @Nullable SetTimer due(long nowNs) {
      var next = heap.peek();
      return next != null && next.atNs <= nowNs ? heap.poll() : null;
    }

    /** When the next one is due; at the end of time if there is none. */
    long nextNs() {
      var next = heap.peek();
      return next == null ? Long.MAX_VALUE : next.atNs;
    }
  }
}
