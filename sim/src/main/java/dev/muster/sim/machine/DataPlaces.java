package dev.muster.sim.machine;

import dev.muster.core.actor.flat.LongMap;
import dev.muster.core.scheduler.place.estimated.CompletionModel.InputDistance;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where the outputs of tasks are: on the node that ran the task. Copies that readers have made are
 * not counted.
 */
public final class DataPlaces {

  private static final int NOWHERE = -1;

  private final RackLayout racks;
  private final LongMap<StageOutputs> stages = new LongMap<>();

  public DataPlaces(RackLayout racks) {
    this.racks = racks;
  }

  /** The task has succeeded here; of several attempts the first counts. */
  public void made(long job, int stage, int task, int node, long bytes) {
    var outputs = stages.find(key(job, stage));
    if (outputs == null) {
      outputs = new StageOutputs();
      stages.put(key(job, stage), outputs);
    }
    outputs.add(task, node, bytes, racks.of(node));
  }

  /** The job is over, and with it what its tasks made. */
  public void forget(long job, int stageCount) {
    for (int stage = 0; stage < stageCount; stage++) {
      stages.remove(key(job, stage));
    }
  }

  /**
   * What a task of the job reads on a node goes into {@code bytes}. What no task has made yet is as
   * far as it can be.
   */
  public TaskReads from(long job, int node, ReadBytes bytes) {
    return new TaskReads() {
      @Override
      public void output(int stage, int task, long part) {
        var outputs = stages.find(key(job, stage));
        int maker = outputs == null ? NOWHERE : outputs.node(task);
        bytes.add(racks.distance(node, maker), part);
      }

      @Override
      public void outputs(int stage) {
        var outputs = stages.find(key(job, stage));
        if (outputs != null) {
          long local = outputs.on(node);
          long rack = outputs.inRack(racks.of(node)) - local;
          bytes.add(InputDistance.LOCAL, local);
          bytes.add(InputDistance.RACK, rack);
          bytes.add(InputDistance.REMOTE, outputs.total - local - rack);
        }
      }

      @Override
      public void outside(long size, List<Integer> holders) {
        var nearest = InputDistance.REMOTE;
        for (int holder : holders) {
          var distance = racks.distance(node, holder);
          nearest = distance.compareTo(nearest) < 0 ? distance : nearest;
        }
        bytes.add(nearest, size);
      }
    };
  }

  private static long key(long job, int stage) {
    return (job << Integer.SIZE) | stage;
  }

  /** What one stage has made, with sums, since each task of the next may read all of it. */
  private static final class StageOutputs {

    private int[] nodes = {};
    private long total;
    private final Map<Integer, Long> byNode = new HashMap<>();
    private final Map<Integer, Long> byRack = new HashMap<>();

    void add(int task, int node, long bytes, int rack) {
      if (task >= nodes.length) {
        int known = nodes.length;
        nodes = Arrays.copyOf(nodes, Math.max(task + 1, 2 * known));
        Arrays.fill(nodes, known, nodes.length, NOWHERE);
      }
      if (nodes[task] == NOWHERE) {
        nodes[task] = node;
        total += bytes;
        byNode.merge(node, bytes, Long::sum);
        byRack.merge(rack, bytes, Long::sum);
      }
    }

    int node(int task) {
      return task < nodes.length ? nodes[task] : NOWHERE;
    }

    long on(int node) {
      return byNode.getOrDefault(node, 0L);
    }

    long inRack(int rack) {
      return byRack.getOrDefault(rack, 0L);
    }
  }
}
