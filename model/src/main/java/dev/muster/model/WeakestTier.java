package dev.muster.model;

import java.util.List;

/** The weakest tier that the tasks of a stage accept. */
public enum WeakestTier {
  /** The job does not say: as its policy chooses. */
  ANY,
  /** No task may be evicted. */
  GUARANTEED,
  /** Tasks may use what is idle, and be evicted. */
  OPPORTUNISTIC;

  /** What job files may say. */
  public static final List<WeakestTier> IN_FILES = List.of(GUARANTEED, OPPORTUNISTIC);

  /** As in job files; empty where they do not say it. */
  public String text() {
    return switch (this) {
      case ANY -> "";
      case GUARANTEED -> "guaranteed";
      case OPPORTUNISTIC -> "opportunistic";
    };
  }

  /** Whether tasks of this tier will do. */
  public boolean accepts(Tier tier) {
    return this != GUARANTEED || tier == Tier.GUARANTEED;
  }
}
