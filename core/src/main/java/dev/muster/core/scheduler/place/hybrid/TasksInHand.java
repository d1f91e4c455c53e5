package dev.muster.core.scheduler.place.hybrid;

import dev.muster.model.Tier;
import dev.muster.model.Where;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.TreeMap;

/**
 * The waiting tasks of a stage whose tier is drawn, in their order, and which nodes those prefer
 * that get containers. They are out of the order of the stage.
 */
final class TasksInHand {

  /** No task. */
  static final int NONE = -1;

  private final Where where;
  private final LinkedHashSet<Integer> guaranteed = new LinkedHashSet<>();
  private final LinkedHashSet<Integer> opportunistic = new LinkedHashSet<>();

  /** By node. */
  private final TreeMap<Integer, LinkedHashSet<Integer>> preferring = new TreeMap<>();

  /** Those of the guaranteed ones that prefer no node. */
  private final LinkedHashSet<Integer> anywhere = new LinkedHashSet<>();

  TasksInHand(Where where) {
    this.where = where;
  }

  void add(int task, Tier tier) {
    switch (tier) {
      case OPPORTUNISTIC -> opportunistic.add(task);
      case GUARANTEED -> {
        guaranteed.add(task);
        var nodes = where.preferredBy(task);
        if (nodes.isEmpty()) {
          anywhere.add(task);
        }
        for (int node : nodes) {
          preferring.computeIfAbsent(node, _ -> new LinkedHashSet<>()).add(task);
        }
      }
    }
  }

  /** The task no longer waits, or goes back to where it came from. */
  void remove(int task) {
    opportunistic.remove(task);
    if (guaranteed.remove(task)) {
      anywhere.remove(task);
      for (int node : where.preferredBy(task)) {
        var tasks = preferring.get(node);
        if (tasks != null && tasks.remove(task) && tasks.isEmpty()) {
          preferring.remove(node);
        }
      }
    }
  }

  int size() {
    return guaranteed.size() + opportunistic.size();
  }

  /** In their order. */
  List<Integer> of(Tier tier) {
    return new ArrayList<>(
        switch (tier) {
          case GUARANTEED -> guaranteed;
          case OPPORTUNISTIC -> opportunistic;
        });
  }

  int count(Tier tier) {
    return switch (tier) {
      case GUARANTEED -> guaranteed.size();
      case OPPORTUNISTIC -> opportunistic.size();
    };
  }

  boolean has(int task) {
    return guaranteed.contains(task) || opportunistic.contains(task);
  }

  boolean isGuaranteed(int task) {
    return guaranteed.contains(task);
  }

  // Which of the guaranteed ones prefer what.

  /** How many prefer no node. */
  int anywhere() {
    return anywhere.size();
  }

  /** The guaranteed tasks that prefer each node. */
  TreeMap<Integer, LinkedHashSet<Integer>> preferring() {
    return preferring;
  }

  /** Those that prefer the node, those that prefer none, and all: to be tried in this order. */
  List<LinkedHashSet<Integer>> byPreference(int node) {
    return List.of(preferring.getOrDefault(node, new LinkedHashSet<>()), anywhere, guaranteed);
  }
}
