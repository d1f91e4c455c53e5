package dev.muster.bench;

import dev.muster.core.actor.Event;
import dev.muster.core.actor.Work;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.model.Demand;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import dev.muster.model.StageSpec;
import dev.muster.model.Usage;
import dev.muster.wire.EventCodec;
import dev.muster.wire.WireException;
import dev.muster.wire.WireReader;
import dev.muster.wire.WireWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What the messages of a sampled task cost as bytes: each is written and read again and again on
 * one thread. Nodes have the first compiler only; {@code MUSTER_JAVA_OPTS=-XX:TieredStopAtLevel=1}
 * measures as they do.
 */
public final class CodecBench {

  /**
   * @param message its name
   * @param bytes of the message
   * @param encodeNs of cpu time, the mean of the best round
   * @param decodeNs likewise
   * @param decodeBytes allocated by reading the message once
   */
  public record MessageCost(
      String message, int bytes, double encodeNs, double decodeNs, double decodeBytes) {}

  public record CodecResult(List<MessageCost> messages) {

    /** As people read it. */
    public List<String> lines() {
      return messages.stream()
          .map(
              each ->
                  String.format(
                      Locale.ROOT,
                      "%-20s %4d bytes, encode %6.1f ns, decode %6.1f ns and %4.0f bytes allocated",
                      each.message,
                      each.bytes,
                      each.encodeNs,
                      each.decodeNs,
                      each.decodeBytes))
          .toList();
    }
  }

  /** The best of so many rounds counts: others disturb the rest. */
  private static final int ROUNDS = 10;

  private static final long RESERVATION = (3L << 40) + 1_234_567;
  private static final long JOB = 1_234;
  private static final long SUBMITTED_NS = 1_763_280_000_123_456_789L;
  private static final Resources NEEDS = new Resources(500, 64L << 20);

  private final long repeats;
  private final WireWriter writer = new WireWriter();

  private CodecBench(long repeats) {
    this.repeats = repeats;
  }

  public static CodecResult run(long repeats) throws WireException {
    var bench = new CodecBench(repeats);
    var costs = new ArrayList<MessageCost>();
    for (var event : messages()) {
      costs.add(bench.measure(event));
    }
    return new CodecResult(List.copyOf(costs));
  }

  /** In the order of a task's way. */
  private static List<Event> messages() {
    var demand = Demand.of(NEEDS).withEstimate(2_000_000_000L).withJob(JOB, SUBMITTED_NS);
    var stage = StageSpec.of("count", 16, NEEDS, List.of("sh", "-c", "wc -w < part"));
    var work = Work.of(JOB, JobSpec.of("wordcount", stage).withHome("/home/user/words"), 0, 7, 1);
    var result = RunResult.SUCCESS.withUsage(new Usage(1_234_567, 3L << 20, 8_192, 4_096));
    return List.of(
        new NodeEvent.EnqueueReservation(SchedulerEvent.at(1), RESERVATION, demand),
        new SchedulerEvent.GetTask(3, RESERVATION, 5),
        new NodeEvent.LaunchTask(RESERVATION, 5, work),
        new SchedulerEvent.TaskFinished(3, RESERVATION, JOB, 0, 7, result),
        new NodeEvent.AcknowledgeResult(RESERVATION, true));
  }

  private MessageCost measure(Event event) throws WireException {
    var message = EventCodec.encodeEvent(event);
    double encodeNs = Double.MAX_VALUE;
    double decodeNs = Double.MAX_VALUE;
    double decodeBytes = Double.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      var meter = BenchMeter.start();
      encode(event);
      encodeNs = Math.min(encodeNs, meter.read().cpuSeconds() * 1e9 / repeats);
      meter = BenchMeter.start();
      decode(message, event);
      var read = meter.read();
      decodeNs = Math.min(decodeNs, read.cpuSeconds() * 1e9 / repeats);
      decodeBytes = Math.min(decodeBytes, (double) read.bytes() / repeats);
    }
    var name = event.getClass().getSimpleName();
    return new MessageCost(name, message.length, encodeNs, decodeNs, decodeBytes);
  }

  private void encode(Event event) {
    for (long i = 0; i < repeats; i++) {
      writer.clear();
      EventCodec.write(event, writer);
    }
  }

  private void decode(byte[] message, Event event) throws WireException {
    Event last = event;
    for (long i = 0; i < repeats; i++) {
      last = EventCodec.read(new WireReader(message));
    }
    if (!last.equals(event)) {
      throw new IllegalStateException("read " + last + " where " + event + " was written");
    }
  }
}
