package dev.muster.check;

import dev.muster.check.AttemptsUnderWay.WatchedAttempt;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.SchedulerEvent.AttemptsReported;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.model.AttemptPhase;
import java.util.ArrayList;
import java.util.List;

/**
 * Promise 1, of needless work: a task has two attempts under way at most. A scheduler that hears
 * that one has started ends the other that has not, and one that hears that a task has succeeded
 * ends all others of the task, at once.
 */
final class TwinCheck implements Observer {

  private final AttemptsUnderWay underWay = new AttemptsUnderWay();

  /** What the scheduler that handles an event must end before the next event. */
  private final List<WatchedAttempt> due = new ArrayList<>();

  private String cause = "";

  @Override
  public void delivered(Address<?> to, Event event) {
    verifyDue();
    switch (event) {
      case AttemptsReported reported -> started(reported);
      case TaskFinished end when end.result().succeeded() -> succeeded(end);
      default -> {} // decides nothing between twins
    }
    underWay.delivered(to, event);
  }

  private void started(AttemptsReported reported) {
    for (var status : reported.attempts()) {
      var attempt = underWay.find(status.reservation());
      if (attempt != null
          && status.phase() != AttemptPhase.QUEUED
          && attempt.node() == reported.node()
          && !attempt.isStarted()) {
        attempt.start();
        if (!attempt.isKilled()) {
          others(attempt).stream().filter(other -> !other.isStarted()).forEach(due::add);
          cause = attempt + " has started";
        }
      }
    }
  }

  private void succeeded(TaskFinished end) {
    var attempt = underWay.find(end.reservation());
    if (attempt != null) {
      due.addAll(others(attempt));
      cause = attempt + " has succeeded";
    }
  }

  private List<WatchedAttempt> others(WatchedAttempt attempt) {
    return underWay.of(TaskKey.of(attempt.place().work())).stream()
        .filter(other -> other != attempt && !other.isKilled())
        .toList();
  }

  private void verifyDue() {
    for (var attempt : due) {
      boolean isOver = attempt.isKilled() || underWay.find(attempt.place().reservation()) == null;
      if (!isOver) {
        throw new BrokenPromise(1, cause + ", and " + attempt + " is not ended");
      }
    }
    due.clear();
  }

  @Override
  public void sent(Address<?> to, Event event) {
    underWay.sent(to, event);
    if (event instanceof PlaceTask place) {
      var attempt = underWay.find(place.reservation());
      if (attempt != null && others(attempt).size() > 1) {
        throw new BrokenPromise(1, attempt + " is one of three: " + others(attempt));
      }
    }
  }

  @Override
  public void died(int scheduler) {
    underWay.died(scheduler);
  }
}
