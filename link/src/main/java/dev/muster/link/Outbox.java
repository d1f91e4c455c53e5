package dev.muster.link;

import dev.muster.wire.WireWriter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What waits to go out on one stream. Whoever finds it idle wakes the thread of the link, which
 * then sends envelope after envelope until nothing is left: the busier the link, the more events
 * share one.
 */
final class Outbox {

  /** How many may wait; the next ones are dropped and counted. */
  static final int CAPACITY = 1 << 16;

  /** The end of a stream that is written to; used on the thread of the link only. */
  interface Stream {

    /** Whether the other side keeps up; {@link #resume} is called when it does again. */
    boolean isReady();

    void send(Envelope envelope);

    /** What was sent since the last time goes now. */
    void flush();
  }

  private final Stream stream;
  private final Executor thread;
  private final Traffic traffic;
  private final int capacity;
  private final WireWriter writer = new WireWriter();

  private final ReentrantLock lock = new ReentrantLock();
  private final ArrayDeque<Parcel> waiting = new ArrayDeque<>();

  /** Whether the thread of the link is at it, or will be when the stream is ready. */
  private boolean attended;

  private boolean closed;

  Outbox(Stream stream, Executor thread, Traffic traffic) {
    this(stream, thread, traffic, CAPACITY);
  }

  Outbox(Stream stream, Executor thread, Traffic traffic, int capacity) {
    this.stream = stream;
    this.thread = thread;
    this.traffic = traffic;
    this.capacity = capacity;
  }

  /** Takes an event, or drops it and says so. Never blocks. */
  boolean offer(Parcel parcel) {
    boolean first;
    lock.lock();
    try {
      if (closed || waiting.size() >= capacity) {
        traffic.dropped(1);
        return false;
      }
      waiting.add(parcel);
      first = !attended;
      attended = true;
    } finally {
      lock.unlock();
    }
    if (first) {
      attend();
    }
    return true;
  }

  private void attend() {
    try {
      thread.execute(this::resume);
    } catch (RejectedExecutionException ended) {
      close();
    }
  }

  /** Sends what waits as long as the stream is ready; on the thread of the link. */
  void resume() {
    boolean sent = false;
    while (stream.isReady()) {
      var parcels = take();
      if (parcels.isEmpty()) {
        break;
      }
      send(parcels);
      sent = true;
    }
    if (sent) {
      stream.flush();
    }
  }

  private List<Parcel> take() {
    lock.lock();
    try {
      var taken = new ArrayList<Parcel>(Math.min(waiting.size(), Envelope.MAX_PARCELS));
      while (!waiting.isEmpty() && taken.size() < Envelope.MAX_PARCELS) {
        taken.add(waiting.remove());
      }
      attended = !taken.isEmpty();
      return taken;
    } finally {
      lock.unlock();
    }
  }

  private void send(List<Parcel> parcels) {
    int written = 0;
    for (var parcel : parcels) {
      Envelope.add(parcel, writer);
      written++;
      if (writer.size() >= Envelope.FULL_BYTES) {
        seal(written);
        written = 0;
      }
    }
    if (written > 0) {
      seal(written);
    }
  }

  private void seal(int parcels) {
    int size = writer.size();
    if (size > Envelope.MAX_BYTES) {
      traffic.dropped(parcels);
    } else {
      stream.send(new Envelope(writer.toBytes()));
      traffic.sent(parcels, size);
    }
    writer.clear();
  }

  /** The stream is over; what still waits is dropped. */
  void close() {
    lock.lock();
    try {
      closed = true;
      traffic.dropped(waiting.size());
      waiting.clear();
    } finally {
      lock.unlock();
    }
  }
}
