package dev.muster.core.scheduler;

import dev.muster.core.actor.Effects;
import dev.muster.core.event.SchedulerEvent.AttemptStatus;
import dev.muster.core.event.SchedulerEvent.AttemptsReported;
import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.HeldTable;
import dev.muster.core.scheduler.place.PlacerContext;
import dev.muster.model.AttemptPhase;

/** Takes the reports of nodes about watched attempts, and passes them on to their placers. */
final class WatchedAttempts {

  private final HeldTable held;

  WatchedAttempts(PlacerContext context) {
    this.held = context.held();
  }

  /** A node says how watched attempts fare, and with that, that it has them. */
  void reported(long nowNs, AttemptsReported reported, Effects out) {
    for (var status : reported.attempts()) {
      if (held.find(status.reservation(), reported.node()) instanceof Attempt attempt) {
        attempt.confirmed(nowNs);
        var placer = Stage.of(attempt).placer();
        if (starts(nowNs, attempt, status)) {
          placer.started(nowNs, attempt, out);
        }
        placer.reported(nowNs, reported.node(), reported.load(), attempt, out);
      }
    }
  }

  /** Whether it is the first report that says that the attempt runs. */
  private static boolean starts(long nowNs, Attempt attempt, AttemptStatus status) {
    if (status.phase() == AttemptPhase.QUEUED) {
      attempt.queued(nowNs, status.ns());
      return false;
    }
    return attempt.ran(nowNs, status.phase(), status.ns(), status.usage());
  }
}
