package dev.muster.model;

import java.util.Locale;

/** What the tasks of a job are for. */
public enum JobKind {
  /** To compute and end: tasks go to any node that they fit on. */
  BATCH,
  /** To stay up: tasks are spread over racks, so that few are lost together. */
  SERVICE;

  /** As in job files. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
