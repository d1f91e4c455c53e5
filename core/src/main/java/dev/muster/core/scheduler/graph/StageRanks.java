package dev.muster.core.scheduler.graph;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The order in which the stages of a job go: by their critical paths, the longest first, and where
 * those are the same by their places in the job. Flat: stages are numbered by rank, so that a set
 * of stages is a set of bits, and the next of them is the first bit.
 *
 * <p>Where stages do not share anything their places in the job are their ranks.
 */
public final class StageRanks {

  /** Paths that differ by less, about 0.1 ms, are the same, so that a key has a long to itself. */
  private static final int INDEX_BITS = 17;

  private final int stages;
  private final Supplier<CriticalPath> paths;
  private int @Nullable [] rankOf;
  private int @Nullable [] stageAt;
  private int version;

  /**
   * @param paths asked for only if the ranks are {@link #refresh refreshed}
   */
  public StageRanks(int stages, Supplier<CriticalPath> paths) {
    assert stages <= 1 << INDEX_BITS : stages;
    this.stages = stages;
    this.paths = paths;
  }

  public int of(int stage) {
    return rankOf == null ? stage : rankOf[stage];
  }

  public int stage(int rank) {
    return stageAt == null ? rank : stageAt[rank];
  }

  /** Whether paths have changed since these ranks. */
  public boolean isStale() {
    return stages > 1 && paths.get().version() != version;
  }

  public void refresh() {
    var path = paths.get();
    version = path.version();
    long[] keys = new long[stages];
    for (int stage = 0; stage < stages; stage++) {
      keys[stage] = -(path.ns(stage) >> INDEX_BITS) << INDEX_BITS | stage;
    }
    Arrays.sort(keys);
    stageAt = new int[stages];
    rankOf = new int[stages];
    for (int rank = 0; rank < stages; rank++) {
      int stage = (int) (keys[rank] & (1 << INDEX_BITS) - 1);
      stageAt[rank] = stage;
      rankOf[stage] = rank;
    }
  }

  /** The stages that have these ranks, as a set of stages. */
  public BitSet stages(BitSet byRank) {
    var found = new BitSet();
    byRank.stream().forEach(rank -> found.set(stage(rank)));
    return found;
  }

  /** The ranks of these stages. */
  public void setRanks(BitSet some, BitSet byRank) {
    byRank.clear();
    some.stream().forEach(stage -> byRank.set(of(stage)));
  }
}
