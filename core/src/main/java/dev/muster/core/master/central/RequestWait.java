package dev.muster.core.master.central;

import dev.muster.core.cell.ContainerShortage;

/** What a request waits for, its place in line, and since when it fits nowhere. */
final class RequestWait {

  static final long NEVER = Long.MAX_VALUE;

  private ContainerShortage why = ContainerShortage.IN_LINE;
  private String detail = "";
  private int place;
  private long ahead;

  /** Since when it fits nowhere. */
  private long blockedNs = NEVER;

  ContainerShortage why() {
    return why;
  }

  /** The queue that is full, or the limit; empty for anything else. */
  String detail() {
    return detail;
  }

  void on(ContainerShortage reason) {
    on(reason, "");
  }

  void on(ContainerShortage reason, String what) {
    why = reason;
    detail = what;
  }

  /** Its place in line: 1 is next; 0 before it was counted. */
  int place() {
    return place;
  }

  /** How many containers others want that are before it. */
  long ahead() {
    return ahead;
  }

  void standsAt(int newPlace, long containersAhead) {
    place = newPlace;
    ahead = containersAhead;
  }

  /** It fits nowhere. */
  void blocked(long nowNs) {
    blockedNs = blockedNs == NEVER ? nowNs : blockedNs;
  }

  /** It is not for lack of nodes that it waits. */
  void unblocked() {
    blockedNs = NEVER;
  }

  long blockedNs() {
    return blockedNs;
  }
}
