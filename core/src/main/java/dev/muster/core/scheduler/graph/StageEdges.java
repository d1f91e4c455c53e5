package dev.muster.core.scheduler.graph;

import dev.muster.core.actor.flat.IntList;
import dev.muster.model.Edge;
import dev.muster.model.StageSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which stages of a job need which others: all-to-all, all tasks of the other; one-to-one, each
 * task the one of its own index.
 */
public final class StageEdges {

  private static final IntList NO_STAGES = new IntList();

  /** Of each stage, those that need all of its tasks, and those that need them one to one. */
  private final List<IntList> allToAll = new ArrayList<>();

  private final List<IntList> oneToOne = new ArrayList<>();

  /** Of each stage, those whose tasks it needs all of, and those that it needs one to one. */
  private final List<IntList> allBefore = new ArrayList<>();

  private final List<IntList> oneBefore = new ArrayList<>();

  public StageEdges(List<StageSpec> stages) {
    Map<String, Integer> byName = new LinkedHashMap<>();
    for (int index = 0; index < stages.size(); index++) {
      byName.put(stages.get(index).name(), index);
      for (var edges : List.of(allToAll, oneToOne, allBefore, oneBefore)) {
        edges.add(NO_STAGES);
      }
    }
    for (int index = 0; index < stages.size(); index++) {
      for (var edge : stages.get(index).after()) {
        connect(stages.get(index).name(), index, edge, byName);
      }
    }
  }

  private void connect(String name, int stage, Edge edge, Map<String, Integer> byName) {
    var upstream = byName.get(edge.stage());
    if (upstream == null) {
      throw new IllegalArgumentException(
          "stage " + name + " is after " + edge.stage() + ", which is not there");
    }
    switch (edge.kind()) {
      case ALL_TO_ALL -> {
        add(allToAll, upstream, stage);
        add(allBefore, stage, upstream);
      }
      case ONE_TO_ONE -> {
        add(oneToOne, upstream, stage);
        add(oneBefore, stage, upstream);
      }
    }
  }

  private static void add(List<IntList> edges, int from, int to) {
    if (edges.get(from) == NO_STAGES) {
      edges.set(from, new IntList());
    }
    edges.get(from).add(to);
  }

  /** The stages that need all tasks of this one. */
  public IntList needAllOf(int stage) {
    return allToAll.get(stage);
  }

  /** The stages whose tasks need one of this stage each. */
  public IntList needOneOf(int stage) {
    return oneToOne.get(stage);
  }

  /** The stages all of whose tasks this one needs. */
  public IntList allBefore(int stage) {
    return allBefore.get(stage);
  }

  /** The stages of which each task of this one needs one. */
  public IntList oneBefore(int stage) {
    return oneBefore.get(stage);
  }

  /** Both kinds of stages that this one needs. */
  public List<IntList> before(int stage) {
    return List.of(allBefore(stage), oneBefore(stage));
  }

  /** Both kinds of stages that need this one. */
  List<IntList> after(int stage) {
    return List.of(needAllOf(stage), needOneOf(stage));
  }

  /** Whether no other stage needs it: its outputs are the job's. */
  public boolean isLast(int stage) {
    return needAllOf(stage).isEmpty() && needOneOf(stage).isEmpty();
  }
}
