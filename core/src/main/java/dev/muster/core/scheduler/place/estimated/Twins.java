package dev.muster.core.scheduler.place.estimated;

import dev.muster.core.actor.Effects;
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

  /** Both attempts of a task. */
  record TwinPair(EstimatedStage stage, Attempt original, Attempt twin, CorrectionReason reason) {

    Attempt other(Attempt one) {
      return one == original ? twin : original;
    }
  }

  private final int maxTwins;
  private final long[] started = new long[CorrectionReason.values().length];
  private final long[] succeeded = new long[CorrectionReason.values().length];

  Twins(int maxTwins) {
    this.maxTwins = maxTwins;
  }

  boolean mayHave(EstimatedStage stage, Attempt original) {
    return original.state() == AttemptState.PLACED
        && find(original) == null
        && stage.twinsOf(original.task()) < maxTwins;
  }

  /** Both have been sent. */
  void add(EstimatedStage stage, Attempt original, Attempt twin, CorrectionReason reason) {
    var pair = new TwinPair(stage, original, twin, reason);
    pair(original, pair);
    pair(twin, pair);
    stage.paired(original.task(), reason);
    started[reason.ordinal()]++;
  }

  /** Null where the attempt is the only one of its task. */
  @Nullable TwinPair find(Attempt attempt) {
    return attempt.note() instanceof Dispatch dispatch ? dispatch.pair() : null;
  }

  /** An attempt has started: the other one is not needed, unless it is there to run beside. */
  void started(long nowNs, Attempt attempt, Effects out) {
    var pair = find(attempt);
    if (pair != null && pair.reason() != CorrectionReason.STRAGGLER) {
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

  /** An attempt is over, and not forgotten yet: the other one, if any, is alone. */
  void ended(Attempt attempt) {
    var pair = find(attempt);
    if (pair != null) {
      dissolve(pair);
    }
  }

  private void dissolve(TwinPair pair) {
    pair(pair.original(), null);
    pair(pair.twin(), null);
    pair.stage().parted(pair.reason());
  }

  private static void pair(Attempt attempt, @Nullable TwinPair with) {
    if (attempt.note() instanceof Dispatch dispatch) {
      dispatch.pair(with);
    }
  }

  long started(CorrectionReason reason) {
    return started[reason.ordinal()];
  }

  /** How many twins started before the original, or copies caught up with it. */
  long succeeded(CorrectionReason reason) {
    return succeeded[reason.ordinal()];
  }
}
