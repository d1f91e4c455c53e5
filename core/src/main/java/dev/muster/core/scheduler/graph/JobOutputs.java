package dev.muster.core.scheduler.graph;

import dev.muster.core.scheduler.place.View;
import dev.muster.model.OutputPlaces;
import dev.muster.model.OutputPlaces.StagePlaces;
import dev.muster.model.RunResult;
import dev.muster.model.TaskId;
import dev.muster.model.text.NodeName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where the outputs of the tasks of one job are, how large, and which of them are lost.
 *
 * <p>Where an output lies that outlives its node is not known here: whoever needs it finds it.
 * Sizes are kept of outputs that other stages read; those of older epochs are not known.
 */
public final class JobOutputs {

  /** In place of a node: the output is lost, with an unknown one. */
  private static final int LOST = Integer.MIN_VALUE;

  private static final long NOT_YET = Long.MAX_VALUE;

  /** Of an output that is made again, or was. */
  private static final class LostOutput {
    private final int node;
    private long madeAgainNs = NOT_YET;

    LostOutput(int node) {
      this.node = node;
    }
  }

  private final OutputPlaces places;
  private final StageEdges edges;

  /** From the first output on that others read; most jobs have none. */
  private @Nullable OutputSizes sizes;

  private final int stages;

  /** No output is on a node beyond this view. */
  private View checked = View.EMPTY;

  /** Tasks that were reopened. */
  private final Map<TaskId, LostOutput> losses = new LinkedHashMap<>();

  /**
   * @param recorded of tasks that older epochs have on record
   */
  public JobOutputs(List<StagePlaces> recorded, StageEdges edges, int stages) {
    this.places = OutputPlaces.of(recorded);
    this.edges = edges;
    this.stages = stages;
  }

  /** A task has succeeded. */
  public void stored(long nowNs, int stage, int task, int node, RunResult result) {
    places.put(stage, task, result.hasOutputOnNode() ? node : OutputPlaces.NOWHERE);
    if (result.outputBytes() > 0 && !edges.isLast(stage)) {
      sizes = sizes == null ? new OutputSizes(stages) : sizes;
      sizes.put(stage, task, result.outputBytes());
    }
    if (checked.size() > 0 && checked.find(node) < 0) {
      checked = View.EMPTY;
    }
    if (!losses.isEmpty()) {
      var loss = losses.get(new TaskId(stage, task));
      if (loss != null) {
        loss.madeAgainNs = nowNs;
      }
    }
  }

  // Where, and how large.

  /** Whether the size of some output is known. */
  public boolean haveSizes() {
    return sizes != null;
  }

  /** The node that has the output; below zero where none has it, or it is lost. */
  int node(int stage, int task) {
    return places.node(stage, task);
  }

  /** Beyond this index no output of the stage has a size or a place. */
  public int rows(int stage) {
    return Math.max(sizes == null ? 0 : sizes.rows(stage), places.rows(stage));
  }

  /** Of an output whose size nobody knows, as large as the others of its stage are on average. */
  long bytes(int stage, int task) {
    if (sizes == null) {
      return 0;
    }
    long bytes = sizes.bytes(stage, task);
    boolean isUnknown = bytes == 0 && node(stage, task) > OutputPlaces.NOWHERE;
    return isUnknown ? sizes.meanBytes(stage) : bytes;
  }

  // Losing.

  public boolean isLost(int stage, int task) {
    return places.node(stage, task) < OutputPlaces.NOWHERE;
  }

  /** The output is gone, whoever had it. */
  public void lose(int stage, int task) {
    if (!isLost(stage, task)) {
      int node = places.node(stage, task);
      places.put(stage, task, node == OutputPlaces.NOWHERE ? LOST : lostWith(node));
    }
  }

  private static int lostWith(int node) {
    return OutputPlaces.NOWHERE - 1 - node;
  }

  /**
   * Loses what was on nodes that are no longer in the cell: which outputs. Many readers may report
   * in a row that they lack inputs, so the same view is compared with all outputs once.
   */
  public List<TaskId> loseBeyond(View view) {
    List<TaskId> lost = new ArrayList<>();
    if (view == checked) {
      return lost;
    }
    checked = view;
    for (int stage = 0; stage < stages; stage++) {
      for (int task = 0; task < rows(stage); task++) {
        int node = places.node(stage, task);
        if (node > OutputPlaces.NOWHERE && view.find(node) < 0) {
          lose(stage, task);
          lost.add(new TaskId(stage, task));
        }
      }
    }
    return lost;
  }

  // Made again.

  /** A task whose output is lost runs again. */
  public void reopened(TaskId task) {
    int place = places.node(task.stage(), task.index());
    int node = place == LOST ? OutputPlaces.NOWHERE : lostWith(place);
    losses.put(task, new LostOutput(node));
  }

  /** Whether the task was reopened: earlier results of it have no output any more. */
  public boolean wasLost(int stage, int task) {
    return !losses.isEmpty() && losses.containsKey(new TaskId(stage, task));
  }

  /** Whether the output was made again after this time, so that what was said of it is stale. */
  public boolean isNewer(TaskId task, long thanNs) {
    var loss = losses.get(task);
    return loss != null && loss.madeAgainNs != NOT_YET && loss.madeAgainNs > thanNs;
  }

  /** The tasks that run again for their outputs. */
  public List<TaskId> madeAgain() {
    List<TaskId> tasks = new ArrayList<>();
    losses.forEach(
        (task, loss) -> {
          if (loss.madeAgainNs == NOT_YET) {
            tasks.add(task);
          }
        });
    return tasks;
  }

  /** What had the output of a reopened task, in words. */
  public String lostWith(TaskId task) {
    var loss = losses.get(task);
    return loss == null || loss.node == OutputPlaces.NOWHERE
        ? "was lost"
        : "was lost with " + NodeName.format(loss.node);
  }
}
