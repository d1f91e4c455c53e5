package dev.muster.core.scheduler;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Effects;
import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.RefineEstimates;
import dev.muster.core.event.NodeEvent.Refined;
import dev.muster.core.event.SchedulerEvent;
import dev.muster.core.event.SchedulerEvent.AttemptStatus;
import dev.muster.core.event.SchedulerEvent.AttemptsReported;
import dev.muster.core.scheduler.job.Stage;
import dev.muster.core.scheduler.place.Attempt;
import dev.muster.core.scheduler.place.HeldTable;
import dev.muster.core.scheduler.place.PlacerContext;
import dev.muster.model.AttemptPhase;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes the reports of nodes about watched attempts, and passes them on to their placers. Whoever
 * reports attempts whose stages are known better by now hears how long they take.
 */
final class WatchedAttempts {

  /** An estimate that is so many times another is worth a message to the node. */
  static final double FAR = 1.25;

  private final HeldTable held;
  private final Address<SchedulerEvent> self;

  WatchedAttempts(PlacerContext context) {
    this.held = context.held();
    this.self = context.self();
  }

  /** A node says how watched attempts fare, and with that, that it has them. */
  void reported(long nowNs, AttemptsReported reported, Effects out) {
    List<Refined> refined = new ArrayList<>(0);
    for (var status : reported.attempts()) {
      if (held.find(status.reservation(), reported.node()) instanceof Attempt attempt) {
        attempt.confirmed(nowNs);
        var placer = Stage.of(attempt).placer();
        if (starts(nowNs, attempt, status)) {
          placer.started(nowNs, attempt, out);
        }
        placer.reported(nowNs, reported.node(), reported.load(), attempt, out);
        refine(attempt, refined);
      }
    }
    if (!refined.isEmpty()) {
      out.send(NodeEvent.at(reported.node()), new RefineEstimates(self, refined));
    }
  }

  private static void refine(Attempt attempt, List<Refined> refined) {
    long computeNs = attempt.stage().computeNs(attempt.task());
    long runNs = attempt.expectedRunNs() - attempt.expectedComputeNs() + computeNs;
    if (computeNs > 0 && isFar(runNs, attempt.expectedRunNs())) {
      attempt.expect(runNs, computeNs);
      refined.add(new Refined(attempt.id(), runNs));
    }
  }

  private static boolean isFar(long ns, long otherNs) {
    return ns > otherNs * FAR || ns * FAR < otherNs;
  }

  /** Whether it is the first report that says that the attempt runs. */
  private static boolean starts(long nowNs, Attempt attempt, AttemptStatus status) {
    if (status.phase() == AttemptPhase.QUEUED) {
      attempt.queued(nowNs, status.ns());
      return false;
    }
    boolean starts = attempt.ran(nowNs, status.phase(), status.ns(), status.usage());
    if (status.phase() == AttemptPhase.RUNNING) {
      Stage.of(attempt).learnRunning(nowNs, attempt);
    }
    return starts;
  }
}
