package dev.muster.check;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Timing;
import dev.muster.core.event.NodeEvent.ConfirmReservations;
import dev.muster.core.event.NodeEvent.KillTask;
import dev.muster.core.event.NodeEvent.ListAttempts;
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
 * was killed, crashed with its machine, or was given up after unanswered requests. An attempt that
 * was given up may itself be launched late.
 */
final class RepeatCheck implements Observer {

  /** How many requests must go unanswered before an attempt is given up. */
  private static final int MAX_REQUESTS = Timing.standard().maxConfirms();

  private record Launched(long run, int node) {}

  private record SchedulerAndNode(int scheduler, int node) {}

  private final Map<TaskKey, List<Launched>> attempts = new HashMap<>();

  /** Runs whose task may be launched again. */
  private final Set<Long> excused = new HashSet<>();

  private final Map<Integer, Integer> epochs = new HashMap<>();
  private final Map<Long, Integer> confirms = new HashMap<>();
  private final Map<SchedulerAndNode, Integer> listed = new HashMap<>();

  @Override
  public void launched(int node, Launch launch) {
    var before = attempts.computeIfAbsent(TaskKey.of(launch.work()), _ -> new ArrayList<>());
    var now = new Launched(launch.run(), node);
    boolean late = isExcused(now) || isSuperseded(launch.run());
    for (var earlier : before) {
      if (!late && earlier.run() != launch.run() && !isExcused(earlier)) {
        throw new BrokenPromise(
            1,
            "%s was launched on node-%d, and nothing is known against run %d on node-%d"
                .formatted(launch.work(), node, earlier.run(), earlier.node()));
      }
    }
    before.add(now);
  }

  private boolean isExcused(Launched earlier) {
    var pair = new SchedulerAndNode(ReservationId.scheduler(earlier.run()), earlier.node());
    return excused.contains(earlier.run()) || listed.getOrDefault(pair, 0) >= MAX_REQUESTS;
  }

  /** Whether the run is of a superseded epoch, whose cause is not seen. */
  private boolean isSuperseded(long run) {
    var epoch = epochs.get(ReservationId.scheduler(run));
    return epoch != null && ReservationId.isOlder(run, epoch);
  }

  @Override
  public void sent(Address<?> to, Event event) {
    switch (event) {
      case TaskFinished end when !end.result().succeeded() -> excused.add(end.reservation());
      case KillTask kill -> excused.add(kill.reservation());
      case ConfirmReservations confirm -> confirm.reservations().forEach(this::confirmed);
      case ListAttempts list ->
          listed.merge(new SchedulerAndNode(list.scheduler().index(), to.index()), 1, Integer::sum);
      default -> {} // not about attempts
    }
  }

  private void confirmed(long run) {
    if (confirms.merge(run, 1, Integer::sum) >= MAX_REQUESTS) {
      excused.add(run);
    }
  }

  @Override
  public void delivered(Address<?> to, Event event) {
    if (event instanceof ReservationsConfirmed answer) {
      answer.held().forEach(confirms::remove);
      excused.addAll(answer.unknown());
    }
  }

  @Override
  public void crashed(int node) {
    attempts.values().forEach(runs -> runs.removeIf(run -> run.node() == node));
  }

  @Override
  public void died(int scheduler) {
    epochs.merge(scheduler, 2, (before, _) -> before + 1);
    listed.keySet().removeIf(pair -> pair.scheduler() == scheduler);
  }
}
