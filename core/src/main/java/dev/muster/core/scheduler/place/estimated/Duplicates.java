package dev.muster.core.scheduler.place.estimated;

import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Timing;
import dev.muster.core.scheduler.place.estimated.EstimatedOptions.Corrections;
import dev.muster.model.WaitMatrix;
import org.jspecify.annotations.Nullable;

/**
 * Looks again at attempts that wait, whenever their nodes report them: on arrival, after a
 * promotion and while they are queued. Where the wait is not what it was expected to be, or not
 * what other tasks of the stage have, and another node is clearly better by now, a twin is sent
 * there.
 */
final class Duplicates {

  /** After so many waits the average of a stage means something. */
  static final int MIN_WAITS = 3;

  private final Corrections options;
  private final long everyNs;
  private final CompletionEstimates estimates;
  private final Reevaluation again;
  private final Placements placements;

  Duplicates(
      Corrections options,
      Timing.Reports reports,
      CompletionEstimates estimates,
      Reevaluation again,
      Placements placements) {
    this.options = options;
    this.everyNs = reports.attemptsEveryNs();
    this.estimates = estimates;
    this.again = again;
    this.placements = placements;
  }

  /** A guaranteed attempt waits, by a report that has just come. */
  void reported(long nowNs, Dispatch dispatch, Effects out) {
    var reason = reason(nowNs, dispatch);
    if (reason == null) {
      return;
    }
    var stage = dispatch.stage();
    var attempt = dispatch.attempt();
    again.of(nowNs, stage, attempt);
    long stayNs = estimates.completionAfterNs(attempt.node(), leftNs(nowNs, dispatch));
    if (again.findsOther(nowNs, stage, attempt) && isClearlyBetter(stayNs)) {
      placements.twin(nowNs, stage, attempt, again.node(), reason, out);
    }
  }

  /** Why the decision is to be looked at again; null where it stands. */
  private @Nullable CorrectionReason reason(long nowNs, Dispatch dispatch) {
    long elapsedNs = nowNs - dispatch.decidedNs();
    long leftNs = leftNs(nowNs, dispatch);
    long expectedNs = leftNs == WaitMatrix.NEVER ? elapsedNs : Timing.later(elapsedNs, leftNs);
    if (isMuchHigher(expectedNs, dispatch.waitNs())) {
      return CorrectionReason.WAIT_GREW;
    }
    var stage = dispatch.stage();
    if (stage.waits() < MIN_WAITS) {
      return null;
    }
    if (isMuchHigher(elapsedNs, stage.meanWaitNs())) {
      return CorrectionReason.WAITED_ABOVE_AVERAGE;
    }
    return isMuchHigher(expectedNs, stage.meanWaitNs())
        ? CorrectionReason.WAIT_ABOVE_AVERAGE
        : null;
  }

  /** How long until the node expects to start the attempt. */
  private static long leftNs(long nowNs, Dispatch dispatch) {
    long expectedNs = dispatch.attempt().expectedStartNs();
    return expectedNs == WaitMatrix.NEVER ? WaitMatrix.NEVER : Math.max(0, expectedNs - nowNs);
  }

  private boolean isMuchHigher(long waitNs, long thanNs) {
    return waitNs > options.higherTimes() * thanNs + options.higherIntervals() * everyNs;
  }

  private boolean isClearlyBetter(long stayNs) {
    long savedNs = stayNs - again.completionNs();
    return savedNs > everyNs && savedNs > options.savingShare() * stayNs;
  }
}
