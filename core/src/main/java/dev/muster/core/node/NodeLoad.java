package dev.muster.core.node;

import dev.muster.core.node.queue.Forecast;
import dev.muster.core.node.queue.WaitPredictor;
import dev.muster.core.node.queue.WaitQueue;
import dev.muster.model.Load;
import dev.muster.model.WaitMatrix;

/** How busy the node is, and is predicted to be where somebody wants to know. */
final class NodeLoad {

  private final WaitQueue queue;
  private final Runs runs;
  private final Allocations allocations;
  private final WaitPredictor predictor;

  NodeLoad(WaitQueue queue, Runs runs, Allocations allocations, WaitPredictor predictor) {
    this.queue = queue;
    this.runs = runs;
    this.allocations = allocations;
    this.predictor = predictor;
  }

  /**
   * @param waits as predicted, or unknown: a prediction simulates the queue
   */
  Load now(long nowNs, WaitMatrix waits) {
    return new Load(
        queue.workNs(), runs.remainingNs(nowNs), nowNs - allocations.lastOpportunisticNs(), waits);
  }

  Forecast forecast(long nowNs) {
    return predictor.forecast(nowNs, queue);
  }
}
