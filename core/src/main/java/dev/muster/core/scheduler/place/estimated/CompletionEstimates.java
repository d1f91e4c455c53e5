package dev.muster.core.scheduler.place.estimated;

import dev.muster.core.actor.Timing;
import dev.muster.core.scheduler.place.StageTasks;
import dev.muster.core.scheduler.place.View;
import dev.muster.core.scheduler.place.estimated.CompletionModel.InputDistance;
import dev.muster.core.scheduler.place.load.NodeLoads;
import dev.muster.model.Resources;
import dev.muster.model.WaitMatrix;
import org.jspecify.annotations.Nullable;

/**
 * Estimates when a task would be done on a node. The terms of the latest estimate are kept, for
 * explanations; nothing is allocated.
 *
 * <pre>
 *   I  files that the node lacks                          StageFiles, NodeLoads
 *   W  its wait matrix, and what this scheduler has       NodeLoads, Dispatches
 *      sent there that the matrix does not include
 *   R  reading from where inputs are, then computing      InputPlaces, StageTasks.computeNs
 *   P  the odds that the node lasts                       NodeLoads
 * </pre>
 */
final class CompletionEstimates {

  /** A task of unknown length is taken to be as long as nodes take it to be. */
  static final long ASSUMED_NS = 1_000_000_000L;

  /** A task that gives way has lost one part in so many of its length, on average. */
  private static final int DISPLACED = 2;

  private final CompletionModel model;
  private final long confidentNs;
  private final long unknownWaitNs;
  private final CellRacks racks;
  private final NodeLoads loads;
  private final Dispatches dispatches;
  final InputPlaces inputs;

  private View view = View.EMPTY;
  private long nowNs;

  // Of the task.

  private Resources need = Resources.NONE;
  private @Nullable StageFiles files;
  private long cpuNs;

  // Of the latest estimate.

  private long startupNs;
  private long waitNs;
  private long readNs;
  private long ageNs;
  private double odds;
  private boolean displaces;

  CompletionEstimates(
      EstimatedOptions options,
      Timing.Reports reports,
      CellRacks racks,
      NodeLoads loads,
      Dispatches dispatches) {
    this.model = options.model();
    this.confidentNs = options.matching().confidentNs(reports);
    this.unknownWaitNs = reports.loadEveryNs();
    this.racks = racks;
    this.loads = loads;
    this.dispatches = dispatches;
    this.inputs = new InputPlaces(racks, model, options.matching().significantShare());
  }

  /** To be called once per event, before anything else: the cell may have changed. */
  void begin(long now) {
    nowNs = now;
    view = racks.view();
    dispatches.ensure(racks.bound());
    inputs.forget();
  }

  /** The next estimates are of this task. */
  void of(StageTasks stage, StageFiles stageFiles, int task) {
    need = stage.demand(task).resources();
    cpuNs = stage.computeNs(task);
    files = stageFiles.isNone() ? null : stageFiles;
    inputs.load(stage.inputs(task));
  }

  Resources need() {
    return need;
  }

  /** C on a node of the cell. */
  long completionNs(int node) {
    startupNs =
        files == null
            ? 0
            : model.readNs(files.lackingBytes(node, loads.files()), InputDistance.REMOTE);
    return estimate(node);
  }

  /** The same where the node has fetched the files already. */
  long completionWhereQueuedNs(int node) {
    startupNs = 0;
    return estimate(node);
  }

  /** The same where the node itself says how long the task has to wait yet. */
  long completionAfterNs(int node, long leftNs) {
    startupNs = 0;
    readNs = inputs.readNs(node);
    return estimate(node, leftNs == WaitMatrix.NEVER ? waitNs(node, need) : leftNs);
  }

  private long estimate(int node) {
    readNs = inputs.readNs(node);
    return estimate(node, waitNs(node, need));
  }

  private long estimate(int node, long wait) {
    waitNs = wait;
    odds = loads.odds(node, Timing.later(waitNs, lengthNs()), nowNs);
    displaces = displaces(node);
    long completionNs = model.completionNs(startupNs, waitNs, readNs + cpuNs, odds);
    return displaces ? Timing.later(completionNs, lengthNs() / DISPLACED) : completionNs;
  }

  /**
   * Whether opportunistic tasks of this scheduler would have to give way. What they lose is added
   * to C, so that a node with idle resources is preferred.
   */
  private boolean displaces(int node) {
    long cpuMillis = dispatches.spareCpuMillis(node);
    if (cpuMillis == 0 || ageNs == Long.MAX_VALUE) {
      return false;
    }
    long besideNs =
        matrixNs(
            node,
            racks.position(node),
            need.cpuMillis() + dispatches.cpuMillis(node) + cpuMillis,
            need.memoryBytes() + dispatches.memoryBytes(node) + dispatches.spareMemoryBytes(node));
    return besideNs > waitNs;
  }

  /**
   * W. What was sent there and is not in the matrix starts first: either all of it and the task
   * find resources at once, or the task waits as long as the machine would be busy with the rest.
   */
  long waitNs(int node, Resources need) {
    int at = racks.position(node);
    ageNs = loads.ageNs(nowNs, node);
    if (ageNs == Long.MAX_VALUE) {
      return Timing.later(unknownWaitNs, dispatches.busyNs(node));
    }
    long alone = matrixNs(node, at, need.cpuMillis(), need.memoryBytes());
    long busyNs = dispatches.busyNs(node);
    if (busyNs == 0 || alone == WaitMatrix.NEVER) {
      return alone;
    }
    long together =
        matrixNs(
            node,
            at,
            need.cpuMillis() + dispatches.cpuMillis(node),
            need.memoryBytes() + dispatches.memoryBytes(node));
    return Math.min(together, Timing.later(alone, busyNs));
  }

  /** One level higher where the matrix is old. */
  private long matrixNs(int node, int at, long cpuMillis, long memoryBytes) {
    return loads.waitNs(
        node,
        view.cpuMillis(at),
        view.memoryBytes(at),
        cpuMillis,
        memoryBytes,
        ageNs > confidentNs ? 1 : 0);
  }

  // The terms.

  long startupNs() {
    return startupNs;
  }

  long waitNs() {
    return waitNs;
  }

  long readNs() {
    return readNs;
  }

  long cpuNs() {
    return cpuNs;
  }

  double odds() {
    return odds;
  }

  long ageNs() {
    return ageNs;
  }

  /** Whether opportunistic tasks of this scheduler would have to give way to the task. */
  boolean displaces() {
    return displaces;
  }

  boolean knowsLength() {
    return readNs + cpuNs > 0;
  }

  /** R, or what is assumed where nothing is known. */
  long lengthNs() {
    long runNs = readNs + cpuNs;
    return runNs == 0 ? ASSUMED_NS : runNs;
  }

  /** How long the task would keep the whole machine busy: its length, by its dominant share. */
  long busyNs(int node) {
    int at = racks.position(node);
    double share =
        Math.max(
            (double) need.cpuMillis() / Math.max(1, view.cpuMillis(at)),
            (double) need.memoryBytes() / Math.max(1, view.memoryBytes(at)));
    return Math.max(1, (long) (Math.min(1, share) * lengthNs()));
  }
}
