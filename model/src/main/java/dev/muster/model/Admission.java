package dev.muster.model;

/** How a task comes to its room on a node. */
public enum Admission {
  /** The room was committed in the cell state: it starts on arrival. */
  RESERVED,
  /** It waits in the node's line. */
  QUEUED
}
