package dev.muster.bench;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Timing;
import dev.muster.core.actor.Work;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.NodeEvent.AcknowledgeResult;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.NodeEvent.RunExited;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.node.Node;
import dev.muster.core.node.NodeConfig;
import dev.muster.core.node.NodeLifecycles;
import dev.muster.host.replay.Replay;
import dev.muster.model.Demand;
import dev.muster.model.JobSpec;
import dev.muster.model.Load;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import dev.muster.model.StageSpec;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Locale;

/**
 * What one node costs on one thread: tasks through the production actor, with so many running and
 * so many in the queue all the time, and how long it takes to predict its waits.
 *
 * <p>Seconds are those of the one thread. Tasks of like size measure the queue itself; tasks of
 * many sizes also the search for gaps.
 */
public final class NodeBench {

  /**
   * @param operationsPerSecond of tasks of like size: taking one in, starting one and ending one
   *     are an operation each
   * @param mixedOperationsPerSecond the same of tasks of many sizes
   * @param bytesPerTask allocated for a task of like size, from taking it in to forgetting it
   * @param matrixMicros for one load report with its wait matrix, tasks of many sizes
   */
  public record NodeResult(
      int running,
      int queued,
      long tasks,
      double operationsPerSecond,
      double mixedOperationsPerSecond,
      double bytesPerTask,
      double matrixMicros) {

    /** As people read it. */
    public List<String> lines() {
      return List.of(
          String.format(
              Locale.ROOT,
              "%,.0f operations/s (%,.0f with tasks of many sizes), %.0f bytes a task,"
                  + " %.1f µs for a wait matrix (%,d running, %,d queued)",
              operationsPerSecond,
              mixedOperationsPerSecond,
              bytesPerTask,
              matrixMicros,
              running,
              queued));
    }
  }

  private static final int OPERATIONS = 3;

  /** The search for gaps costs many times a turn, so fewer of these suffice. */
  private static final int MIXED_PART = 50;

  private static final long GIB = 1L << 30;
  private static final long S = 1_000_000_000L;
  private static final Demand LIKE = Demand.of(new Resources(1_000, GIB)).withEstimate(S);
  private static final Address<SchedulerEvent> SCHEDULER = SchedulerEvent.at(0);

  private final Node node;
  private final StartedRuns started = new StartedRuns();
  private final Chance chance;
  private final boolean mixed;
  private final Work work;
  private long placed;
  private long nowNs;

  private NodeBench(int running, long seed, boolean mixed) {
    this.mixed = mixed;
    this.chance = Chance.of(seed, "node bench");
    var capacity = new Resources(running * 1_000L, running * GIB);
    this.node =
        new Node(
            0,
            1,
            capacity,
            MasterEvent.at(0),
            Timing.standard(),
            NodeConfig.standard(),
            Chance.of(seed, "node"),
            new NodeLifecycles());
    var stage = StageSpec.of("s", 1, new Resources(1_000, GIB), List.of("modelled"));
    this.work = Work.of(1, JobSpec.of("bench", stage), 0, 0, 1);
  }

  public static NodeResult run(int running, int queued, long tasks, long seed) {
    var like = new NodeBench(running, seed, false);
    like.fill(running, queued);
    like.turnOver(tasks);
    var taken = like.measure(tasks);
    double bytesPerTask = (double) taken.bytes() / tasks;

    var many = new NodeBench(running, seed, true);
    many.fill(running, queued);
    many.turnOver(tasks / MIXED_PART);
    double mixedRate = rate(tasks / MIXED_PART, many.measure(tasks / MIXED_PART));
    return new NodeResult(
        running,
        queued,
        tasks,
        rate(tasks, taken),
        mixedRate,
        bytesPerTask,
        many.matrixMicros(tasks));
  }

  private void fill(int running, int queued) {
    for (int i = 0; i < running + queued; i++) {
      place();
    }
  }

  private BenchMeter.MeterReading measure(long tasks) {
    var meter = BenchMeter.start();
    turnOver(tasks);
    return meter.read();
  }

  private static double rate(long tasks, BenchMeter.MeterReading taken) {
    return OPERATIONS * tasks / taken.cpuSeconds();
  }

  /** So many times: one ends, whoever can starts, one more comes. */
  private void turnOver(long tasks) {
    for (long i = 0; i < tasks; i++) {
      nowNs += 1_000;
      long ended = started.take();
      node.on(nowNs, new RunExited(ended, RunResult.SUCCESS), started);
      node.on(nowNs, new AcknowledgeResult(ended, true), started);
      place();
    }
  }

  private void place() {
    node.on(nowNs, new PlaceTask(SCHEDULER, ++placed, demand(), work), started);
  }

  private Demand demand() {
    if (!mixed) {
      return LIKE;
    }
    var need = new Resources(1 + chance.nextInt(2_000), 1 + chance.nextLong(2 * GIB));
    return Demand.of(need).withEstimate(1 + chance.nextLong(S));
  }

  private double matrixMicros(long tasks) {
    int times = (int) Math.min(tasks / MIXED_PART + 1, 20_000);
    long sum = predict(times);
    var meter = BenchMeter.start();
    sum += predict(times);
    double micros = meter.read().cpuNs() / 1e3 / times;
    if (sum < 0) {
      throw new IllegalStateException("waits add up to less than nothing");
    }
    return micros;
  }

  private long predict(int times) {
    Load load = Load.NONE;
    long sum = 0;
    for (int i = 0; i < times; i++) {
      load = node.load(++nowNs);
      sum += load.runningNs() & 1;
    }
    return sum + load.queuedNs();
  }

  /** A machine on which tasks run until they are taken off it, the first first. */
  private static final class StartedRuns extends Replay.NoEffects {

    private final ArrayDeque<Long> runs = new ArrayDeque<>();

    long take() {
      return runs.remove();
    }

    @Override
    public void launch(Launch launch) {
      runs.add(launch.run());
    }
  }
}
