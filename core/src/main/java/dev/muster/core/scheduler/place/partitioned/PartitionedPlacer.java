package dev.muster.core.scheduler.place.partitioned;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Timer;
import dev.muster.core.cell.TransactionBuilder;
import dev.muster.core.event.PlacementEvent;
import dev.muster.core.event.SchedulerEvent.CellDelta;
import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.Placer;
import dev.muster.core.scheduler.place.PlacerContext;
import dev.muster.core.scheduler.place.StagePlacer;
import dev.muster.core.scheduler.place.StageTasks;
import dev.muster.core.scheduler.place.Thinking;
import dev.muster.core.scheduler.place.commit.CommitStrategy;
import dev.muster.core.scheduler.place.commit.Committer;
import dev.muster.core.scheduler.place.commit.PreferredFill;
import dev.muster.core.scheduler.place.commit.Refresh;
import dev.muster.core.scheduler.place.commit.Replica;
import dev.muster.model.Admission;
import dev.muster.model.JobSpec;

/**
 * ParSync's policy: decides on the replica as it is, which is refreshed partition by partition, and
 * puts good or fresh partitions first, by how long tasks wait.
 */
public final class PartitionedPlacer implements Placer, CommitStrategy {

  private final Committer committer;
  private final Thinking thinking;
  private final ReplicaRefresh refresh;
  private final AdaptiveOrder order;
  private final PartitionFit partitionFit;

  public PartitionedPlacer(
      PlacerContext context, Committer committer, Refresh config, Chance chance) {
    this.committer = committer;
    this.thinking = context.thinking();
    this.refresh =
        new ReplicaRefresh(context.self(), context.master(), config, committer.replica());
    this.order = new AdaptiveOrder(config);
    this.partitionFit = new PartitionFit(chance);
    committer.add(this);
  }

  @Override
  public String name() {
    return JobSpec.PARTITIONED;
  }

  @Override
  public Admission admission() {
    return Admission.RESERVED;
  }

  @Override
  public StagePlacer open(StageTasks stage) {
    return committer.open(stage, this);
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
  public void ended(Attempt attempt) {
    committer.ended(attempt);
  }

  @Override
  public boolean on(long nowNs, PlacementEvent event, Effects out) {
    return false; // the committer hears it once, for all that commit
  }

  @Override
  public boolean wake(long nowNs, Timer timer, Effects out) {
    return refresh.wake(nowNs, timer, out);
  }
}
