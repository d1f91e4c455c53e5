package dev.muster.core.scheduler.place.estimated;

import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.Attempt.PlacerNote;
import dev.muster.core.scheduler.place.estimated.Twins.TwinPair;
import dev.muster.model.Resources;
import org.jspecify.annotations.Nullable;

/** What was decided about one attempt, to hold against what its node reports. */
final class Dispatch implements PlacerNote {

  private final EstimatedStage stage;
  private final Attempt attempt;
  private final Resources need;
  private final long busyNs;
  private long decidedNs;
  private long waitNs;
  private boolean reported;
  private boolean displaceable;
  private long notBeforeNs;
  private long nextLookNs;
  private @Nullable TwinPair pair;

  /**
   * @param busyNs how long the attempt keeps the whole machine busy: its length, by its share
   * @param waitNs W, as it was estimated
   */
  Dispatch(
      EstimatedStage stage, Attempt attempt, Resources need, long busyNs, long nowNs, long waitNs) {
    this.stage = stage;
    this.attempt = attempt;
    this.need = need;
    this.busyNs = busyNs;
    this.decidedNs = nowNs;
    this.waitNs = waitNs;
  }

  EstimatedStage stage() {
    return stage;
  }

  Attempt attempt() {
    return attempt;
  }

  Resources need() {
    return need;
  }

  long busyNs() {
    return busyNs;
  }

  /** When the attempt was sent, or its promotion. */
  long decidedNs() {
    return decidedNs;
  }

  /** The wait that was expected then. */
  long waitNs() {
    return waitNs;
  }

  /** The attempt is to be promoted, and expected to wait so long from now on. */
  void promoted(long nowNs, long expectedNs) {
    decidedNs = nowNs;
    waitNs = expectedNs;
  }

  /** Whether the load of its node includes the attempt, for all that is known. */
  boolean isReported() {
    return reported;
  }

  void reported() {
    reported = true;
  }

  /** Whether it gives way to guaranteed ones, for all that is known. */
  boolean isDisplaceable() {
    return displaceable;
  }

  /** For {@link Dispatches} alone, which count those that do. */
  void displaceable(boolean is) {
    displaceable = is;
  }

  /** Its node declined the promotion: another is not tried at once. */
  void restUntil(long ns) {
    notBeforeNs = ns;
  }

  boolean rests(long nowNs) {
    return nowNs < notBeforeNs;
  }

  /** This attempt and another of the task; null where it is the only one. */
  @Nullable TwinPair pair() {
    return pair;
  }

  /** For {@link Twins} alone. */
  void pair(@Nullable TwinPair with) {
    pair = with;
  }

  /** After how long a run is to be looked at next. */
  long nextLookNs() {
    return nextLookNs;
  }

  void lookAgainAfter(long runNs) {
    nextLookNs = runNs;
  }
}
