package dev.muster.core.scheduler.place.shared;

import dev.muster.core.actor.Chance;
import dev.muster.core.cell.TransactionBuilder;
import dev.muster.core.scheduler.place.Thinking;
import dev.muster.core.scheduler.place.commit.CommitStrategy;
import dev.muster.core.scheduler.place.commit.RandomFit;
import dev.muster.core.scheduler.place.commit.Replica;
import dev.muster.model.JobSpec;

/**
 * Omega's policy: synchronises the whole replica before each decision, places tasks on machines
 * drawn at random, and backs off where claims were rejected or no machine was found.
 */
public final class SharedStrategy implements CommitStrategy {

  private final Thinking thinking;
  private final RandomFit randomFit;

  public SharedStrategy(Thinking thinking, Chance chance) {
    this.thinking = thinking;
    this.randomFit = RandomFit.even(chance);
  }

  @Override
  public String policy() {
    return JobSpec.SHARED;
  }

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

  /** All tasks are considered before it is known for how many there are machines. */
  @Override
  public long thinkNs(JobSpec job, int wanted, int found) {
    return thinking.ns(job, wanted);
  }
}
