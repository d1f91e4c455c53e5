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
 * Promise 1, of needless work: a task is launched again only where every earlier attempt of it has
 * failed, was told to end, went with its machine, or was asked after in vain. An attempt that was
 * asked after in vain itself may come late.
 */
final class RepeatCheck implements Observer {

  /** How often a node must have been asked before what it has is given up. */
  private static final int ASKED_ENOUGH = Timing.standard().confirmsAtMost();

  private record Launched(long run, int node) {}

  private record Asker(int scheduler, int node) {}

  private final Map<TaskKey, List<Launched>> attempts = new HashMap<>();

  /** The runs of which something is on record that lets their task run again. */
  private final Set<Long> excused = new HashSet<>();

  private final Map<Integer, Integer> epochs = new HashMap<>();
  private final Map<Long, Integer> asked = new HashMap<>();
  private final Map<Asker, Integer> listed = new HashMap<>();

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
    var asker = new Asker(ReservationId.scheduler(earlier.run()), earlier.node());
    return excused.contains(earlier.run()) || listed.getOrDefault(asker, 0) >= ASKED_ENOUGH;
  }

  /**
   * Whether it comes from an epoch that has been given up as dead, so that nobody saw its cause.
   */
  private boolean isSuperseded(long run) {
    var epoch = epochs.get(ReservationId.scheduler(run));
    return epoch != null && ReservationId.isOlder(run, epoch);
  }

  @Override
  public void sent(Address<?> to, Event event) {
    switch (event) {
      case TaskFinished end when !end.result().succeeded() -> excused.add(end.reservation());
      case KillTask kill -> excused.add(kill.reservation());
      case ConfirmReservations confirm -> confirm.reservations().forEach(this::askedAfter);
      case ListAttempts list ->
          listed.merge(new Asker(list.scheduler().index(), to.index()), 1, Integer::sum);
      default -> {} // nothing against any run
    }
  }

  private void askedAfter(long run) {
    if (asked.merge(run, 1, Integer::sum) >= ASKED_ENOUGH) {
      excused.add(run);
    }
  }

  @Override
  public void delivered(Address<?> to, Event event) {
    if (event instanceof ReservationsConfirmed answer) {
      answer.held().forEach(asked::remove);
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
    listed.keySet().removeIf(asker -> asker.scheduler() == scheduler);
  }
}
