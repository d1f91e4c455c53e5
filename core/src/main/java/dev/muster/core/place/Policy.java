package dev.muster.core.place;

import dev.muster.core.flat.IntList;
import dev.muster.model.Resources;

/** How nodes are chosen for the ready tasks of one stage. */
public interface Policy {

  /** As job files and reports name it. */
  String name();

  /** How many reservations so many waiting tasks should have in the queues of nodes. */
  int reservationsFor(int tasks);

  /**
   * Chooses the nodes for so many reservations.
   *
   * @param chosen where the nodes go: exactly {@code count}, or none where no node is large enough
   */
  void choose(View view, Resources need, int count, IntList chosen);
}
