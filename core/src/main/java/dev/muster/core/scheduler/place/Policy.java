package dev.muster.core.scheduler.place;

import dev.muster.core.actor.flat.IntList;
import dev.muster.model.Resources;

/** How nodes are chosen for the ready tasks of one stage. */
public interface Policy {

  /** As job files and reports name it. */
  String name();

  Approach approach();

  /** How many nodes are drawn for so many waiting tasks, the same one several times if need be. */
  int drawsFor(int tasks);

  /**
   * Draws so many nodes.
   *
   * @param chosen where the nodes go: exactly {@code count}, or none where no node is large enough
   */
  void choose(long nowNs, View view, Resources need, int count, IntList chosen);

  /**
   * Draws so many different nodes of these, all of which are large enough.
   *
   * @param count at most as many as there are
   */
  void choose(long nowNs, IntList candidates, int count, IntList chosen);

  /**
   * A node says that nobody new gets a turn there for so long.
   *
   * @return whether the policy minds, and did not know
   */
  default boolean hearTaken(long nowNs, int node, long forNs) {
    return false;
  }

  default Extras extras() {
    return Extras.PLAIN;
  }

  /**
   * Picks the nodes that get a task, of those drawn for them, by how busy they say they are.
   *
   * @param loads of each drawn node; {@link #SILENT} where it has not answered
   * @param picked where the places of the picked ones in {@code loads} go: at most one per task
   */
  void pick(int tasks, int[] loads, IntList picked);

  /** The load of a node that has not said how busy it is. */
  int SILENT = Integer.MAX_VALUE;
}
