package dev.muster.core.scheduler.job;

import dev.muster.core.actor.Effects;
import dev.muster.core.scheduler.graph.StageRanks;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.function.IntConsumer;

/**
 * Whose turn it is among the open stages of a job to have more placed.
 *
 * <p>Where stages share tokens, what one starts another may not, and the stage with the longest way
 * to the end of the job goes first. Otherwise stages do not care about each other, and those that
 * lack something for longest go first. However many stages there are, one event adjusts few.
 */
final class StageTurns {

  /** How many open stages one beat adjusts; the others have their turn at the next ones. */
  static final int MAX_STAGES_PER_BEAT = 1_000;

  /** How many stages one event adjusts besides its own. */
  static final int MAX_STAGES_PER_EVENT = 64;

  private final Stage[] stages;
  private final StageRanks ranks;
  private final boolean shareTokens;

  /** By rank. */
  private final BitSet open = new BitSet();

  private int openCount;

  /** Those that could have more placed, by rank. */
  private final BitSet lacking = new BitSet();

  /** The same in the order of their turns, where stages do not share tokens. */
  private final ArrayDeque<Integer> inTurn = new ArrayDeque<>();

  private int nextAdjusted;

  /**
   * @param shareTokens whether what one stage starts, another may not
   */
  StageTurns(Stage[] stages, StageRanks ranks, boolean shareTokens) {
    this.stages = stages;
    this.ranks = ranks;
    this.shareTokens = shareTokens;
  }

  void open(int stage) {
    open.set(ranks.of(stage));
    openCount++;
    await(stage);
  }

  void close(int stage) {
    if (open.get(ranks.of(stage))) {
      open.clear(ranks.of(stage));
      openCount--;
    }
  }

  boolean isOpen(int stage) {
    return open.get(ranks.of(stage));
  }

  /** The open ones, in the order of their ranks; the action may close them. */
  void eachOpen(IntConsumer action) {
    for (int rank = open.nextSetBit(0); rank >= 0; rank = open.nextSetBit(rank + 1)) {
      action.accept(ranks.stage(rank));
    }
  }

  /** The stage could have more placed. */
  void await(int stage) {
    if (!lacking.get(ranks.of(stage))) {
      lacking.set(ranks.of(stage));
      if (!shareTokens) {
        inTurn.add(stage);
      }
    }
  }

  /** After what happened to this stage: has as much placed as the job wants now. */
  void adjust(long nowNs, Stage stage, Effects out) {
    if (shareTokens && openCount <= MAX_STAGES_PER_EVENT) {
      adjustOpen(nowNs, out);
    } else if (shareTokens) {
      adjustLacking(nowNs, out);
      adjustOrAwait(nowNs, stage.index(), out);
    } else {
      adjustOrAwait(nowNs, stage.index(), out);
      adjustLacking(nowNs, out);
    }
  }

  /** The same for all open stages in turn, as many as one event may look at. */
  void adjustOpen(long nowNs, Effects out) {
    rankAnew();
    int count = Math.min(MAX_STAGES_PER_BEAT, openCount);
    for (int i = 0; i < count && openCount > 0; i++) {
      int next = open.nextSetBit(nextAdjusted);
      int rank = next < 0 ? open.nextSetBit(0) : next;
      nextAdjusted = rank + 1;
      int stage = ranks.stage(rank);
      if (!stages[stage].adjust(nowNs, out) && openCount > MAX_STAGES_PER_EVENT) {
        await(stage);
      }
    }
    nextAdjusted = openCount <= MAX_STAGES_PER_BEAT ? 0 : nextAdjusted;
    adjustLacking(nowNs, out);
  }

  private void adjustOrAwait(long nowNs, int stage, Effects out) {
    if (!stages[stage].adjust(nowNs, out)) {
      await(stage);
    }
  }

  private void adjustLacking(long nowNs, Effects out) {
    if (shareTokens) {
      rankAnew();
      adjustByRank(nowNs, out);
    } else {
      adjustInTurn(nowNs, out);
    }
  }

  /** One that still lacks something stays where it is: the tokens are not for those behind it. */
  private void adjustByRank(long nowNs, Effects out) {
    int rank = lacking.nextSetBit(0);
    for (int left = MAX_STAGES_PER_EVENT; left > 0 && rank >= 0; left--) {
      if (stages[ranks.stage(rank)].adjust(nowNs, out)) {
        lacking.clear(rank);
      }
      rank = lacking.nextSetBit(rank + 1);
    }
  }

  /** One that still lacks something goes behind the others. */
  private void adjustInTurn(long nowNs, Effects out) {
    for (int left = Math.min(MAX_STAGES_PER_EVENT, inTurn.size()); left > 0; left--) {
      int stage = inTurn.remove();
      lacking.clear(ranks.of(stage));
      adjustOrAwait(nowNs, stage, out);
    }
  }

  /** Ranks may have changed with estimates. */
  private void rankAnew() {
    if (shareTokens && ranks.isStale()) {
      var opened = ranks.stages(open);
      var awaiting = ranks.stages(lacking);
      ranks.refresh();
      ranks.setRanks(opened, open);
      ranks.setRanks(awaiting, lacking);
    }
  }
}
