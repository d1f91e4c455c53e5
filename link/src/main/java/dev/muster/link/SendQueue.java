package dev.muster.link;

import dev.muster.wire.WireWriter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * The messages that wait for one connection. Whoever finds the queue idle wakes the event loop of
 * the link, which then sends envelope after envelope until nothing waits: the busier the link, the
 * more events share one. Backpressure: while the peer does not keep up nothing is sent, and beyond
 * its capacity the queue drops and counts.
 */
final class SendQueue {

  /** Messages that may wait; further ones are dropped and counted. */
  static final int CAPACITY = 1 << 16;

  /** Where envelopes go; used on the event loop of the link only. */
  interface EnvelopeSink {

    /** Whether the peer keeps up; {@link #resume} is called when it does again. */
    boolean isReady();

    void send(Envelope envelope);

    void flush();
  }

  private final EnvelopeSink sink;
  private final Executor eventLoop;
  private final Traffic traffic;
  private final int capacity;
  private final WireWriter writer = new WireWriter();

  private final ArrayDeque<Message> waiting = new ArrayDeque<>();

  /** Whether the event loop drains the queue, or will when the sink is ready. */
  private boolean scheduled;

  private boolean closed;

  SendQueue(EnvelopeSink sink, Executor eventLoop, Traffic traffic) {
    this(sink, eventLoop, traffic, CAPACITY);
  }

  SendQueue(EnvelopeSink sink, Executor eventLoop, Traffic traffic, int capacity) {
    this.sink = sink;
    this.eventLoop = eventLoop;
    this.traffic = traffic;
    this.capacity = capacity;
  }

  /** Takes a message, or drops it and says so. Never blocks. */
  boolean offer(Message message) {
    synchronized (waiting) {
      if (closed || waiting.size() >= capacity) {
        traffic.dropped(1);
        return false;
      }
      waiting.add(message);
      if (scheduled) {
        return true;
      }
      scheduled = true;
    }
    try {
      eventLoop.execute(this::resume);
    } catch (RejectedExecutionException ended) {
      close();
    }
    return true;
  }

  void resume() {
    boolean sent = false;
    while (sink.isReady()) {
      var messages = take();
      if (messages.isEmpty()) {
        break;
      }
      send(messages);
      sent = true;
    }
    if (sent) {
      sink.flush();
    }
  }

  private List<Message> take() {
    synchronized (waiting) {
      var taken = new ArrayList<Message>(Math.min(waiting.size(), Envelope.MAX_MESSAGES));
      while (!waiting.isEmpty() && taken.size() < Envelope.MAX_MESSAGES) {
        taken.add(waiting.remove());
      }
      scheduled = !taken.isEmpty();
      return taken;
    }
  }

  private void send(List<Message> messages) {
    int written = 0;
    for (var message : messages) {
      Envelope.add(message, writer);
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

  private void seal(int messages) {
    int size = writer.size();
    if (size > Envelope.MAX_BYTES) {
      traffic.dropped(messages);
    } else {
      sink.send(new Envelope(writer.toBytes()));
      traffic.sent(messages, size);
    }
    writer.clear();
  }

  void close() {
    synchronized (waiting) {
      closed = true;
      traffic.dropped(waiting.size());
      waiting.clear();
    }
  }
}
