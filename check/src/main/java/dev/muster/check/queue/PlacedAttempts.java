package dev.muster.check.queue;

import dev.muster.check.SchedulerViews;
import dev.muster.check.TaskKey;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Work;
import dev.muster.core.event.NodeEvent.KillTask;
import dev.muster.core.event.ReservationId;
import dev.muster.core.event.SchedulerEvent.ReservationReturned;
import dev.muster.core.event.SchedulerEvent.ReservationsConfirmed;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.core.event.SchedulerEvent.TaskPromoted;
import dev.muster.model.Resources;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What schedulers have sent to nodes in their present epoch and did not hear the end of: never more
 * than they count themselves, who know also of attempts that they took over or have not sent yet.
 */
final class PlacedAttempts {

  /** One of them. */
  static final class PlacedAttempt {

    private final TaskKey task;
    private final Resources resources;
    private final boolean gang;
    private final int node;
    private boolean guaranteed;
    private boolean promoting;
    private boolean killed;

    private PlacedAttempt(Work work, int node, boolean guaranteed) {
      this.task = TaskKey.of(work);
      this.resources = work.spec().resources();
      this.gang = work.spec().isGang();
      this.node = node;
      this.guaranteed = guaranteed;
    }

    TaskKey task() {
      return task;
    }

    Resources resources() {
      return resources;
    }

    boolean isGuaranteed() {
      return guaranteed;
    }

    boolean isPromoting() {
      return promoting;
    }

    boolean isGang() {
      return gang;
    }

    boolean isKilled() {
      return killed;
    }
  }

  /** By job, and by reservation. */
  private final Map<Long, Map<Long, PlacedAttempt>> all = new HashMap<>();

  private final Map<Long, Long> jobs = new HashMap<>();

  /** Whatever was sent, so that repetitions are known. */
  private final Set<Long> sent = new HashSet<>();

  private final SchedulerViews views = new SchedulerViews();

  /** Whether the attempt is a new one. */
  boolean isNew(long reservation) {
    return !sent.contains(reservation);
  }

  void place(long reservation, Work work, int node, boolean guaranteed) {
    sent.add(reservation);
    jobs.put(reservation, work.job());
    all.computeIfAbsent(work.job(), _ -> new LinkedHashMap<>())
        .put(reservation, new PlacedAttempt(work, node, guaranteed));
  }

  @Nullable PlacedAttempt find(long reservation) {
    var job = jobs.get(reservation);
    return job == null ? null : all.getOrDefault(job, Map.of()).get(reservation);
  }

  Collection<PlacedAttempt> ofJob(long job) {
    return all.getOrDefault(job, Map.of()).values();
  }

  /** What guaranteed attempts of the job use, and those that become so; each task counts once. */
  Resources used(long job) {
    var tasks = new HashSet<TaskKey>();
    var used = Resources.NONE;
    for (var one : ofJob(job)) {
      boolean counts = (one.guaranteed || one.promoting) && tasks.add(one.task);
      used = counts ? used.plus(one.resources) : used;
    }
    return used;
  }

  /** The node is asked to take the attempt for guaranteed; false where it is asked again. */
  boolean promote(PlacedAttempt attempt) {
    boolean first = !attempt.promoting && !attempt.guaranteed;
    attempt.promoting = true;
    return first;
  }

  /** An attempt on a node that has left is given up with its end. */
  void kill(KillTask kill) {
    var attempt = find(kill.reservation());
    if (attempt != null) {
      attempt.killed = true;
      int scheduler = ReservationId.scheduler(kill.reservation());
      if (!views.machines(scheduler).containsKey(attempt.node)) {
        remove(kill.reservation());
      }
    }
  }

  void delivered(Address<?> to, Event event) {
    switch (event) {
      case TaskFinished end -> remove(end.reservation());
      case ReservationReturned back -> remove(back.reservation());
      case ReservationsConfirmed answer -> answer.unknown().forEach(this::remove);
      case TaskPromoted answer -> promoted(answer);
      default -> {} // ends no attempt
    }
    var left = views.delivered(to, event);
    if (!left.isEmpty()) {
      removeOf(to.index(), left);
    }
  }

  private void promoted(TaskPromoted answer) {
    var attempt = find(answer.reservation());
    if (attempt != null) {
      attempt.promoting = false;
      attempt.guaranteed |= answer.granted();
    }
  }

  private void remove(long reservation) {
    var job = jobs.remove(reservation);
    if (job != null) {
      all.getOrDefault(job, new HashMap<>()).remove(reservation);
    }
  }

  private void removeOf(int scheduler, Set<Integer> nodes) {
    for (var attempts : all.values()) {
      attempts
          .entrySet()
          .removeIf(
              one ->
                  ReservationId.scheduler(one.getKey()) == scheduler
                      && nodes.contains(one.getValue().node));
    }
  }

  /** The next epoch begins without any. */
  void died(int scheduler) {
    views.died(scheduler);
    for (var attempts : List.copyOf(all.values())) {
      attempts.keySet().removeIf(id -> ReservationId.scheduler(id) == scheduler);
    }
  }
}
