package dev.muster.check;

import dev.muster.core.event.NodeEvent.Acknowledge;
import dev.muster.core.event.NodeEvent.Assign;
import dev.muster.core.event.NodeEvent.Census;
import dev.muster.core.event.NodeEvent.Place;
import dev.muster.core.event.ReservationId;
import dev.muster.core.event.SchedulerEvent.Counted;
import dev.muster.core.event.SchedulerEvent.Finished;
import dev.muster.core.event.SchedulerEvent.Held;
import dev.muster.core.loop.Address;
import dev.muster.core.loop.Event;
import dev.muster.core.loop.Launch;
import dev.muster.core.loop.Timing;
import dev.muster.core.loop.Work;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Promise 1, where a scheduler died: its next life gives out no task that a machine runs or has
 * run, unless it has asked that machine in vain, or the machine is gone.
 */
final class TakeoverCheck implements Observer {

  /** How often a node must have been asked before what it has is given up. */
  private static final int ASKED_ENOUGH = Timing.standard().confirmsAtMost();

  private record Run(long reservation, int node) {}

  private record Question(int scheduler, int life, int node) {}

  /** What machines run, and the results that they still have. */
  private final Map<TaskKey, List<Run>> runs = new HashMap<>();

  private final Map<Long, TaskKey> tasks = new HashMap<>();
  private final Map<Question, Integer> asked = new HashMap<>();

  /** The runs of older lives that each scheduler has been told of since it died last. */
  private final Map<Integer, Set<Long>> known = new HashMap<>();

  /** The machines that were gone at some time since each scheduler died last. */
  private final Map<Integer, Set<Integer>> gone = new HashMap<>();

  private final Map<Integer, Integer> lives = new HashMap<>();

  @Override
  public void launched(int node, Launch launch) {
    var task = TaskKey.of(launch.work());
    tasks.put(launch.run(), task);
    runsOf(task).add(new Run(launch.run(), node));
  }

  @Override
  public void delivered(Address<?> to, Event event) {
    switch (event) {
      case Acknowledge acknowledge -> forget(acknowledge.reservation());
      case Finished finished when !finished.result().succeeded() -> forget(finished.reservation());
      case Counted counted ->
          counted.held().stream().map(Held::reservation).forEach(knownTo(to.index())::add);
      default -> {} // changes nothing of what runs
    }
  }

  private void forget(long reservation) {
    var task = tasks.remove(reservation);
    if (task != null) {
      runsOf(task).removeIf(run -> run.reservation() == reservation);
    }
  }

  private List<Run> runsOf(TaskKey task) {
    return runs.computeIfAbsent(task, _ -> new ArrayList<>());
  }

  private Set<Long> knownTo(int scheduler) {
    return known.computeIfAbsent(scheduler, _ -> new HashSet<>());
  }

  @Override
  public void sent(Address<?> to, Event event) {
    switch (event) {
      case Census census -> asked.merge(question(census, to.index()), 1, Integer::sum);
      case Assign assign -> given(assign.reservation(), assign.work());
      case Place place -> given(place.reservation(), place.work());
      default -> {} // gives nothing out
    }
  }

  private static Question question(Census census, int node) {
    return new Question(census.scheduler().index(), census.life(), node);
  }

  private void given(long reservation, Work work) {
    int scheduler = ReservationId.scheduler(reservation);
    int life = lives.getOrDefault(scheduler, 1);
    if (ReservationId.isOlder(reservation, life)) {
      return; // the answer to a question about a task that was taken over
    }
    for (var run : runsOf(TaskKey.of(work))) {
      if (ReservationId.isOlder(run.reservation(), life) && !isExcused(scheduler, life, run)) {
        throw new BrokenPromise(
            1, "%s was given out though node-%d has it".formatted(work, run.node()));
      }
    }
  }

  private boolean isExcused(int scheduler, int life, Run run) {
    return knownTo(scheduler).contains(run.reservation())
        || gone.getOrDefault(scheduler, Set.of()).contains(run.node())
        || asked.getOrDefault(new Question(scheduler, life, run.node()), 0) >= ASKED_ENOUGH;
  }

  @Override
  public void crashed(int node) {
    runs.values().forEach(list -> list.removeIf(run -> run.node() == node));
    gone.values().forEach(nodes -> nodes.add(node));
  }

  @Override
  public void died(int scheduler) {
    lives.merge(scheduler, 2, (before, _) -> before + 1);
    knownTo(scheduler).clear();
    gone.put(scheduler, new HashSet<>());
  }
}
