package dev.muster.core.scheduler;

import dev.muster.core.actor.Effects;
import java.util.List;
import java.util.TreeSet;

/**
 * What the death of nodes means for a scheduler: by the word of the master, and by nothing else,
 * all reservations and attempts there are lost. That costs their tasks nothing, and they are placed
 * elsewhere; of a gang the lost members alone, for the others go on. Outputs that were there and
 * are still needed are made again.
 */
final class DeadNodes {

  private final Attempts attempts;
  private final Outcomes outcomes;
  private final Takeover takeover;
  private final LostOutputs lostOutputs;

  DeadNodes(Attempts attempts, Outcomes outcomes, Takeover takeover, LostOutputs lostOutputs) {
    this.attempts = attempts;
    this.outcomes = outcomes;
    this.takeover = takeover;
    this.lostOutputs = lostOutputs;
  }

  /** These nodes are dead, or were and are back in a later epoch. */
  void died(long nowNs, List<Integer> nodes, Effects out) {
    var stages = outcomes.loseWithNode(nowNs, attempts.on(new TreeSet<>(nodes)), out);
    if (takeover.knowsNodes()) {
      lostOutputs.nodesLeft(nowNs, out); // first: whoever lacks an input is not placed anew
    }
    outcomes.proceed(nowNs, stages, out);
    for (int node : nodes) {
      takeover.died(nowNs, node, out);
    }
  }
}
