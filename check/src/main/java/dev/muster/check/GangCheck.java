package dev.muster.check;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Role;
import dev.muster.core.actor.Work;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.model.Gang;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Promise 4: a gang starts whole or not at all. A scheduler sends the first attempts of all tasks
 * of a gang in the same step; later attempts may be sent alone, unless the stage asks that all that
 * have not succeeded start again together.
 */
final class GangCheck implements Observer {

  private record GangId(long job, int stage) {}

  /** The tasks of a gang that a scheduler has sent in its present step. */
  private static final class GangStart {
    private final Work first;
    private final Set<Integer> tasks = new TreeSet<>();

    GangStart(Work first) {
      this.first = first;
    }
  }

  private final Set<GangId> started = new HashSet<>();

  /** The tasks whose success a scheduler has received. */
  private final Map<GangId, Set<Integer>> succeeded = new HashMap<>();

  private final Map<Integer, Map<GangId, GangStart>> starting = new HashMap<>();

  @Override
  public void sent(Address<?> to, Event event) {
    if (event instanceof PlaceTask place && place.work().spec().isGang()) {
      var work = place.work();
      var gang = new GangId(work.job(), work.stage());
      if (!started.contains(gang) || work.spec().gang() == Gang.RESTART) {
        starting
            .computeIfAbsent(place.scheduler().index(), _ -> new HashMap<>())
            .computeIfAbsent(gang, _ -> new GangStart(work))
            .tasks
            .add(work.index());
      }
    }
  }

  /** A gang that runs without a start was sent by a superseded epoch. */
  @Override
  public void launched(int node, Launch launch) {
    var gang = new GangId(launch.work().job(), launch.work().stage());
    if (starting.values().stream().noneMatch(gangs -> gangs.containsKey(gang))) {
      started.add(gang);
    }
  }

  /** The next event of a scheduler ends its step. */
  @Override
  public void delivered(Address<?> to, Event event) {
    if (to.role() == Role.SCHEDULER) {
      stepped(to.index());
    }
    if (event instanceof TaskFinished end && end.result().succeeded()) {
      succeeded
          .computeIfAbsent(new GangId(end.job(), end.stage()), _ -> new TreeSet<>())
          .add(end.index());
    }
  }

  @Override
  public void died(int scheduler) {
    stepped(scheduler);
  }

  private void stepped(int scheduler) {
    var gangs = starting.remove(scheduler);
    if (gangs != null) {
      gangs.forEach(this::verify);
    }
  }

  private void verify(GangId gang, GangStart start) {
    int all = start.first.spec().tasks();
    if (started.contains(gang)) {
      start.tasks.addAll(succeeded.getOrDefault(gang, Set.of()));
    }
    if (start.tasks.size() < all) {
      throw new BrokenPromise(
          4,
          "of the gang of %d tasks of %s only %s start".formatted(all, start.first, start.tasks));
    }
    started.add(gang);
  }
}
