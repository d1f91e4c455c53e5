package dev.muster.bench;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Timer;
import dev.muster.core.actor.Timing;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.MonitorEvent;
import dev.muster.core.event.MonitorEvent.GetLoads;
import dev.muster.core.event.MonitorEvent.LoadReported;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.LoadDelta;
import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.core.event.SchedulerEvent.MachineList;
import dev.muster.core.event.Wake;
import dev.muster.core.monitor.Monitor;
import dev.muster.host.replay.Replay;
import dev.muster.model.Load;
import dev.muster.model.Resources;
import dev.muster.model.WaitMatrix;
import dev.muster.wire.EventCodec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What the monitor costs: the production actor in virtual time, all nodes report once a second,
 * schedulers ask once a second, both spread over it. Bytes are those of messages as a link sends
 * them; messages within one process are not encoded, so that is measured apart.
 */
public final class MonitorBench {

  /**
   * What is measured.
   *
   * @param schedulers how many ask, one run each
   * @param changing the part of reports that is not as predicted from the one before
   * @param seconds of virtual time
   */
  public record MonitorPlan(
      int nodes, List<Integer> schedulers, double changing, int seconds, long seed) {}

  /**
   * Each number is for one second of reports.
   *
   * @param cpuMillis of the actor
   * @param encodeMillis to write all that the monitor sends
   * @param rowsToldPerScheduler waits that changed
   * @param allocatedBytes by the actor
   */
  public record MonitorCost(
      int schedulers,
      double bytesIn,
      double bytesOut,
      double cpuMillis,
      double encodeMillis,
      double rowsToldPerScheduler,
      double allocatedBytes) {

    private String line() {
      return String.format(
          Locale.ROOT,
          "%3d schedulers: in %5.2f MB/s, out %6.2f MB/s (%,.0f changed rows each), cpu %5.1f ms/s"
              + " and %6.1f ms/s to encode, %6.1f MB/s allocated",
          schedulers,
          bytesIn / MB,
          bytesOut / MB,
          rowsToldPerScheduler,
          cpuMillis,
          encodeMillis,
          allocatedBytes / MB);
    }
  }

  public record MonitorResult(int nodes, double changing, List<MonitorCost> costs) {

    /** As people read it. */
    public List<String> lines() {
      var lines = new ArrayList<String>();
      lines.add(
          String.format(
              Locale.ROOT,
              "%,d nodes report once a second, %.0f%% of them not as predicted",
              nodes,
              changing * 100));
      costs.forEach(each -> lines.add(each.line()));
      return lines;
    }
  }

  private static final double MB = 1e6;
  private static final long MS = 1_000_000;
  private static final int BEATS = 10;
  private static final long BEAT_NS = 100 * MS;
  private static final int WARM_UP_SECONDS = 10;
  private static final int LONGEST_WAIT_MS = 60_000;
  private static final Resources MACHINE = new Resources(10_000, 64L << 30);

  private final MonitorPlan plan;
  private final Monitor monitor = new Monitor(1, MasterEvent.at(0), Timing.standard());
  private final SentDeltas sent = new SentDeltas();
  private final Chance chance;
  private final long[] changedNs;
  private final long[] busyNs;
  private final long[] seen;
  private long nowNs = 1_000 * MS;
  private long sequence;
  private long bytesIn;
  private long bytesOut;
  private long rows;
  private long cpuNs;
  private long encodeNs;
  private long allocated;

  private MonitorBench(MonitorPlan plan, int schedulers) {
    this.plan = plan;
    this.chance = Chance.of(plan.seed(), "monitor bench");
    this.changedNs = new long[plan.nodes()];
    this.busyNs = new long[plan.nodes()];
    this.seen = new long[schedulers];
  }

  public static MonitorResult run(MonitorPlan plan) {
    var costs = plan.schedulers().stream().map(each -> new MonitorBench(plan, each).run()).toList();
    return new MonitorResult(plan.nodes(), plan.changing(), costs);
  }

  private MonitorCost run() {
    monitor.on(nowNs, new GetLoads(SchedulerEvent.at(0), 0, 0), sent);
    monitor.on(nowNs, list(), sent);
    seconds(WARM_UP_SECONDS);
    bytesIn = 0;
    bytesOut = 0;
    rows = 0;
    cpuNs = 0;
    encodeNs = 0;
    allocated = 0;
    seconds(plan.seconds());
    double seconds = plan.seconds();
    return new MonitorCost(
        seen.length,
        bytesIn / seconds,
        bytesOut / seconds,
        cpuNs / seconds / MS,
        encodeNs / seconds / MS,
        rows / seconds / seen.length,
        allocated / seconds);
  }

  private MachineList list() {
    var nodes = IntStream.range(0, plan.nodes());
    return new MachineList(1, nodes.mapToObj(node -> new Machine(node, MACHINE)).toList());
  }

  private void seconds(int count) {
    for (int beat = 0; beat < count * BEATS; beat++) {
      nowNs += BEAT_NS;
      beat(beat % BEATS);
    }
  }

  private void beat(int phase) {
    List<MonitorEvent> events = new ArrayList<>();
    for (int node = phase; node < plan.nodes(); node += BEATS) {
      var report = report(node);
      bytesIn += EventCodec.encodeEvent(report).length;
      events.add(report);
    }
    for (int scheduler = phase; scheduler < seen.length; scheduler += BEATS) {
      var question = question(scheduler);
      bytesIn += EventCodec.encodeEvent(question).length;
      events.add(question);
    }
    events.add(new Wake(Objects.requireNonNull(sent.timer)));
    step(events);
    while (!sent.events.isEmpty()) {
      step(takeSent());
    }
  }

  private GetLoads question(int scheduler) {
    return new GetLoads(SchedulerEvent.at(scheduler), 1, seen[scheduler]);
  }

  private void step(List<MonitorEvent> events) {
    var meter = BenchMeter.start();
    for (var event : events) {
      monitor.on(nowNs, event, sent);
    }
    var taken = meter.read();
    cpuNs += taken.cpuNs();
    allocated += taken.bytes();
  }

  /** Encodes what was sent; gives what schedulers ask at once because a delta was cut short. */
  private List<MonitorEvent> takeSent() {
    List<MonitorEvent> questions = new ArrayList<>();
    var meter = BenchMeter.start();
    for (var event : sent.events) {
      bytesOut += EventCodec.encodeEvent(event).length;
    }
    encodeNs += meter.read().cpuNs();
    for (int at = 0; at < sent.events.size(); at++) {
      if (sent.events.get(at) instanceof LoadDelta delta) {
        int scheduler = sent.receivers.get(at);
        seen[scheduler] = delta.upTo();
        rows += delta.loads().rowCount();
        if (delta.more()) {
          questions.add(question(scheduler));
        }
      }
    }
    sent.events.clear();
    sent.receivers.clear();
    return questions;
  }

  /** A node gets free part by part, each when it was to be expected unless something changed. */
  private LoadReported report(int node) {
    if (chance.nextDouble() < plan.changing()) {
      changedNs[node] = nowNs;
      busyNs[node] = chance.nextInt(LONGEST_WAIT_MS) * MS;
    }
    var waits = new Long[WaitMatrix.SIDE];
    for (int level = 0; level < waits.length; level++) {
      long busy = level < waits.length / 2 ? 0 : busyNs[node] * level / waits.length;
      waits[level] = Math.max(0, changedNs[node] + busy - nowNs);
    }
    var row = Arrays.asList(waits);
    return new LoadReported(node, 1, ++sequence, new Load(0, 0, 0, new WaitMatrix(row, row)));
  }

  /** Keeps what the monitor sends, and its timer. */
  private static final class SentDeltas extends Replay.NoEffects {

    private final List<Event> events = new ArrayList<>();
    private final List<Integer> receivers = new ArrayList<>();
    private @Nullable Timer timer;

    @Override
    public <E extends Event> void send(Address<E> to, E event) {
      events.add(event);
      receivers.add(to.index());
    }

    @Override
    public void wake(long atNs, Timer set) {
      timer = set;
    }
  }
}
