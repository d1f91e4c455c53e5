package dev.muster.link;

import java.util.concurrent.atomic.LongAdder;

/** Counts what a link carries. */
public final class Traffic {

  /**
   * @param events messages between actors
   * @param envelopes frames that they shared
   */
  public record TrafficFlow(long events, long envelopes, long bytes) {

    public TrafficFlow minus(TrafficFlow before) {
      return new TrafficFlow(
          events - before.events, envelopes - before.envelopes, bytes - before.bytes);
    }
  }

  /**
   * @param dropped sent while there was no connection, or the send queue was full
   * @param refused came in and did not pass the {@link IngressFilter}
   * @param unknown came in from a newer build, of a kind that this build does not know
   */
  public record TrafficCount(
      TrafficFlow out, TrafficFlow in, long dropped, long refused, long unknown) {

    public TrafficCount minus(TrafficCount before) {
      return new TrafficCount(
          out.minus(before.out),
          in.minus(before.in),
          dropped - before.dropped,
          refused - before.refused,
          unknown - before.unknown);
    }
  }

  private static final class Adder {
    private final LongAdder events = new LongAdder();
    private final LongAdder envelopes = new LongAdder();
    private final LongAdder bytes = new LongAdder();

    private void add(int carried, int size) {
      events.add(carried);
      envelopes.increment();
      bytes.add(size);
    }

    private TrafficFlow flow() {
      return new TrafficFlow(events.sum(), envelopes.sum(), bytes.sum());
    }
  }

  private final Adder out = new Adder();
  private final Adder in = new Adder();
  private final LongAdder dropped = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final LongAdder unknown = new LongAdder();

  void sent(int events, int bytes) {
    out.add(events, bytes);
  }

  void came(int events, int bytes) {
    in.add(events, bytes);
  }

  void dropped(int events) {
    dropped.add(events);
  }

  void refused() {
    refused.increment();
  }

  void unknown(int events) {
    unknown.add(events);
  }

  public TrafficCount count() {
    return new TrafficCount(out.flow(), in.flow(), dropped.sum(), refused.sum(), unknown.sum());
  }
}
