package dev.muster.core.plan;

/** How long tasks took, on average over those that succeeded. */
final class TaskTime {

  private long tasks;
  private long sumNs;

  void note(long ns) {
    tasks++;
    sumNs += ns;
  }

  /** 0 before the first. */
  long meanNs() {
    return tasks == 0 ? 0 : sumNs / tasks;
  }
}
