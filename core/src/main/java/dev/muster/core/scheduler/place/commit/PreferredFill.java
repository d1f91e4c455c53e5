package dev.muster.core.scheduler.place.commit;

/** Puts tasks on the machines that they prefer, before others are looked at. */
@FunctionalInterface
public interface PreferredFill {

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
