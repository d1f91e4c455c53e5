package dev.muster.core.scheduler.place.commit;

import dev.muster.core.cell.TransactionBuilder;
import dev.muster.core.cell.TransactionOptions;
import dev.muster.model.StageSpec;

/**
 * How a scheduler commits claims.
 *
 * @param options of its transactions
 * @param wholeStages whether a stage goes in whole or not at all: with all-or-nothing options that
 *     makes each a gang. Without it, tasks that fit on the replica are committed, and the rest
 *     later
 * @param batch how many tasks of a stage that need not go in whole are committed at once
 * @param retry when a stage that found too few machines is tried again
 * @param refresh how the replica is kept fresh for partitioned jobs
 */
public record CommitConfig(
    TransactionOptions options, boolean wholeStages, int batch, Retry retry, Refresh refresh) {

  /**
   * @param firstNs the first time
   * @param mostNs at the most; each time in a row is twice as long as the one before
   * @param jitter by how much of it each is longer or shorter, at random
   * @param hastens whether the end of a task of ours brings all of them forward
   */
  public record Retry(long firstNs, long mostNs, double jitter, boolean hastens) {

    public Retry {
      if (firstNs < 1 || mostNs < firstNs || !(jitter >= 0 && jitter < 1)) {
        throw new IllegalArgumentException(
            "retry must have 1 <= firstNs <= mostNs and 0 <= jitter < 1, not "
                + firstNs
                + ", "
                + mostNs
                + ", "
                + jitter);
      }
    }

    /** Always after the same time. */
    public static Retry every(long ns) {
      return new Retry(ns, ns, 0, false);
    }
  }

  private static final long MS = 1_000_000;

  public CommitConfig {
    if (batch < 1 || batch > TransactionBuilder.MAX_CLAIMS) {
      throw new IllegalArgumentException(
          "batch must be between 1 and " + TransactionBuilder.MAX_CLAIMS + ": " + batch);
    }
  }

  /** Whether a stage goes in whole or not at all. */
  boolean isWhole(StageSpec stage) {
    return wholeStages || stage.isGang();
  }

  /** How many tasks of a stage are placed at once. */
  int limit(StageSpec stage) {
    return isWhole(stage) ? TransactionBuilder.MAX_CLAIMS : batch;
  }

  /** Incremental, by fit. */
  public static CommitConfig standard() {
    return new CommitConfig(
        TransactionOptions.STANDARD,
        false,
        10_000,
        new Retry(10 * MS, 2_000 * MS, 0.5, true),
        Refresh.standard());
  }

  /** Every stage is a gang. */
  public static CommitConfig gangs() {
    return new CommitConfig(
        TransactionOptions.GANG, true, standard().batch, standard().retry, standard().refresh);
  }

  public CommitConfig with(TransactionOptions other) {
    return new CommitConfig(other, wholeStages, batch, retry, refresh);
  }

  /** The master may move claims that it would reject to machines like those requested. */
  public CommitConfig repairing() {
    return with(options.repairing());
  }

  public CommitConfig with(Retry other) {
    return new CommitConfig(options, wholeStages, batch, other, refresh);
  }

  public CommitConfig withBatch(int tasks) {
    return new CommitConfig(options, wholeStages, tasks, retry, refresh);
  }

  public CommitConfig with(Refresh other) {
    return new CommitConfig(options, wholeStages, batch, retry, other);
  }
}
