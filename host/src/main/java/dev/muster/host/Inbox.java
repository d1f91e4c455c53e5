package dev.muster.host;

import dev.muster.core.actor.Event;
import java.util.ArrayDeque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What waits for a loop, in two lanes.
 *
 * <p>Messages are like those of a network: when too many wait, more are lost, and the actors say
 * again what matters. Answers are what the log and the runtime owe for what they were asked to do.
 * They come once, so they are never lost; their number is limited by those who owe them.
 *
 * <p>Nobody is woken by what is put in here: whoever puts it in may see to it without that.
 */
final class Inbox {
  private final int capacity;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final ArrayDeque<QueuedEvent> messages = new ArrayDeque<>();
  private final ArrayDeque<QueuedEvent> answers = new ArrayDeque<>();
  private long lost;
  private volatile boolean closed;
  private boolean woken;

  Inbox(int capacity) {
    this.capacity = capacity;
  }

  boolean offer(QueuedEvent queued) {
    lock.lock();
    try {
      if (closed || messages.size() == capacity) {
        lost++;
        return false;
      }
      return messages.add(queued);
    } finally {
      lock.unlock();
    }
  }

  void answer(QueuedEvent queued) {
    lock.lock();
    try {
      if (!closed) {
        answers.add(queued);
      }
    } finally {
      lock.unlock();
    }
  }

  /** The next one, answers first; null if there is none. */
  @Nullable QueuedEvent poll() {
    lock.lock();
    try {
      return answers.isEmpty() ? messages.poll() : answers.poll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits for an event, {@link #wake} or the close, up to the limit. */
  void await(long waitNs) throws InterruptedException {
    lock.lock();
    try {
      long left = waitNs;
      while (isEmpty() && !woken && !closed && left > 0) {
        left = changed.awaitNanos(left);
      }
      woken = false;
    } finally {
      lock.unlock();
    }
  }

  void wake() {
    lock.lock();
    try {
      woken = true;
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  boolean isEmpty() {
    lock.lock();
    try {
      return messages.isEmpty() && answers.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  long lost() {
    lock.lock();
    try {
      return lost;
    } finally {
      lock.unlock();
    }
  }

  boolean closed() {
    return closed;
  }

  void close() {
    lock.lock();
    try {
      closed = true;
      messages.clear();
      answers.clear();
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  record QueuedEvent(HostedActor<?> to, Event event) {}
}
