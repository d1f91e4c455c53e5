package dev.muster.core.scheduler.place.estimated;

import dev.muster.core.actor.Effects;
import dev.muster.core.actor.flat.LongMap;
import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.AttemptState;
import org.jspecify.annotations.Nullable;

/**
 * Pairs of attempts of one task at two nodes: at most one pair of a task at a time, and only so
 * many one after another.
 *
 * <p>Of a pair that waits the first to start is kept, and the other ended. A copy of a straggler
 * runs beside the original until one of them is done, or the copy has caught up.
 */
final class Twins {

  /** Why a task has a second attempt. */
  enum Reason {
    /** An opportunistic task that waits got a token, and does better elsewhere. */
    MOVED,
    /** The node expects a much longer wait than the scheduler did. */
    WAIT_GREW,
    /** The expected wait is far above that of other tasks of the stage. */
    WAIT_ABOVE_AVERAGE,
    /** The task has waited far longer than other tasks of the stage. */
    WAITED_ABOVE_AVERAGE,
    /** The original runs much slower than a copy would. */
    STRAGGLER
  }

  /** Both attempts of a task. */
  record TwinPair(EstimatedStage stage, Attempt original, Attempt twin, Reason reason) {

    Attempt other(Attempt one) {
      return one == original ? twin : original;
    }
  }

  private final int maxTwins;
  private final LongMap<TwinPair> byAttempt = new LongMap<>();
  private final long[] started = new long[Reason.values().length];
  private final long[] succeeded = new long[Reason.values().length];

  Twins(int maxTwins) {
    this.maxTwins = maxTwins;
  }

  boolean mayHave(EstimatedStage stage, Attempt original) {
    return original.state() == AttemptState.PLACED
        && byAttempt.find(original.id()) == null
        && stage.twinsOf(original.task()) < maxTwins;
  }

  void add(EstimatedStage stage, Attempt original, Attempt twin, Reason reason) {
    var pair = new TwinPair(stage, original, twin, reason);
    byAttempt.put(original.id(), pair);
    byAttempt.put(twin.id(), pair);
    stage.paired(original.task(), reason);
    started[reason.ordinal()]++;
  }

  /** Null where the attempt is the only one of its task. */
  @Nullable TwinPair find(Attempt attempt) {
    return byAttempt.find(attempt.id());
  }

  /** An attempt has started: the other one is not needed, unless it is there to run beside. */
  void started(long nowNs, Attempt attempt, Effects out) {
    var pair = find(attempt);
    if (pair != null && pair.reason() != Reason.STRAGGLER) {
      if (attempt == pair.twin()) {
        succeeded[pair.reason().ordinal()]++;
      }
      dissolve(pair);
      pair.stage().tasks.end(nowNs, pair.other(attempt), out);
    }
  }

  /** The copy of a straggler is as far as the original. */
  void caughtUp(long nowNs, TwinPair pair, Effects out) {
    succeeded[pair.reason().ordinal()]++;
    dissolve(pair);
    pair.stage().tasks.end(nowNs, pair.original(), out);
  }

  /** An attempt is over: the other one, if any, is alone. */
  void ended(Attempt attempt) {
    var pair = find(attempt);
    if (pair != null) {
      dissolve(pair);
    }
  }

  private void dissolve(TwinPair pair) {
    byAttempt.remove(pair.original().id());
    byAttempt.remove(pair.twin().id());
    pair.stage().parted(pair.reason());
  }

  long started(Reason reason) {
    return started[reason.ordinal()];
  }

  /** How many twins started before the original, or copies caught up with it. */
  long succeeded(Reason reason) {
    return succeeded[reason.ordinal()];
  }
}
