package dev.muster.model;

/** How a task gets the resources of a node. */
public enum Admission {
  /** Resources were committed in the cell state: the task starts on arrival. */
  RESERVED,
  /** The task waits in the node's queue. */
  QUEUED
}
