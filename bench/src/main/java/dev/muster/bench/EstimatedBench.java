package dev.muster.bench;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Timer;
import dev.muster.core.actor.Timing;
import dev.muster.core.actor.flat.IntList;
import dev.muster.core.cell.PackedLoads;
import dev.muster.core.cell.WaitRows;
import dev.muster.core.event.ClientEvent;
import dev.muster.core.event.MasterEvent;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.JobEndRecorded;
import dev.muster.core.event.SchedulerEvent.LoadDelta;
import dev.muster.core.event.SchedulerEvent.Machine;
import dev.muster.core.event.SchedulerEvent.MachineList;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.core.event.Wake;
import dev.muster.core.scheduler.Scheduler;
import dev.muster.core.scheduler.place.ThinkTime;
import dev.muster.core.scheduler.place.estimated.EstimatedOptions;
import dev.muster.core.scheduler.place.estimated.EstimatedPlacer;
import dev.muster.host.replay.Replay;
import dev.muster.model.ExternalInput;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.RunResult;
import dev.muster.model.StageSpec;
import dev.muster.model.WaitMatrix;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a decision of the policy {@code estimated} costs: a production scheduler on one thread gets
 * stages of a batch of tasks, each with inputs on three nodes, and places them by the waits of all
 * nodes. Only the rounds are measured: candidates, estimates, matching, attempts and messages.
 */
public final class EstimatedBench {

  /**
   * What is measured: every size of a cell with every size of a batch.
   *
   * @param rounds of each, after at least as many to warm up
   */
  public record EstimatedPlan(List<Integer> nodes, List<Integer> batches, int rounds, long seed) {}

  /**
   * @param decisionsPerSecond of cpu time
   * @param bytesPerDecision allocated, messages included
   */
  public record DecisionCost(
      int nodes, int batch, double decisionsPerSecond, double bytesPerDecision) {

    private String line() {
      return String.format(
          Locale.ROOT,
          "%,7d nodes, batches of %,5d: %,9.0f decisions/s, %,5.0f bytes each",
          nodes,
          batch,
          decisionsPerSecond,
          bytesPerDecision);
    }
  }

  public record EstimatedResult(List<DecisionCost> costs) {

    /** As people read it. */
    public List<String> lines() {
      return costs.stream().map(DecisionCost::line).toList();
    }
  }

  private static final long MS = 1_000_000;
  private static final long S = 1_000 * MS;
  private static final int PER_RACK = 40;

  /** Until the compiler of the JVM is done; small batches need more rounds for that. */
  private static final int WARM_DECISIONS = 500_000;

  private static final int REPLICAS = 3;
  private static final long INPUT_BYTES = 1_000_000_000;
  private static final int LONGEST_WAIT_MS = 2_000;
  private static final int ONE_OF = 10;
  private static final int[] NONE = {};
  private static final Resources MACHINE = new Resources(10_000, 64L << 30);
  private static final Resources TASK = new Resources(1_000, 4L << 30);

  private final int nodes;
  private final int batch;
  private final Chance chance;
  private final SentTasks sent = new SentTasks();
  private final Scheduler scheduler;
  private long nowNs = S;
  private long job;

  private EstimatedBench(int nodes, int batch, long seed) {
    this.nodes = nodes;
    this.batch = batch;
    this.chance = Chance.of(seed, "estimated bench");
    this.scheduler =
        new Scheduler(
            0,
            1,
            MasterEvent.at(0),
            Timing.standard().withoutProgress(),
            ThinkTime.NONE,
            context ->
                List.of(
                    new EstimatedPlacer(
                        context, EstimatedOptions.STANDARD, Chance.of(seed, "candidates"))));
  }

  public static EstimatedResult run(EstimatedPlan plan) {
    var costs = new ArrayList<DecisionCost>();
    for (int nodes : plan.nodes()) {
      for (int batch : plan.batches()) {
        costs.add(new EstimatedBench(nodes, batch, plan.seed()).run(plan.rounds()));
      }
    }
    return new EstimatedResult(List.copyOf(costs));
  }

  private DecisionCost run(int rounds) {
    scheduler.on(nowNs, machines(), sent);
    scheduler.on(nowNs, loads(), sent);
    for (int round = 0; round < Math.max(rounds, WARM_DECISIONS / batch); round++) {
      round();
    }
    long cpuNs = 0;
    long bytes = 0;
    long decisions = 0;
    for (int round = 0; round < rounds; round++) {
      var taken = round();
      cpuNs += taken.cpuNs();
      bytes += taken.bytes();
      decisions += batch;
    }
    return new DecisionCost(nodes, batch, decisions * 1e9 / cpuNs, (double) bytes / decisions);
  }

  /** A stage comes, is placed, and ends. */
  private BenchMeter.MeterReading round() {
    job++;
    scheduler.on(nowNs, new AssignJob(job, spec(), ClientEvent.at(0), nowNs), sent);
    nowNs += MS;
    var wake = new Wake(Objects.requireNonNull(sent.timer));
    var meter = BenchMeter.start();
    scheduler.on(nowNs, wake, sent);
    var taken = meter.read();
    finish();
    return taken;
  }

  private void finish() {
    if (sent.places.size() != batch) {
      throw new IllegalStateException(sent.places.size() + " of " + batch + " were placed");
    }
    var places = List.copyOf(sent.places);
    var at = sent.at.toArray();
    for (int i = 0; i < at.length; i++) {
      var work = places.get(i).work();
      scheduler.on(
          nowNs,
          new TaskFinished(
              at[i],
              places.get(i).reservation(),
              work.job(),
              work.stage(),
              work.index(),
              RunResult.SUCCESS),
          sent);
    }
    scheduler.on(nowNs, new JobEndRecorded(job), sent);
    sent.places.clear();
    sent.at.clear();
  }

  private JobSpec spec() {
    List<ExternalInput> inputs = new ArrayList<>();
    for (int task = 0; task < batch; task++) {
      List<Integer> on = new ArrayList<>();
      for (int replica = 0; replica < REPLICAS; replica++) {
        on.add(chance.nextInt(nodes));
      }
      inputs.add(new ExternalInput(INPUT_BYTES, on, task));
    }
    var stage = StageSpec.of("s", batch, TASK, List.of("true")).withEstimate(S).withInputs(inputs);
    return JobSpec.of("job", stage).withPolicy(JobSpec.ESTIMATED);
  }

  private MachineList machines() {
    List<Machine> all = new ArrayList<>();
    for (int node = 0; node < nodes; node++) {
      all.add(new Machine(node, MACHINE, Map.of("rack", "r" + node / PER_RACK)));
    }
    return new MachineList(1, all);
  }

  /** Every node has some wait; some are idle, and on the list of lightly loaded ones. */
  private LoadDelta loads() {
    var rows = new IntList();
    var light = new IntList();
    var packed = new WaitRows();
    int lastLight = 0;
    for (int node = 0; node < nodes; node++) {
      boolean isLight = chance.nextInt(ONE_OF) == 0;
      long waitNs = isLight ? 0 : chance.nextInt(LONGEST_WAIT_MS) * MS;
      var waits = Collections.nCopies(WaitMatrix.SIDE, waitNs);
      packed.put(0, node, new WaitMatrix(waits, waits));
      rows.add(node == 0 ? 0 : 1);
      rows.add(0);
      packed.pack(node, rows);
      if (isLight) {
        light.add(node - lastLight);
        lastLight = node;
      }
    }
    var loads = new PackedLoads(0, rows.toArray(), NONE, NONE, new long[0], true, light.toArray());
    return new LoadDelta(1, 0, 1, false, loads);
  }

  /** Keeps the tasks that go to nodes, and the timer of the round. */
  private static final class SentTasks extends Replay.NoEffects {

    private final List<PlaceTask> places = new ArrayList<>();
    private final IntList at = new IntList();
    private @Nullable Timer timer;

    @Override
    public <E extends Event> void send(Address<E> to, E event) {
      if (event instanceof PlaceTask place) {
        places.add(place);
        at.add(to.index());
      }
    }

    @Override
    public void wake(long atNs, Timer set) {
      if (set.toString().equals("ROUND")) {
        timer = set;
      }
    }
  }
}
