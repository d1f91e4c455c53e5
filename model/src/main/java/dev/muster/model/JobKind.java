package dev.muster.model;

import java.util.Locale;

/** What the tasks of a job are for. */
public enum JobKind {
  /** To compute something and end: tasks go to any node that they fit on. */
  BATCH,
  /** To be there: tasks are spread over racks, so that few are lost together. */
  SERVICE;

  /** As job files have it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
