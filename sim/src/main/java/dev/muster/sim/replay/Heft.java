package dev.muster.sim.replay;

import static java.util.Objects.requireNonNull;

import dev.muster.model.Resources;
import dev.muster.sim.machine.DataPlaces;
import dev.muster.sim.machine.RackLayout;
import dev.muster.sim.machine.ReadBytes;
import dev.muster.workload.workflow.Workflow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * HEFT (Topcuoglu, Hariri and Wu, 2002): a list scheduler that knows all run times and sizes before
 * the first task starts, and that pays for no message.
 *
 * <p>Tasks come in the order of their upward rank, the longest way from the start of the task to
 * the end of the workflow, with all files on the way fetched. Each goes where it ends earliest,
 * into a gap between others where there is one.
 */
final class Heft {

  private static final long ONLY_JOB = 0;

  private final Workflow workflow;
  private final ReplayCell cell;
  private final WorkflowTasks tasks;
  private final DataPlaces places = new DataPlaces(RackLayout.NONE);
  private final List<NodeTimeline> nodes = new ArrayList<>();
  private final long[] endNs;
  private long movedBytes;

  private Heft(Workflow workflow, ReplayCell cell) {
    this.workflow = workflow;
    this.cell = cell;
    this.tasks = new WorkflowTasks(workflow);
    this.endNs = new long[workflow.tasks().size()];
    for (int node = 0; node < cell.nodes(); node++) {
      nodes.add(new NodeTimeline(cell.each()));
    }
  }

  static ReplayResult schedule(Workflow workflow, ReplayCell cell) {
    var heft = new Heft(workflow, cell);
    long[] ranks = heft.upwardRanks();
    IntStream.range(0, ranks.length)
        .boxed()
        .sorted(Comparator.comparingLong((Integer task) -> -ranks[task])) // parents come first
        .forEach(heft::place);
    long makespanNs =
        IntStream.range(0, ranks.length).mapToLong(at -> heft.endNs[at]).max().orElse(0);
    return WorkflowReplay.result(WorkflowReplay.HEFT, makespanNs, heft.movedBytes, workflow, cell);
  }

  private long[] upwardRanks() {
    long[] ranks = new long[endNs.length];
    for (int index = ranks.length - 1; index >= 0; index--) {
      var task = workflow.tasks().get(index);
      ranks[index] += task.runNs();
      var fetched = new TreeMap<Integer, Long>();
      for (int input : task.inputs()) {
        var file = workflow.files().get(input);
        fetched.merge(file.maker(), file.bytes(), Long::sum);
      }
      for (int parent : task.parents()) {
        long fetchNs = cell.fetchNs(fetched.getOrDefault(parent, 0L));
        ranks[parent] = Math.max(ranks[parent], fetchNs + ranks[index]);
      }
    }
    return ranks;
  }

  private void place(int index) {
    var task = workflow.tasks().get(index);
    long readyNs = task.parents().stream().mapToLong(parent -> endNs[parent]).max().orElse(0);
    int best = 0;
    long bestNs = Long.MAX_VALUE;
    for (int node = 0; node < nodes.size(); node++) {
      long durationNs = durationNs(index, node);
      long startNs = nodes.get(node).earliest(readyNs, durationNs, task.resources());
      if (startNs + durationNs < bestNs) {
        best = node;
        bestNs = startNs + durationNs;
      }
    }
    nodes.get(best).take(bestNs - durationNs(index, best), bestNs, task.resources());
    movedBytes += remoteBytes(index, best);
    places.made(ONLY_JOB, index, 0, best, workflow.outputBytes(index));
    endNs[index] = bestNs;
  }

  private long durationNs(int task, int node) {
    return cell.fetchNs(remoteBytes(task, node)) + workflow.tasks().get(task).runNs();
  }

  private long remoteBytes(int task, int node) {
    var reads = new ReadBytes();
    tasks.reads(task, places.from(ONLY_JOB, node, reads));
    return reads.moved();
  }

  /** What is free on one node, from each time on until the next. */
  static final class NodeTimeline {

    private static final long BLOCKED = -1;

    private final TreeMap<Long, Resources> free = new TreeMap<>();

    NodeTimeline(Resources capacity) {
      free.put(0L, capacity);
    }

    /** The first time from which on the resources are free for so long. */
    long earliest(long fromNs, long durationNs, Resources need) {
      long startNs = BLOCKED;
      for (var step : free.tailMap(stepAt(fromNs).getKey(), true).entrySet()) {
        if (startNs != BLOCKED && step.getKey() >= startNs + durationNs) {
          return startNs;
        }
        if (!need.fitsIn(step.getValue())) {
          startNs = BLOCKED;
        } else if (startNs == BLOCKED) {
          startNs = Math.max(fromNs, step.getKey());
        }
      }
      return startNs; // in the last step all is free
    }

    /** There is one at 0. */
    private Map.Entry<Long, Resources> stepAt(long atNs) {
      return requireNonNull(free.floorEntry(atNs));
    }

    void take(long startNs, long endNs, Resources need) {
      free.putIfAbsent(startNs, stepAt(startNs).getValue());
      free.putIfAbsent(endNs, stepAt(endNs).getValue());
      free.subMap(startNs, endNs).replaceAll((_, left) -> left.minus(need));
    }
  }
}
