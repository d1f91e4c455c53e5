package dev.muster.check;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Timing;
import dev.muster.core.actor.Work;
import dev.muster.core.event.NodeEvent.AcknowledgeResult;
import dev.muster.core.event.NodeEvent.LaunchTask;
import dev.muster.core.event.NodeEvent.ListAttempts;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.ReservationId;
import dev.muster.core.event.SchedulerEvent.AttemptsListed;
import dev.muster.core.event.SchedulerEvent.HeldAttempt;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Promise 1, where a scheduler died: its next epoch gives out no task that a machine runs or has
 * run, unless it has asked that machine in vain, or the machine is gone.
 */
final class TakeoverCheck implements Observer {

  /** How often a node must have been asked before what it has is given up. */
  private static final int ASKED_ENOUGH = Timing.standard().confirmsAtMost();

  private record LeftRun(long reservation, int node) {}

  private record Question(int scheduler, int epoch, int node) {}

  /** What machines run, and the results that they still have. */
  private final Map<TaskKey, List<LeftRun>> runs = new HashMap<>();

  private final Map<Long, TaskKey> tasks = new HashMap<>();
  private final Map<Question, Integer> asked = new HashMap<>();

  /** The runs of older epochs that each scheduler has been told of since it died last. */
  private final Map<Integer, Set<Long>> known = new HashMap<>();

  /** The machines that were gone at some time since each scheduler died last. */
  private final Map<Integer, Set<Integer>> gone = new HashMap<>();

  private final Map<Integer, Integer> epochs = new HashMap<>();

  @Override
  public void launched(int node, Launch launch) {
    var task = TaskKey.of(launch.work());
    tasks.put(launch.run(), task);
    runsOf(task).add(new LeftRun(launch.run(), node));
  }

  @Override
  public void delivered(Address<?> to, Event event) {
    switch (event) {
      case AcknowledgeResult acknowledge -> forget(acknowledge.reservation());
      case TaskFinished finished when !finished.result().succeeded() ->
          forget(finished.reservation());
      case AttemptsListed counted ->
          counted.held().stream().map(HeldAttempt::reservation).forEach(knownTo(to.index())::add);
      default -> {} // changes nothing of what runs
    }
  }

  private void forget(long reservation) {
    var task = tasks.remove(reservation);
    if (task != null) {
      runsOf(task).removeIf(run -> run.reservation() == reservation);
    }
  }

  private List<LeftRun> runsOf(TaskKey task) {
    return runs.computeIfAbsent(task, _ -> new ArrayList<>());
  }

  private Set<Long> knownTo(int scheduler) {
    return known.computeIfAbsent(scheduler, _ -> new HashSet<>());
  }

  @Override
  public void sent(Address<?> to, Event event) {
    switch (event) {
      case ListAttempts census -> asked.merge(question(census, to.index()), 1, Integer::sum);
      case LaunchTask assign -> given(assign.reservation(), assign.work());
      case PlaceTask place -> given(place.reservation(), place.work());
      default -> {} // gives nothing out
    }
  }

  private static Question question(ListAttempts census, int node) {
    return new Question(census.scheduler().index(), census.epoch(), node);
  }

  private void given(long reservation, Work work) {
    int scheduler = ReservationId.scheduler(reservation);
    int epoch = epochs.getOrDefault(scheduler, 1);
    if (ReservationId.isOlder(reservation, epoch)) {
      return; // the answer to a question about a task that was taken over
    }
    for (var run : runsOf(TaskKey.of(work))) {
      if (ReservationId.isOlder(run.reservation(), epoch) && !isExcused(scheduler, epoch, run)) {
        throw new BrokenPromise(
            1, "%s was given out though node-%d has it".formatted(work, run.node()));
      }
    }
  }

  private boolean isExcused(int scheduler, int epoch, LeftRun run) {
    return knownTo(scheduler).contains(run.reservation())
        || gone.getOrDefault(scheduler, Set.of()).contains(run.node())
        || asked.getOrDefault(new Question(scheduler, epoch, run.node()), 0) >= ASKED_ENOUGH;
  }

  @Override
  public void crashed(int node) {
    runs.values().forEach(list -> list.removeIf(run -> run.node() == node));
    gone.values().forEach(nodes -> nodes.add(node));
  }

  @Override
  public void died(int scheduler) {
    epochs.merge(scheduler, 2, (before, _) -> before + 1);
    knownTo(scheduler).clear();
    gone.put(scheduler, new HashSet<>());
  }
}
