package dev.muster.model;

import java.util.Locale;

/** How far a job may exceed its tokens by the use of spare capacity. */
public enum Elastic {
  /** Not at all. */
  NO,
  /** As long as more tasks at once let the job end sooner. */
  MAX_PARALLELISM,
  /** The same, while less than a share of the cell is in use. */
  GLOBAL_CAP,
  /** The same, up to a few times its tokens. */
  RELATIVE_SIZE;

  /** As in job files. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
