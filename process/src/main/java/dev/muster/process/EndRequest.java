package dev.muster.process;

/** Whether the end of a run was requested. */
enum EndRequest {
  NONE,
  ASKED,
  FORCED;

  /** A request by force stays one. */
  EndRequest and(boolean force) {
    return force || this == FORCED ? FORCED : ASKED;
  }
}
