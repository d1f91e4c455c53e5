package dev.muster.sim.machine;

import dev.muster.check.Observer;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Work;
import dev.muster.core.actor.flat.LongMap;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.core.scheduler.place.estimated.CompletionModel;
import dev.muster.model.RunResult;
import dev.muster.model.Usage;
import dev.muster.sim.drive.Machines;
import java.util.BitSet;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** Machines on which tasks take the time of their model, by where their input is. */
public final class ModelledMachines implements Machines, Observer {

  private final RackLayout racks;
  private final CompletionModel bandwidths;
  private final TaskModel tasks;
  private final Disturbance disturbance;
  private final DataPlaces places;

  /** The nodes that have the files of each job. */
  private final LongMap<BitSet> cached = new LongMap<>();

  private final ReadBytes all = new ReadBytes();
  private final ReadBytes latestReads = new ReadBytes();
  private long busyNs;
  private @Nullable Work latest;
  private ModelledRun latestRun = new ModelledRun(0, 0, 0, 0, 0);

  /**
   * @param bandwidths of this world; what schedulers believe of them is theirs
   */
  public ModelledMachines(
      RackLayout racks, CompletionModel bandwidths, TaskModel tasks, Disturbance disturbance) {
    this.racks = racks;
    this.bandwidths = bandwidths;
    this.tasks = tasks;
    this.disturbance = disturbance;
    this.places = new DataPlaces(racks);
  }

  @Override
  public long durationNs(int node, Work work) {
    latestReads.clear();
    tasks.reads(work, places.from(work.job(), node, latestReads));
    all.add(latestReads);
    double part = disturbance.readPart(work);
    long cpuNs = Math.round(part * disturbance.cpuFactor(work) * tasks.cpuNs(work));
    double ioNs = part * latestReads.readNs(bandwidths);
    double slowdown = disturbance.isSlowed(work) ? disturbance.slowdown() : 1;
    latest = work;
    latestRun =
        new ModelledRun(
            startupNs(node, work),
            Math.round(slowdown * (ioNs + cpuNs)),
            cpuNs,
            Math.round(part * latestReads.total()),
            tasks.memoryBytes(work));
    busyNs += latestRun.durationNs();
    return latestRun.durationNs();
  }

  /** The first attempt of a job on a node fetches the files of the job. */
  private long startupNs(int node, Work work) {
    long ns = tasks.startupNs(work);
    if (ns == 0) {
      return 0;
    }
    var nodes = cached.find(work.job());
    if (nodes == null) {
      nodes = new BitSet();
      cached.put(work.job(), nodes);
    }
    boolean fetched = nodes.get(node);
    nodes.set(node);
    return fetched ? 0 : ns;
  }

  /** Of the attempt that was launched last. */
  @Override
  @SuppressWarnings("ReferenceEquality") // the very one
  public RunResult result(int node, Work work) {
    assert work == latest : work + " was not launched last";
    long bytes = tasks.outputBytes(work);
    var result = RunResult.SUCCESS.withUsage(latestRun.usage());
    return bytes == 0 ? result : result.withOutput(bytes);
  }

  /** Of the attempt that was launched last. */
  @Override
  public LongFunction<Usage> progress(int node, Launch launch) {
    return latestRun::usageAfter;
  }

  @Override
  public void sent(Address<?> to, Event event) {
    if (event instanceof TaskFinished end && end.result().hasOutputOnNode()) {
      places.made(end.job(), end.stage(), end.index(), end.node(), end.result().outputBytes());
    }
  }

  /** The job is over: nothing reads what its tasks made. */
  public void forget(long job, int stages) {
    places.forget(job, stages);
    cached.remove(job);
  }

  public RackLayout racks() {
    return racks;
  }

  public Disturbance disturbance() {
    return disturbance;
  }

  /** All that attempts have read, or will before they end. */
  public ReadBytes reads() {
    return all;
  }

  /** The time of all attempts that were launched. */
  public long busyNs() {
    return busyNs;
  }

  /** What the attempt that was launched last reads. */
  public ReadBytes latestReads() {
    return latestReads;
  }
}
