package dev.muster.process;

/** Whether a run was told to end, so that its end is not its own doing. */
enum EndRequest {
  NONE,
  ASKED,
  FORCED;

  /** A request by force stays one. */
  EndRequest and(boolean force) {
    return force || this == FORCED ? FORCED : ASKED;
  }
}
