package dev.muster.check;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Work;
import dev.muster.core.event.MasterEvent.JobTaken;
import dev.muster.core.event.NodeEvent.AcknowledgeResult;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Promises 1 and 2: the success of a task is counted once, is on record before its node may forget
 * it, and the task is never given to a node again. No attempt is launched twice unless the machine
 * of the first launch crashed.
 */
final class OnceCheck implements Observer {

  private record StartedOn(int node, int epoch) {}

  private final MasterRecord record = new MasterRecord();

  /** Reported successes, by reservation. */
  private final Map<Long, TaskKey> reported = new HashMap<>();

  private final Set<TaskKey> succeeded = new HashSet<>();
  private final Set<TaskKey> counted = new HashSet<>();

  /** Successes that the present scheduler of the job has received. */
  private final Set<TaskKey> known = new HashSet<>();

  private final Map<Long, Integer> offered = new HashMap<>();

  /** The scheduler of each job, unless it died since. */
  private final Map<Long, Integer> taken = new HashMap<>();

  private final Map<AttemptKey, StartedOn> started = new HashMap<>();
  private final Map<Integer, Integer> epochs = new HashMap<>();

  @Override
  public void delivered(Address<?> to, Event event) {
    record.delivered(event);
    if (event instanceof TaskFinished finished && finished.result().succeeded()) {
      reported.put(finished.reservation(), TaskKey.of(finished));
      if (taken.containsKey(finished.job())) {
        known.add(TaskKey.of(finished));
      }
    }
    if (event instanceof AssignJob plan) {
      offered.put(plan.job(), to.index());
    }
  }

  @Override
  public void sent(Address<?> to, Event event) {
    switch (event) {
      case AcknowledgeResult acknowledge -> acknowledged(acknowledge);
      case TaskFinished finished when finished.result().succeeded() ->
          succeeded.add(TaskKey.of(finished));
      case JobTaken job -> taken.put(job.job(), offered.get(job.job()));
      default -> {} // nothing to remember
    }
    var given = TaskKey.givenBy(event);
    if (given != null && isDone(TaskKey.of(given))) {
      throw new BrokenPromise(1, given + " was given out after its task was done");
    }
  }

  private boolean isDone(TaskKey task) {
    return record.isDone(task) || known.contains(task);
  }

  private void acknowledged(AcknowledgeResult acknowledge) {
    var task = reported.get(acknowledge.reservation());
    if (task == null || task.job() >= Promises.OWN_RECORD) {
      return; // not a success, or not one for the master's record
    }
    if (!record.isDone(task) && !record.isClosed(task.job())) {
      throw new BrokenPromise(1, task + " is done, not on record, and its node may forget it");
    }
    if (acknowledge.recorded() && !counted.add(task)) {
      throw new BrokenPromise(2, task + " was recorded complete twice");
    }
  }

  @Override
  public void launched(int node, Launch launch) {
    var work = launch.work();
    var start = new StartedOn(node, epoch(node));
    var before = started.put(AttemptKey.of(work), start);
    if (before != null && before.epoch() == epoch(before.node())) {
      throw new BrokenPromise(
          2, "%s was started on node-%d and again on node-%d".formatted(work, before.node(), node));
    }
  }

  @Override
  public void crashed(int node) {
    epochs.merge(node, 1, Integer::sum);
  }

  @Override
  public void died(int scheduler) {
    taken.values().removeIf(index -> index == scheduler);
    known.removeIf(task -> !taken.containsKey(task.job()));
  }

  private int epoch(int node) {
    return epochs.getOrDefault(node, 0);
  }

  /** Whether a node has reported the success of the task. */
  boolean hasSucceeded(TaskKey task) {
    return succeeded.contains(task);
  }

  private record AttemptKey(TaskKey task, int attempt) {

    static AttemptKey of(Work work) {
      return new AttemptKey(TaskKey.of(work), work.attempt());
    }
  }
}
