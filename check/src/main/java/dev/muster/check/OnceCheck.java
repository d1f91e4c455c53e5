package dev.muster.check;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Work;
import dev.muster.core.event.MasterEvent.JobTaken;
import dev.muster.core.event.NodeEvent.AcknowledgeResult;
import dev.muster.core.event.SchedulerEvent.AssignJob;
import dev.muster.core.event.SchedulerEvent.MachineList;
import dev.muster.core.event.SchedulerEvent.MachinesChanged;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * Promises 1 and 2: the success of a task is counted once, is on record before its node may forget
 * it, and the task is given to a node again only after a machine lost its output, once for each
 * loss. No attempt is launched twice unless the machine of the first launch crashed.
 */
final class OnceCheck implements Observer {

  private record StartedOn(int node, int epoch, long run) {}

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

  private final LostTasks lost = new LostTasks();
  private final SchedulerViews views = new SchedulerViews();

  /** Tasks that run again, of which the record may say that they are done. */
  private final Set<TaskKey> reopened = new HashSet<>();

  /** How many reopenings were seen by their consequences, and not on record yet. */
  private final Map<TaskKey, Integer> unrecorded = new HashMap<>();

  private final Map<TaskKey, Set<Long>> runs = new HashMap<>();

  /** Runs whose success is of no use any more. */
  private final Set<Long> voided = new HashSet<>();

  private final Map<AttemptKey, StartedOn> started = new HashMap<>();
  private final Map<Integer, Integer> epochs = new HashMap<>();

  @Override
  public void delivered(Address<?> to, Event event) {
    lost.delivered(event);
    views.delivered(to, event);
    record.delivered(event).forEach(this::recordedAgain);
    if (event instanceof TaskFinished finished && finished.result().succeeded()) {
      reported.put(finished.reservation(), TaskKey.of(finished));
      if (taken.containsKey(finished.job()) && countsAt(to.index(), finished)) {
        known.add(TaskKey.of(finished));
        reopened.remove(TaskKey.of(finished));
      }
    }
    switch (event) {
      case AssignJob plan -> offered.put(plan.job(), to.index());
      case MachinesChanged changes -> givenUp(changes.left()::contains);
      case MachineList _ -> givenUp(_ -> true);
      default -> {} // nothing to remember
    }
  }

  /** An output counts once its node is known to be there; until then the node says so again. */
  private boolean countsAt(int scheduler, TaskFinished finished) {
    boolean isThere =
        !finished.result().hasOutputOnNode()
            || views.machines(scheduler).containsKey(finished.node());
    return isThere && !voided.contains(finished.reservation());
  }

  @Override
  public void sent(Address<?> to, Event event) {
    lost.sent(event);
    switch (event) {
      case AcknowledgeResult acknowledge -> acknowledged(acknowledge);
      case TaskFinished finished when finished.result().succeeded() ->
          succeeded.add(TaskKey.of(finished));
      case JobTaken job -> taken.put(job.job(), offered.get(job.job()));
      default -> {} // nothing to remember
    }
    var given = TaskKey.givenBy(event);
    if (given != null && isDone(TaskKey.of(given))) {
      if (!lost.takeLoss(TaskKey.of(given))) {
        throw new BrokenPromise(1, given + " was given out after its task was done");
      }
      unrecorded.merge(TaskKey.of(given), 1, Integer::sum);
      reopen(TaskKey.of(given));
    }
  }

  private boolean isDone(TaskKey task) {
    boolean isStale = reopened.contains(task) || unrecorded.getOrDefault(task, 0) > 0;
    return (record.isDone(task) && !isStale) || known.contains(task);
  }

  /** The reopening of a task is on record; its scheduler may have given the task out before. */
  private void recordedAgain(TaskKey task) {
    if (unrecorded.merge(task, -1, Integer::sum) >= 0) {
      return;
    }
    unrecorded.remove(task);
    if (!lost.takeLoss(task)) {
      throw new BrokenPromise(1, task + " was reopened, and no machine has lost its output");
    }
    reopen(task);
  }

  private void reopen(TaskKey task) {
    reopened.add(task);
    known.remove(task);
    counted.remove(task);
    voided.addAll(runs.getOrDefault(task, Set.of()));
  }

  /**
   * A scheduler hears that nodes left, though they may be back: where an output of a task was lost
   * once, the late success of an attempt that was given up could be the lost one, and may be
   * ignored.
   */
  private void givenUp(IntPredicate nodes) {
    started.forEach(
        (attempt, on) -> {
          if (nodes.test(on.node()) && lost.wasLost(attempt.task())) {
            voided.add(on.run());
          }
        });
  }

  private void acknowledged(AcknowledgeResult acknowledge) {
    var task = reported.get(acknowledge.reservation());
    if (task == null || task.job() >= Promises.OWN_RECORD) {
      return; // not a success, or not one for the master's record
    }
    boolean isSafe = record.isDone(task) || record.isClosed(task.job()) || reopened.contains(task);
    if (!isSafe) {
      throw new BrokenPromise(1, task + " is done, not on record, and its node may forget it");
    }
    boolean counts = acknowledge.recorded() && !voided.contains(acknowledge.reservation());
    if (counts && !counted.add(task)) {
      throw new BrokenPromise(2, task + " was recorded complete twice");
    }
  }

  @Override
  public void launched(int node, Launch launch) {
    var work = launch.work();
    runs.computeIfAbsent(TaskKey.of(work), _ -> new HashSet<>()).add(launch.run());
    var start = new StartedOn(node, epoch(node), launch.run());
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
  public void diskEmptied(int node) {
    lost.lose(node);
  }

  @Override
  public void died(int scheduler) {
    views.died(scheduler);
    taken.values().removeIf(index -> index == scheduler);
    known.removeIf(task -> !taken.containsKey(task.job()));
    for (var task : unrecorded.keySet()) {
      if (!taken.containsKey(task.job())) {
        lost.add(task); // the next scheduler may have to find out about the loss by itself
      }
    }
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
