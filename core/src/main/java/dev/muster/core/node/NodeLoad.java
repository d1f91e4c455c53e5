package dev.muster.core.node;

import dev.muster.core.node.queue.Forecast;
import dev.muster.core.node.queue.WaitPredictor;
import dev.muster.core.node.queue.WaitQueue;
import dev.muster.core.node.resource.ResourceLedger;
import dev.muster.model.Load;
import dev.muster.model.WaitMatrix;

/** How busy the node is, and is predicted to be where somebody wants to know. */
final class NodeLoad {

  /**
   * What guaranteed tasks take of the machine, by parts from 0 to 1.
   *
   * @param cpu at the most since this was last asked, those that wait included
   */
  record GuaranteedParts(double cpu, double memory) {}

  private final ResourceLedger ledger;
  private final WaitQueue queue;
  private final Runs runs;
  private final Allocations allocations;
  private final Dispatcher dispatcher;
  private final WaitPredictor predictor;

  NodeLoad(
      ResourceLedger ledger,
      WaitQueue queue,
      Runs runs,
      Allocations allocations,
      Dispatcher dispatcher,
      WaitPredictor predictor) {
    this.ledger = ledger;
    this.queue = queue;
    this.runs = runs;
    this.allocations = allocations;
    this.dispatcher = dispatcher;
    this.predictor = predictor;
  }

  /**
   * @param waits as predicted, or unknown: a prediction simulates the queue
   */
  Load now(long nowNs, WaitMatrix waits) {
    return new Load(
        queue.workNs(),
        runs.remainingNs(nowNs),
        idleNs(nowNs),
        waits,
        queue.delayNs(nowNs),
        queue.opportunisticSize());
  }

  /** However long a node has stood empty, an opportunistic task would start there at once. */
  private long idleNs(long nowNs) {
    return dispatcher.couldStartOpportunistic()
        ? 0
        : nowNs - allocations.lastOpportunisticNs(nowNs);
  }

  Forecast forecast(long nowNs) {
    return predictor.forecast(nowNs, queue);
  }

  GuaranteedParts takeGuaranteedParts() {
    var waits = queue.guaranteedNeed();
    var now = ledger.guaranteed();
    var peak = ledger.takeGuaranteedPeak();
    var whole = ledger.capacity();
    return new GuaranteedParts(
        part(Math.max(peak.cpuMillis(), now.cpuMillis() + waits.cpuMillis()), whole.cpuMillis()),
        part(
            Math.max(peak.memoryBytes(), now.memoryBytes() + waits.memoryBytes()),
            whole.memoryBytes()));
  }

  private static double part(long amount, long whole) {
    return whole == 0 ? 0 : Math.min(1, (double) amount / whole);
  }
}
