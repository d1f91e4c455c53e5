package dev.muster.core.cell;

/** Why the central scheduler has no container for a stage yet. */
public enum ContainerShortage {
  /** Nothing is in the way but what goes first. */
  IN_LINE,
  /** No node has enough of a resource available. */
  RESOURCE,
  /** No node that is large enough will do. */
  NO_NODE,
  /** The nodes that tasks prefer are full. */
  PREFERENCE,
  /** Its queue, or its user, has all that it may have. */
  QUEUE,
  /** A limit on the claims of its scheduler. */
  LIMIT,
  /** Nodes are kept for it until they have enough. */
  RESERVED,
  /** The nodes have enough for some tasks of the gang and not for all. */
  GANG,
  /** The central scheduler has as many requests as it bears. */
  REJECTED
}
