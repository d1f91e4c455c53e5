package dev.muster.check;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.event.MasterEvent.JobFinished;
import dev.muster.core.event.NodeEvent.AcknowledgeResult;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.AttemptsListed;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.JobState;
import dev.muster.model.StageSpec;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Promise 8: a failed task is retried as often as its job allows and no more, by each epoch of its
 * scheduler, for failures are not on record. What was not the fault of the task (eviction, a kill,
 * a lost node, one that could not start it) never costs a retry, and twins cost one together.
 */
final class RetryCheck implements Observer {

  /** How the details of tasks begin whose nodes died, or could not start them, too often. */
  private static final List<String> NODES_FAULT =
      List.of("lost its node", "its nodes could not start it");

  private final Records records = new Records();
  private final AttemptsUnderWay underWay = new AttemptsUnderWay();
  private final Map<TaskKey, Set<Long>> inherited = new HashMap<>();
  private final Map<TaskKey, Integer> failures = new HashMap<>();
  private final Map<Long, Integer> schedulers = new HashMap<>();
  private final Map<Long, JobSpec> jobs = new HashMap<>();

  /** Failures by the fault of the task, by reservation. */
  private final Map<TaskKey, Set<Long>> faults = new HashMap<>();

  @Override
  public void delivered(Address<?> to, Event event) {
    records.delivered(event);
    underWay.delivered(to, event);
    if (event instanceof AttemptsListed listed) {
      for (var each : listed.held()) {
        var task = new TaskKey(each.job(), each.stage(), each.index());
        inherited.computeIfAbsent(task, _ -> new HashSet<>()).add(each.reservation());
      }
    }
    if (event instanceof AssignJob plan) {
      schedulers.put(plan.job(), to.index());
      jobs.put(plan.job(), plan.spec());
    }
    if (event instanceof TaskFinished end && end.result().outcome().costsAnAttempt()) {
      faults.computeIfAbsent(TaskKey.of(end), _ -> new HashSet<>()).add(end.reservation());
    }
  }

  @Override
  public void died(int scheduler) {
    underWay.died(scheduler);
    failures.keySet().removeIf(task -> schedulers.getOrDefault(task.job(), -1) == scheduler);
  }

  @Override
  public void sent(Address<?> to, Event event) {
    underWay.sent(to, event);
    var result = records.recorded(event);
    boolean fails = result != null && result.result().outcome().costsAnAttempt();
    if (result != null && fails && underWay.of(TaskKey.of(result)).isEmpty()) {
      failures.merge(TaskKey.of(result), 1, Integer::sum);
    }
    if (event instanceof JobFinished end && end.report().state() == JobState.FAILED) {
      gaveUp(end.report());
    }
    var work = TaskKey.givenBy(event);
    if (work != null) {
      int failed = failures.getOrDefault(TaskKey.of(work), 0) - mayBeTwins(event);
      int retries = work.spec().limits().retries();
      if (failed > retries) {
        throw new BrokenPromise(
            8,
            "%s is given out after %d failures with %d retries".formatted(work, failed, retries));
      }
    }
  }

  /** How many failures may have been those of twins, one of which was taken over. */
  private int mayBeTwins(Event event) {
    boolean mayHaveTwin = event instanceof PlaceTask place && place.demand().watched();
    var work = TaskKey.givenBy(event);
    return mayHaveTwin && work != null
        ? inherited.getOrDefault(TaskKey.of(work), Set.of()).size()
        : 0;
  }

  private void gaveUp(JobReport report) {
    var spec = jobs.get(report.job());
    if (spec == null) {
      throw new BrokenPromise(
          1, "job-%d ends, which no scheduler was given".formatted(report.job()));
    }
    for (var failure : report.failures()) {
      int stage = stageNamed(spec, failure.stage());
      var task = new TaskKey(report.job(), stage, failure.index());
      int own = faults.getOrDefault(task, Set.of()).size();
      int retries = spec.stages().get(stage).limits().retries();
      var why = failure.result().detail();
      if (own <= retries && NODES_FAULT.stream().noneMatch(why::startsWith)) {
        throw new BrokenPromise(
            8,
            "%s was given up after %d failures of its own with %d retries"
                .formatted(task, own, retries));
      }
    }
  }

  private static int stageNamed(JobSpec spec, String name) {
    var names = spec.stages().stream().map(StageSpec::name).toList();
    return names.indexOf(name);
  }

  /** Which results schedulers record: the latest delivered, if acknowledged as recorded. */
  static final class Records {

    private @Nullable TaskFinished latest;

    void delivered(Event event) {
      latest = event instanceof TaskFinished finished ? finished : null;
    }

    /** The result that this message acknowledges as recorded; null for other messages. */
    @Nullable TaskFinished recorded(Event sent) {
      boolean records =
          sent instanceof AcknowledgeResult acknowledge
              && acknowledge.recorded()
              && latest != null
              && latest.reservation() == acknowledge.reservation();
      return records ? latest : null;
    }
  }
}
