package dev.muster.sim.experiment.parsync;

/** When which scheduler gets its next job. They begin one after the other within one interval. */
final class Arrivals {

  private final Flow flow;
  private final long[] nextNs;

  Arrivals(Flow flow, int schedulers) {
    this.flow = flow;
    this.nextNs = new long[schedulers];
    for (int index = 0; index < schedulers; index++) {
      nextNs[index] = flow.gapNs(index, 0) * index / schedulers;
    }
  }

  /** The scheduler that gets the next job. */
  int scheduler() {
    int first = 0;
    for (int index = 1; index < nextNs.length; index++) {
      first = nextNs[index] < nextNs[first] ? index : first;
    }
    return first;
  }

  /** When it does, from the beginning of the work. */
  long atNs(int scheduler) {
    return nextNs[scheduler];
  }

  /** It got it. */
  void advance(int scheduler) {
    nextNs[scheduler] += flow.gapNs(scheduler, nextNs[scheduler]);
  }

  boolean isOver() {
    return nextNs[scheduler()] >= flow.lengthNs();
  }
}
