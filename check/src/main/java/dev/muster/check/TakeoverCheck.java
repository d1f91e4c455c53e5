package dev.muster.check;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Work;
import dev.muster.core.event.NodeEvent.AcknowledgeResult;
import dev.muster.core.event.NodeEvent.LaunchTask;
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
 * Promise 1, after a scheduler died: its next epoch starts no attempt of a task that a machine runs
 * or has run, unless the node was declared dead, or the machine crashed.
 */
final class TakeoverCheck implements Observer {

  private record LeftRun(long reservation, int node) {}

  /** Runs, and results that are not acknowledged. */
  private final Map<TaskKey, List<LeftRun>> runs = new HashMap<>();

  private final Map<Long, TaskKey> tasks = new HashMap<>();
  private final GivenUp givenUp = new GivenUp();

  /** Runs of older epochs that were listed to each scheduler since it died last. */
  private final Map<Integer, Set<Long>> known = new HashMap<>();

  /** Machines that crashed since each scheduler died last. */
  private final Map<Integer, Set<Integer>> gone = new HashMap<>();

  private final Map<Integer, Integer> epochs = new HashMap<>();

  @Override
  public void launched(int node, Launch launch) {
    var task = TaskKey.of(launch.work());
    tasks.put(launch.run(), task);
    givenUp.launched(node, launch.run());
    runsOf(task).add(new LeftRun(launch.run(), node));
  }

  @Override
  public void delivered(Address<?> to, Event event) {
    givenUp.delivered(event);
    switch (event) {
      case AcknowledgeResult acknowledge -> forget(acknowledge.reservation());
      case TaskFinished finished when !finished.result().succeeded() ->
          forget(finished.reservation());
      case AttemptsListed counted ->
          counted.held().stream().map(HeldAttempt::reservation).forEach(knownTo(to.index())::add);
      default -> {} // not about runs
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
    givenUp.sent(to, event);
    switch (event) {
      case LaunchTask assign -> given(assign.reservation(), assign.work());
      case PlaceTask place -> given(place.reservation(), place.work());
      default -> {} // starts no attempt
    }
  }

  private void given(long reservation, Work work) {
    int scheduler = ReservationId.scheduler(reservation);
    int epoch = epochs.getOrDefault(scheduler, 1);
    if (ReservationId.isOlder(reservation, epoch)) {
      return; // the answer to a request of an attempt that was taken over
    }
    for (var run : runsOf(TaskKey.of(work))) {
      if (ReservationId.isOlder(run.reservation(), epoch) && !isExcused(scheduler, run)) {
        throw new BrokenPromise(
            1, "%s was given out though node-%d has it".formatted(work, run.node()));
      }
    }
  }

  private boolean isExcused(int scheduler, LeftRun run) {
    return knownTo(scheduler).contains(run.reservation())
        || gone.getOrDefault(scheduler, Set.of()).contains(run.node())
        || givenUp.has(run.reservation());
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
