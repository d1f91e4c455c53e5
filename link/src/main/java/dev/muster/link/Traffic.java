package dev.muster.link;

import java.util.concurrent.atomic.LongAdder;

/** Counts what a link carries. */
public final class Traffic {

  /**
   * @param events how many messages between actors
   * @param envelopes how many messages of the network they shared
   */
  public record Flow(long events, long envelopes, long bytes) {

    public Flow minus(Flow before) {
      return new Flow(events - before.events, envelopes - before.envelopes, bytes - before.bytes);
    }
  }

  /**
   * @param dropped sent while there was no stream or no room
   * @param refused came in and was nothing that may come in
   */
  public record Count(Flow out, Flow in, long dropped, long refused) {

    public Count minus(Count before) {
      return new Count(
          out.minus(before.out),
          in.minus(before.in),
          dropped - before.dropped,
          refused - before.refused);
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

    private Flow flow() {
      return new Flow(events.sum(), envelopes.sum(), bytes.sum());
    }
  }

  private final Adder out = new Adder();
  private final Adder in = new Adder();
  private final LongAdder dropped = new LongAdder();
  private final LongAdder refused = new LongAdder();

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

  public Count count() {
    return new Count(out.flow(), in.flow(), dropped.sum(), refused.sum());
  }
}
