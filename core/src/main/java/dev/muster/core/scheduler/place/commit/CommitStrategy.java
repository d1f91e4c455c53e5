package dev.muster.core.scheduler.place.commit;

import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Lifecycle;
import dev.muster.core.actor.Timer;
import dev.muster.core.cell.TransactionBuilder;
import dev.muster.core.event.SchedulerEvent.CellDelta;
import dev.muster.model.JobSpec;
import java.util.List;

/** One policy that places tasks by transactions on the cell state: what these differ in. */
public interface CommitStrategy {

  /** Puts tasks on the machines that they prefer, before others are considered. */
  @FunctionalInterface
  interface PreferredFill {

    /** All partitions. */
    int EVERY = -1;

    /** Of tasks that prefer none. */
    PreferredFill NONE = (_, _) -> 0;

    /**
     * @param partition on machines of this one alone; {@link #EVERY} for all
     * @param tasks at most
     * @return how many
     */
    int place(int partition, int tasks);
  }

  /** The policy, as job files name it. */
  String policy();

  /** A stage wants tasks placed. */
  default void enter(long nowNs, Effects out) {}

  /** A stage wants nothing more placed. */
  default void leave(long nowNs) {}

  /** How many stages want tasks placed on partitions that the strategy refreshes by itself. */
  default int waitingStages() {
    return 0;
  }

  /**
   * A delta has come.
   *
   * @param whole whether the delta answers a question about all partitions
   */
  default void received(CellDelta delta, boolean whole) {}

  /** A timer is due; false where the strategy did not set it. */
  default boolean wake(long nowNs, Timer timer, Effects out) {
    return false;
  }

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

  /** Tasks were committed so long after their stage wanted them placed. */
  default void committed(long delayNs) {}

  default List<Lifecycle<?>> lifecycles() {
    return List.of();
  }
}
