package dev.muster.core.scheduler.place.partitioned;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Lifecycle;
import dev.muster.core.actor.Timer;
import dev.muster.core.cell.TransactionBuilder;
import dev.muster.core.event.SchedulerEvent.CellDelta;
import dev.muster.core.scheduler.place.PlacerContext;
import dev.muster.core.scheduler.place.Thinking;
import dev.muster.core.scheduler.place.Thinking.SearchOrder;
import dev.muster.core.scheduler.place.commit.CommitStrategy;
import dev.muster.core.scheduler.place.commit.Refresh;
import dev.muster.core.scheduler.place.commit.Replica;
import dev.muster.model.JobSpec;
import java.util.List;

/**
 * ParSync's policy: decides on the replica as it is, which is refreshed partition by partition, and
 * puts good or fresh partitions first, by how long tasks wait.
 */
public final class PartitionedStrategy implements CommitStrategy {

  private final Thinking thinking;
  private final ReplicaRefresh refresh;
  private final AdaptiveOrder order;
  private final PartitionFit partitionFit;

  public PartitionedStrategy(
      PlacerContext context, Replica replica, Refresh config, Chance chance) {
    this.thinking = context.thinking();
    this.refresh = new ReplicaRefresh(context.self(), context.master(), config, replica);
    this.order = new AdaptiveOrder(config);
    this.partitionFit = new PartitionFit(chance);
  }

  @Override
  public String policy() {
    return JobSpec.PARTITIONED;
  }

  @Override
  public void enter(long nowNs, Effects out) {
    refresh.enter(nowNs, out);
  }

  @Override
  public void leave(long nowNs) {
    refresh.leave(nowNs);
  }

  @Override
  public int waitingStages() {
    return refresh.stages();
  }

  @Override
  public void received(CellDelta delta, boolean whole) {
    refresh.borrow(delta.lenders());
    if (whole) {
      refresh.refreshedAll();
    }
  }

  @Override
  public boolean wake(long nowNs, Timer timer, Effects out) {
    return refresh.wake(nowNs, timer, out);
  }

  @Override
  public boolean isFresh() {
    return refresh.isFresh();
  }

  @Override
  public boolean isEager() {
    return true;
  }

  @Override
  public int fill(
      long nowNs,
      Replica replica,
      TransactionBuilder transaction,
      int request,
      int tasks,
      PreferredFill preferred) {
    return partitionFit.fill(nowNs, order.now(), replica, transaction, request, tasks, preferred);
  }

  @Override
  public long thinkNs(JobSpec job, int wanted, int found) {
    return thinking.ns(job, found, order.now());
  }

  @Override
  public void committed(long delayNs) {
    order.note(delayNs);
  }

  @Override
  public List<Lifecycle<?>> lifecycles() {
    return List.of(refresh.lifecycle());
  }

  /**
   * What a search for machines puts first: quality, or latency where tasks have waited too long of
   * late, by the moving average of their delays.
   */
  static final class AdaptiveOrder {

    /** What the latest delay counts for: some ten make the average. */
    private static final double WEIGHT = 0.1;

    private final Refresh config;
    private double averageNs;

    AdaptiveOrder(Refresh config) {
      this.config = config;
    }

    /** Tasks were committed so long after they wanted to be. */
    void note(long delayNs) {
      averageNs += WEIGHT * (delayNs - averageNs);
    }

    SearchOrder now() {
      return switch (config.preference()) {
        case QUALITY -> SearchOrder.QUALITY;
        case LATENCY -> SearchOrder.LATENCY;
        case ANYWHERE -> SearchOrder.ANYWHERE;
        case ADAPTIVE -> averageNs < config.boundNs() ? SearchOrder.QUALITY : SearchOrder.LATENCY;
      };
    }
  }
}
