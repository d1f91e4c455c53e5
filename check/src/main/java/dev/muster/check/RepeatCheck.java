package dev.muster.check;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;
import dev.muster.core.event.NodeEvent.KillTask;
import dev.muster.core.event.ReservationId;
import dev.muster.core.event.SchedulerEvent.ReservationsConfirmed;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Promise 1, of needless work: a task is launched again only where every earlier attempt failed,
 * was killed, crashed with its machine, is unknown to its node, was given up with a node that was
 * declared dead, or succeeded with an output that is lost. An attempt that was given up may itself
 * be launched late. A watched attempt may be the twin of one other.
 */
final class RepeatCheck implements Observer {

  private record Launched(long run, int node) {}

  private final Map<TaskKey, List<Launched>> attempts = new HashMap<>();

  /** Runs whose task may be launched again. */
  private final Set<Long> excused = new HashSet<>();

  private final Set<Long> succeeded = new HashSet<>();
  private final LostTasks lost = new LostTasks();
  private final Map<Integer, Integer> epochs = new HashMap<>();
  private final GivenUp givenUp = new GivenUp();

  @Override
  public void launched(int node, Launch launch) {
    givenUp.launched(node, launch.run());
    var before = attempts.computeIfAbsent(TaskKey.of(launch.work()), _ -> new ArrayList<>());
    var now = new Launched(launch.run(), node);
    boolean late = isExcused(now) || isSuperseded(launch.run());
    boolean lostOutput = lost.wasLost(TaskKey.of(launch.work()));
    int mayRun = launch.demand().watched() ? 1 : 0;
    for (var earlier : before) {
      boolean isOver = isExcused(earlier) || (lostOutput && succeeded.contains(earlier.run()));
      if (!late && earlier.run() != launch.run() && !isOver && --mayRun < 0) {
        throw new BrokenPromise(
            1,
            "%s was launched on node-%d, and nothing is known against run %d on node-%d"
                .formatted(launch.work(), node, earlier.run(), earlier.node()));
      }
    }
    before.add(now);
  }

  private boolean isExcused(Launched earlier) {
    return excused.contains(earlier.run()) || givenUp.has(earlier.run());
  }

  /** Whether the run is of a superseded epoch, whose cause is not seen. */
  private boolean isSuperseded(long run) {
    var epoch = epochs.get(ReservationId.scheduler(run));
    return epoch != null && ReservationId.isOlder(run, epoch);
  }

  @Override
  public void sent(Address<?> to, Event event) {
    givenUp.sent(to, event);
    lost.sent(event);
    switch (event) {
      case TaskFinished end ->
          (end.result().succeeded() ? succeeded : excused).add(end.reservation());
      case KillTask kill -> excused.add(kill.reservation());
      default -> {} // not about attempts
    }
  }

  @Override
  public void delivered(Address<?> to, Event event) {
    givenUp.delivered(event);
    lost.delivered(event);
    if (event instanceof ReservationsConfirmed answer) {
      excused.addAll(answer.unknown());
    }
  }

  @Override
  public void diskEmptied(int node) {
    lost.lose(node);
  }

  @Override
  public void crashed(int node) {
    attempts.values().forEach(runs -> runs.removeIf(run -> run.node() == node));
  }

  @Override
  public void died(int scheduler) {
    epochs.merge(scheduler, 2, (before, _) -> before + 1);
  }
}
