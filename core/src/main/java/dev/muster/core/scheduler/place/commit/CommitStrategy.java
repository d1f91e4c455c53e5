package dev.muster.core.scheduler.place.commit;

import dev.muster.core.actor.Effects;
import dev.muster.core.cell.TransactionBuilder;
import dev.muster.core.event.SchedulerEvent.CellDelta;
import dev.muster.model.JobSpec;

/** What policies that place tasks by transactions on the cell state differ in. */
public interface CommitStrategy {

  /** The name of the policy. */
  String name();

  /** A stage wants tasks placed. */
  default void enter(long nowNs, Effects out) {}

  /** A stage wants nothing more placed. */
  default void leave(long nowNs) {}

  /** How many stages want tasks placed on parts of the replica that it refreshes by itself. */
  default int waitingStages() {
    return 0;
  }

  /**
   * A delta has come.
   *
   * @param whole whether it answers a question about all partitions
   */
  default void received(CellDelta delta, boolean whole) {}

  /** Whether the replica is fresh enough to decide on as it is; else it is synchronised first. */
  boolean isFresh();

  /** Whether a stage is tried again at once while the replica learns something by its tries. */
  boolean isEager();

  /**
   * Puts claims of tasks that may run anywhere into the transaction.
   *
   * @param request its number in the transaction
   * @param preferred the machines that tasks prefer, which are tried first
   * @return how many
   */
  int fill(
      long nowNs,
      Replica replica,
      TransactionBuilder transaction,
      int request,
      int tasks,
      PreferredFill preferred);

  /**
   * How long a decision takes, in virtual time, that wanted so many tasks placed and found some.
   */
  long thinkNs(JobSpec job, int wanted, int found);

  /** Tasks were committed so long after they wanted to be. */
  default void committed(long delayNs) {}
}
