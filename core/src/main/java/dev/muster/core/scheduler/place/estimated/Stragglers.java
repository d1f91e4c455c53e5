package dev.muster.core.scheduler.place.estimated;

import dev.muster.core.actor.Effects;
import dev.muster.core.actor.Timing;
import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.estimated.EstimatedOptions.Corrections;

/**
 * Predicts from the reports of running attempts how long each has left: by the data that it has
 * read and the cpu time that it has used, against what tasks of its stage read and use. Where a
 * fresh copy would be done much sooner, one is started beside the original.
 */
final class Stragglers {

  /** Nothing is predicted of an attempt before so much of its expected time. */
  private static final double MIN_OBSERVED = 0.1;

  /** An attempt is looked at each time that it has run so many times longer: a few times in all. */
  private static final int LOOK_AGAIN = 2;

  /** In place of a part: the node does not measure what the attempt uses. */
  private static final double UNKNOWN = -1;

  private final Corrections options;
  private final long everyNs;
  private final CompletionEstimates estimates;
  private final Reevaluation again;
  private final Placements placements;
  private final Twins twins;

  Stragglers(
      Corrections options,
      Timing.Reports reports,
      CompletionEstimates estimates,
      Reevaluation again,
      Placements placements,
      Twins twins) {
    this.options = options;
    this.everyNs = reports.attemptsEveryNs();
    this.estimates = estimates;
    this.again = again;
    this.placements = placements;
    this.twins = twins;
  }

  /** A guaranteed attempt runs, by a report that has just come. */
  void reported(long nowNs, Dispatch dispatch, Effects out) {
    var stage = dispatch.stage();
    var attempt = dispatch.attempt();
    var pair = twins.find(attempt);
    if (pair != null) {
      if (pair.reason() == CorrectionReason.STRAGGLER && hasCaughtUp(nowNs, pair)) {
        twins.caughtUp(nowNs, pair, out);
      }
      return;
    }
    long ranNs = nowNs - attempt.startedNs();
    if (ranNs < dispatch.nextLookNs() || !mayHaveCopy(stage)) {
      return;
    }
    dispatch.lookAgainAfter(Math.max(everyNs, LOOK_AGAIN * ranNs));
    long leftNs = leftNs(nowNs, stage, attempt);
    if (leftNs > everyNs
        && again.findsOther(nowNs, stage, attempt)
        && leftNs - again.completionNs() > everyNs
        && leftNs > options.stragglerTimes() * again.completionNs()) {
      placements.twin(nowNs, stage, attempt, again.node(), CorrectionReason.STRAGGLER, out);
    }
  }

  private boolean mayHaveCopy(EstimatedStage stage) {
    double most = options.maxCopyShare() * stage.tasks.spec().tasks();
    return options.maxCopyShare() > 0 && stage.copies() < Math.max(1, most);
  }

  /** How long the attempt will take; 0 where nothing can be said yet. */
  private long leftNs(long nowNs, EstimatedStage stage, Attempt attempt) {
    double done = done(nowNs, stage, attempt);
    long ranNs = nowNs - attempt.startedNs();
    long expectedNs = estimates.lengthNs();
    if (ranNs < Math.max(everyNs, (long) (MIN_OBSERVED * expectedNs)) || !estimates.knowsLength()) {
      return 0;
    }
    if (done == UNKNOWN) {
      return ranNs > options.stragglerTimes() * expectedNs ? ranNs : 0; // as long again
    }
    double leftNs = ranNs * (1 - done) / Math.max(done, 1e-3);
    return (long) Math.min(Long.MAX_VALUE / 2.0, leftNs);
  }

  /**
   * Which part of its work the attempt has done: reading and computing count by the time that tasks
   * of the stage take for each.
   */
  private double done(long nowNs, EstimatedStage stage, Attempt attempt) {
    again.of(nowNs, stage, attempt);
    estimates.completionNs(attempt.node());
    var usage = attempt.usage();
    if (usage.cpuNs() == 0 && usage.readBytes() == 0) {
      return UNKNOWN;
    }
    long bytes = estimates.inputs.totalBytes();
    double read = bytes == 0 ? 0 : Math.min(1, (double) usage.readBytes() / bytes);
    double computed =
        estimates.cpuNs() == 0 ? 0 : Math.min(1, (double) usage.cpuNs() / estimates.cpuNs());
    double expectedNs = (double) estimates.readNs() + estimates.cpuNs();
    return (read * estimates.readNs() + computed * estimates.cpuNs()) / Math.max(1, expectedNs);
  }

  /** Whether the copy has done as much as the original, and will be done sooner. */
  private boolean hasCaughtUp(long nowNs, Twins.TwinPair pair) {
    if (pair.twin().startedNs() == Attempt.NOT_STARTED) {
      return false;
    }
    double copied = done(nowNs, pair.stage(), pair.twin());
    double original = done(nowNs, pair.stage(), pair.original());
    return copied != UNKNOWN && copied >= original;
  }
}
