package dev.muster.check;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.event.ClientEvent.JobAccepted;
import dev.muster.core.event.ClientEvent.JobEnded;
import dev.muster.core.event.ClientEvent.JobForgotten;
import dev.muster.core.event.ClientEvent.JobRejected;
import dev.muster.core.event.ClientEvent.RequestJob;
import dev.muster.model.JobReport;
import dev.muster.model.JobState;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;

/**
 * Promises 1, 6 and 7: every request is answered, every accepted job ends once, and an infeasible
 * job has a reason.
 */
final class JobsCheck implements Observer {

  private final OnceCheck once;
  private final TreeSet<String> unanswered = new TreeSet<>();
  private final Map<String, Long> numbers = new LinkedHashMap<>();
  private final Map<Long, JobReport> ends = new LinkedHashMap<>();

  /** Requests whose client was told no: nobody waits for what a copy of one may still become. */
  private final TreeSet<String> rejected = new TreeSet<>();

  /** Jobs whose client queried them after their report was dropped. */
  private final TreeSet<Long> forgotten = new TreeSet<>();

  JobsCheck(OnceCheck once) {
    this.once = once;
  }

  @Override
  public void delivered(Address<?> to, Event event) {
    switch (event) {
      case RequestJob request when !numbers.containsKey(request.key()) -> requested(request.key());
      case JobAccepted accepted when !rejected.contains(accepted.key()) -> accepted(accepted);
      case JobRejected answer when unanswered.remove(answer.key()) -> rejected.add(answer.key());
      case JobEnded ended -> ended(ended.report());
      case JobForgotten answer -> forgotten.add(answer.job());
      default -> {} // not to a client
    }
  }

  private void requested(String key) {
    unanswered.add(key);
    rejected.remove(key);
  }

  private void accepted(JobAccepted accepted) {
    unanswered.remove(accepted.key());
    var before = numbers.put(accepted.key(), accepted.job());
    if (before != null && before != accepted.job()) {
      throw new BrokenPromise(
          2, "request %s is job-%d and job-%d".formatted(accepted.key(), before, accepted.job()));
    }
  }

  private void ended(JobReport report) {
    var before = ends.put(report.job(), report);
    if (before != null && !before.equals(report)) {
      throw new BrokenPromise(
          2, "job-%d ended twice: %s, %s".formatted(report.job(), before, report));
    }
    if (report.state() == JobState.INFEASIBLE && report.reasons().isEmpty()) {
      throw new BrokenPromise(7, "job-%d is infeasible without a reason".formatted(report.job()));
    }
    if (report.state() == JobState.SUCCEEDED) {
      allDone(report);
    }
  }

  private void allDone(JobReport report) {
    for (int stage = 0; stage < report.stages().size(); stage++) {
      var counts = report.stages().get(stage);
      for (int index = 0; index < counts.tasks(); index++) {
        if (!once.hasSucceeded(new TaskKey(report.job(), stage, index))) {
          throw new BrokenPromise(
              1, "job-%d succeeded without %s[%d]".formatted(report.job(), counts.name(), index));
        }
      }
      if (counts.succeeded() != counts.tasks()) {
        throw new BrokenPromise(2, "job-%d counts %s".formatted(report.job(), counts));
      }
    }
  }

  /** Whether all requests are answered and all accepted jobs have ended. */
  boolean allEnded() {
    return unanswered.isEmpty() && numbers.values().stream().allMatch(this::isOver);
  }

  private boolean isOver(long job) {
    return ends.containsKey(job) || forgotten.contains(job);
  }

  void verifyAllEnded() {
    if (!unanswered.isEmpty()) {
      throw new BrokenPromise(6, "requests never answered: " + unanswered);
    }
    for (var number : numbers.entrySet()) {
      if (!isOver(number.getValue())) {
        throw new BrokenPromise(
            6, "job-%d (%s) never ended".formatted(number.getValue(), number.getKey()));
      }
    }
  }

  Map<Long, JobReport> ends() {
    return ends;
  }
}
