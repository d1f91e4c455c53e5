package dev.muster.core.scheduler.place.shared;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Lifecycle;
import dev.muster.core.actor.Timer;
import dev.muster.core.cell.TransactionBuilder;
import dev.muster.core.event.PlacementEvent;
import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.Placer;
import dev.muster.core.scheduler.place.PlacerContext;
import dev.muster.core.scheduler.place.StagePlacer;
import dev.muster.core.scheduler.place.StageTasks;
import dev.muster.core.scheduler.place.Thinking;
import dev.muster.core.scheduler.place.commit.CommitStrategy;
import dev.muster.core.scheduler.place.commit.Committer;
import dev.muster.core.scheduler.place.commit.PreferredFill;
import dev.muster.core.scheduler.place.commit.RandomFit;
import dev.muster.core.scheduler.place.commit.Replica;
import dev.muster.model.Admission;
import dev.muster.model.JobSpec;
import java.util.List;

/**
 * Omega's policy: synchronises the whole replica before each decision, places tasks on machines
 * drawn at random, and backs off where claims were rejected or no machine was found.
 *
 * <p>Also sees to what all policies that commit have in common.
 */
public final class SharedPlacer implements Placer, CommitStrategy {

  private final Committer committer;
  private final Thinking thinking;
  private final RandomFit randomFit;

  public SharedPlacer(PlacerContext context, Committer committer, Chance chance) {
    this.committer = committer;
    this.thinking = context.thinking();
    this.randomFit = RandomFit.even(chance);
    committer.add(this);
  }

  @Override
  public String name() {
    return JobSpec.SHARED;
  }

  @Override
  public Admission admission() {
    return Admission.RESERVED;
  }

  @Override
  public StagePlacer open(StageTasks stage) {
    return committer.open(stage, this);
  }

  // As a strategy.

  @Override
  public boolean isFresh() {
    return false;
  }

  @Override
  public boolean isEager() {
    return false;
  }

  @Override
  public int fill(
      long nowNs,
      Replica replica,
      TransactionBuilder transaction,
      int request,
      int tasks,
      PreferredFill preferred) {
    int placed = preferred.place(PreferredFill.EVERY, tasks);
    return placed + randomFit.fill(replica, transaction, request, 0, tasks - placed);
  }

  /** It looks at all tasks before it knows for how many there are machines. */
  @Override
  public long thinkNs(JobSpec job, int wanted, int found) {
    return thinking.ns(job, wanted);
  }

  // For all that commit.

  @Override
  public boolean on(long nowNs, PlacementEvent event, Effects out) {
    return committer.on(nowNs, event, out);
  }

  @Override
  public boolean wake(long nowNs, Timer timer, Effects out) {
    return committer.wake(nowNs, timer, out);
  }

  @Override
  public void beat(long nowNs, Effects out) {
    committer.beat(nowNs, out);
  }

  @Override
  public void ended(Attempt attempt) {
    committer.ended(attempt);
  }

  @Override
  public void freed(long nowNs, Effects out) {
    committer.freed(nowNs, out);
  }

  @Override
  public void inherit(List<Long> claims) {
    committer.inherit(claims);
  }

  @Override
  public void settle() {
    committer.settle();
  }

  @Override
  public List<Lifecycle<?>> lifecycles() {
    return committer.lifecycles();
  }
}
