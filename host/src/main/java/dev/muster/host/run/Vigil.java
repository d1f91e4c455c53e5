package dev.muster.host.run;

import dev.muster.host.run.spawn.Child;
import dev.muster.host.run.spawn.Ended;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The moment that a starter stays with what it has started. A task as short as its own start is
 * over by then, and no other thread has to hear of it; waking one takes as long as the task.
 */
final class Vigil {

  static final Duration LENGTH = Duration.ofMillis(5);

  /** After one in vain so many are not kept: starters are few, and long tasks come in numbers. */
  static final int PAUSE = 8;

  private final AtomicInteger pause = new AtomicInteger();

  /** The end of the child, if that comes soon. */
  Optional<Ended> over(Child child) throws InterruptedException {
    if (pause.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      return Optional.empty();
    }
    var ended = child.await(LENGTH);
    if (ended.isEmpty()) {
      pause.set(PAUSE);
    }
    return ended;
  }
}
