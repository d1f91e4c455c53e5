package dev.muster.core.node;

import dev.muster.model.Demand;

/** Judges whether what a node is sent is covered by the grant that comes with it. */
@FunctionalInterface
public interface Grants {

  /** Of a cell whose members trust each other. */
  Grants OPEN = demand -> true;

  /** Whether its grant covers the room that it asks for, in the tier that it asks for. */
  boolean cover(Demand demand);
}
