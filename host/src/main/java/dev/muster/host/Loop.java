package dev.muster.host;

import dev.muster.core.event.Wake;
import dev.muster.core.loop.Event;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * One thread that steps the actors seated at it, one event at a time. It never waits for anything
 * but the next event: a message to a loop that cannot keep up is lost, not waited for, so loops
 * cannot lock each other up.
 */
public final class Loop {

  /** How many messages may wait; the next ones are lost and counted. */
  public static final int INBOX_CAPACITY = 1 << 16;

  private static final Duration JOIN_LIMIT = Duration.ofSeconds(5);

  private final SteadyClock clock;
  private final Consumer<Throwable> broken;
  private final Inbox inbox;
  private final Timers timers = new Timers();
  private final List<Seat<?>> seats = new ArrayList<>();
  private final Thread thread;

  Loop(String name, int capacity, SteadyClock clock, Consumer<Throwable> broken) {
    this.clock = clock;
    this.broken = broken;
    this.inbox = new Inbox(capacity);
    this.thread = Thread.ofPlatform().name(name).daemon().unstarted(this::run);
  }

  void seat(Seat<?> seat) {
    seats.add(seat);
  }

  void start() {
    thread.start();
  }

  boolean offer(Seat<?> to, Event event) {
    return inbox.offer(new Letter(to, event));
  }

  void answer(Seat<?> to, Event event) {
    inbox.answer(new Letter(to, event));
  }

  /** Only for actors of this loop, within a step. */
  void wake(long atNs, Seat<?> seat, long token) {
    timers.add(atNs, seat, token);
  }

  long lost() {
    return inbox.lost();
  }

  /** The step in progress is the last one. */
  void stop() {
    inbox.close();
  }

  void join() {
    if (!thread.equals(Thread.currentThread())) {
      Patience.join(thread, JOIN_LIMIT);
    }
  }

  private void run() {
    try {
      for (var seat : seats) {
        seat.start(clock.nowNs());
      }
      while (!inbox.closed()) {
        turn();
      }
    } catch (Throwable failure) {
      broken.accept(failure);
    } finally {
      seats.forEach(Seat::close);
    }
  }

  /** At most one timer, then at most one letter: neither can starve the other. */
  private void turn() throws InterruptedException {
    long nowNs = clock.nowNs();
    var timer = timers.due(nowNs);
    if (timer != null) {
      timer.seat().step(nowNs, new Wake(timer.token()));
    }
    var letter = inbox.take(timers.waitNs(clock.nowNs()));
    if (letter != null) {
      letter.to().step(clock.nowNs(), letter.event());
    }
  }
}
