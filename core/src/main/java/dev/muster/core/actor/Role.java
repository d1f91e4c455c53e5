package dev.muster.core.actor;

import java.util.Locale;

/** The kinds of actor in a cell. */
public enum Role {
  CLIENT,
  MASTER,
  SCHEDULER,
  NODE,
  MONITOR;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
