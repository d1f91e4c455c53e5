package dev.muster.core.scheduler.graph;

import dev.muster.core.actor.flat.LongMap;
import dev.muster.core.scheduler.place.TaskInputs;
import dev.muster.model.ExternalInput;
import dev.muster.model.OutputPlaces;
import dev.muster.model.StageSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the tasks of one stage read, and where that lies.
 *
 * <pre>
 *   all-to-all edge     every output of the other stage, summed by node    the same for all tasks
 *   input of the job file                                                  for all, or for one task
 *   one-to-one edge     the output of the same index                       for one task
 * </pre>
 */
public final class StageInputs {

  /** So many nodes are told apart in what all tasks read; on the others lies little. */
  static final int MAX_NODES = 256;

  private final int stage;
  private final StageEdges edges;
  private final JobOutputs outputs;
  private final List<ExternalInput> ofAll = new ArrayList<>();

  /** By task; of task i those from {@code from[i]} up to {@code from[i + 1]}. */
  private final ExternalInput[] ofOne;

  private final int[] from;

  /** What all tasks read; null before it is asked for. */
  private @Nullable TaskInputs shared;

  public StageInputs(int stage, StageSpec spec, StageEdges edges, JobOutputs outputs) {
    this.stage = stage;
    this.edges = edges;
    this.outputs = outputs;
    List<ExternalInput> single = new ArrayList<>();
    for (var input : spec.inputs()) {
      (input.task() == ExternalInput.EVERY_TASK ? ofAll : single).add(input);
    }
    single.sort(Comparator.comparingInt(ExternalInput::task));
    this.ofOne = single.toArray(ExternalInput[]::new);
    this.from = new int[single.isEmpty() ? 0 : spec.tasks() + 1];
    for (var input : single) {
      from[input.task() + 1]++;
    }
    for (int task = 1; task < from.length; task++) {
      from[task] += from[task - 1];
    }
  }

  private List<ExternalInput> ofOne(int task) {
    return task + 1 < from.length
        ? Arrays.asList(ofOne).subList(from[task], from[task + 1])
        : List.of();
  }

  /** Whether some task may read more than another. */
  public boolean differ() {
    return ofOne.length > 0 || !edges.oneBefore(stage).isEmpty();
  }

  /** How much a task reads of what not all tasks read. */
  public long ownBytes(int task) {
    long sum = 0;
    var before = edges.oneBefore(stage);
    for (int i = 0; i < before.size(); i++) {
      sum += outputs.bytes(before.at(i), task);
    }
    for (var input : ofOne(task)) {
      sum += input.bytes();
    }
    return sum;
  }

  /** How much a task reads in all. */
  public long bytes(int task) {
    return shared().totalBytes() + ownBytes(task);
  }

  /** All that a task reads; the same object for all tasks that read the same. */
  public TaskInputs of(int task) {
    if (!differ()) {
      return shared();
    }
    var gathering = new TaskInputs.Gathering();
    var before = edges.oneBefore(stage);
    for (int i = 0; i < before.size(); i++) {
      addOutput(before.at(i), task, gathering);
    }
    add(ofOne(task), gathering);
    return gathering.add(shared()).done();
  }

  private void addOutput(int of, int task, TaskInputs.Gathering gathering) {
    long bytes = outputs.bytes(of, task);
    int node = outputs.node(of, task);
    if (bytes > 0) {
      gathering.add(bytes);
      if (node > OutputPlaces.NOWHERE) {
        gathering.on(node);
      }
    }
  }

  private static void add(List<ExternalInput> some, TaskInputs.Gathering gathering) {
    for (var input : some) {
      gathering.add(input.bytes());
      input.on().forEach(gathering::on);
    }
  }

  private TaskInputs shared() {
    if (shared == null) {
      var gathering = new TaskInputs.Gathering();
      add(ofAll, gathering);
      addSums(gathering);
      shared = gathering.done();
    }
    return shared;
  }

  /** Bytes on one node. */
  private static final class NodeSum {

    private final int node;
    private long bytes;

    NodeSum(int node) {
      this.node = node;
    }
  }

  private void addSums(TaskInputs.Gathering gathering) {
    var sums = new Sums();
    var before = edges.allBefore(stage);
    for (int i = 0; i < before.size(); i++) {
      for (int task = 0; task < outputs.rows(before.at(i)); task++) {
        sums.add(outputs.node(before.at(i), task), outputs.bytes(before.at(i), task));
      }
    }
    sums.addTo(gathering);
  }

  /** Sums by node, of which the largest keep their place. */
  private static final class Sums {

    private final LongMap<NodeSum> byNode = new LongMap<>();
    private final List<NodeSum> all = new ArrayList<>();
    private long elsewhere;

    void add(int node, long bytes) {
      if (node <= OutputPlaces.NOWHERE) {
        elsewhere += bytes;
        return;
      }
      var sum = byNode.find(node);
      if (sum == null) {
        sum = new NodeSum(node);
        byNode.put(node, sum);
        all.add(sum);
      }
      sum.bytes += bytes;
    }

    void addTo(TaskInputs.Gathering gathering) {
      all.sort(
          Comparator.comparingLong((NodeSum sum) -> -sum.bytes).thenComparingInt(sum -> sum.node));
      for (int i = 0; i < all.size(); i++) {
        if (i < MAX_NODES) {
          gathering.add(all.get(i).bytes).on(all.get(i).node);
        } else {
          elsewhere += all.get(i).bytes;
        }
      }
      if (elsewhere > 0) {
        gathering.add(elsewhere);
      }
    }
  }
}
