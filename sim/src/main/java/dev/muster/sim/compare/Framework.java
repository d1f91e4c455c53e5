package dev.muster.sim.compare;

import dev.muster.core.actor.flat.IntList;
import dev.muster.core.scheduler.place.commit.RandomFit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** A scheduler that places its jobs on what it is offered, and on nothing else. */
final class Framework {

  /**
   * What came of an offer.
   *
   * @param placed the stages that found room in it, and where
   * @param again those that want more room than there was
   * @param thoughtNs how long it takes to say so
   */
  record Answer(List<PlacedTask> placed, List<Pending> again, long thoughtNs) {}

  /** A task for each machine. */
  record PlacedTask(KnownStage stage, IntList machines) {}

  private final Manner manner;
  private final RandomFit fit;
  private final Deque<Pending> line = new ArrayDeque<>();

  Framework(Manner manner, RandomFit fit) {
    this.manner = manner;
    this.fit = fit;
  }

  void add(Pending pending) {
    line.add(pending);
  }

  boolean isIdle() {
    return line.isEmpty();
  }

  RandomFit fit() {
    return fit;
  }

  /** Walks its whole line, as long as something of the offer is left. */
  Answer use(Room offer) {
    List<PlacedTask> placed = new ArrayList<>();
    List<Pending> again = new ArrayList<>();
    long sumNs = 0;
    while (!line.isEmpty() && !offer.isUsedUp()) {
      var next = line.remove();
      long thoughtNs = next.thinkNs(manner);
      sumNs += thoughtNs;
      var machines =
          isWorthATry(offer, next.stage())
              ? next.attempt(offer, manner, thoughtNs)
              : next.pass(manner, thoughtNs);
      placed.add(new PlacedTask(next.stage(), machines));
      if (next.isWanted()) {
        again.add(next);
      }
    }
    return new Answer(placed, again, sumNs);
  }

  /** The paper's simulator wants more cpu than one task needs in the whole of the offer. */
  private static boolean isWorthATry(Room offer, KnownStage stage) {
    return offer.freeCpuMillis() > stage.need().cpuMillis();
  }
}
