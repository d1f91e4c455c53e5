package dev.muster.check;

import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.event.NodeEvent.KillTask;
import dev.muster.core.event.NodeEvent.PlaceTask;
import dev.muster.core.event.NodeEvent.PromoteTask;
import dev.muster.core.event.ReservationId;
import dev.muster.core.event.SchedulerEvent.ReservationReturned;
import dev.muster.core.event.SchedulerEvent.ReservationsConfirmed;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.core.event.SchedulerEvent.TaskPromoted;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The watched attempts that schedulers have under way, by what each sent and received since its
 * epoch began; those that it took over are not among them.
 */
final class AttemptsUnderWay {

  /** An attempt, as its scheduler must have it. */
  static final class WatchedAttempt {

    private final PlaceTask place;
    private final int node;
    private boolean guaranteed;
    private boolean promoting;
    private boolean started;
    private boolean killed;

    private WatchedAttempt(PlaceTask place, int node) {
      this.place = place;
      this.node = node;
      this.guaranteed = !place.demand().isOpportunistic();
    }

    PlaceTask place() {
      return place;
    }

    int node() {
      return node;
    }

    /** Whether tokens cover the attempt. */
    boolean takesTokens() {
      return guaranteed || promoting;
    }

    boolean isOpportunistic() {
      return !guaranteed;
    }

    boolean isStarted() {
      return started;
    }

    /** Its scheduler hears that the attempt has started. */
    void start() {
      started = true;
    }

    /** Whether its node was told to end the attempt. */
    boolean isKilled() {
      return killed;
    }

    @Override
    public String toString() {
      return place.work() + " on node-" + node;
    }
  }

  /** By job, and by reservation. */
  private final Map<Long, Map<Long, WatchedAttempt>> all = new HashMap<>();

  private final Map<Long, Long> jobs = new HashMap<>();

  private final SchedulerViews views = new SchedulerViews();

  void sent(Address<?> to, Event event) {
    switch (event) {
      case PlaceTask place when place.demand().watched() -> {
        jobs.put(place.reservation(), place.work().job());
        all.computeIfAbsent(place.work().job(), _ -> new LinkedHashMap<>())
            .putIfAbsent(place.reservation(), new WatchedAttempt(place, to.index()));
      }
      case KillTask kill -> {
        var attempt = find(kill.reservation());
        if (attempt != null) {
          attempt.killed = true;
        }
      }
      case PromoteTask promote -> {
        var attempt = find(promote.reservation());
        if (attempt != null) {
          attempt.promoting = true;
        }
      }
      default -> {} // not about attempts
    }
  }

  void delivered(Address<?> to, Event event) {
    switch (event) {
      case TaskFinished end -> remove(end.reservation());
      case ReservationReturned back -> remove(back.reservation());
      case ReservationsConfirmed answer -> answer.unknown().forEach(this::remove);
      case TaskPromoted answer -> {
        var attempt = find(answer.reservation());
        if (attempt != null) {
          attempt.promoting = false;
          attempt.guaranteed |= answer.granted();
        }
      }
      default -> {} // ends no attempt
    }
    var left = views.delivered(to, event);
    if (!left.isEmpty()) {
      removeIf(to.index(), left::contains);
    }
  }

  private void removeIf(int scheduler, IntPredicate nodes) {
    for (var attempts : all.values()) {
      attempts.values().removeIf(one -> isOf(scheduler, one) && nodes.test(one.node));
    }
  }

  private static boolean isOf(int scheduler, WatchedAttempt attempt) {
    return ReservationId.scheduler(attempt.place.reservation()) == scheduler;
  }

  /** The next epoch begins without any. */
  void died(int scheduler) {
    views.died(scheduler);
    all.values().forEach(attempts -> attempts.values().removeIf(one -> isOf(scheduler, one)));
  }

  private void remove(long reservation) {
    var job = jobs.remove(reservation);
    if (job != null) {
      all.getOrDefault(job, new HashMap<>()).remove(reservation);
    }
  }

  /** Null where it is not under way. */
  @Nullable WatchedAttempt find(long reservation) {
    var job = jobs.get(reservation);
    return job == null ? null : all.getOrDefault(job, Map.of()).get(reservation);
  }

  List<WatchedAttempt> ofJob(long job) {
    return List.copyOf(all.getOrDefault(job, Map.of()).values());
  }

  List<WatchedAttempt> of(TaskKey task) {
    return ofJob(task.job()).stream()
        .filter(each -> TaskKey.of(each.place.work()).equals(task))
        .toList();
  }
}
