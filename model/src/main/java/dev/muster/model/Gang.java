package dev.muster.model;

/**
 * Whether the tasks of a stage start together, and what happens to the others if one has to start
 * again.
 */
public enum Gang {
  /** Each task starts by itself. */
  NO,
  /** All start together or none does; one that fails or is lost starts again alone. */
  REPLACE,
  /**
   * The same, but the others are ended too, and all that have not succeeded start again together.
   */
  RESTART;

  /** As in job files. */
  public String text() {
    return switch (this) {
      case NO -> "false";
      case REPLACE -> "true";
      case RESTART -> "restart";
    };
  }
}
