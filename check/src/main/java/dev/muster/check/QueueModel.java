package dev.muster.check;

import dev.muster.core.actor.Launch;
import dev.muster.core.event.ReservationId;
import dev.muster.model.Admission;
import dev.muster.model.Demand;
import dev.muster.model.Resources;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The wait queue of one FIFO node, as far as its messages show it.
 *
 * <p>A node may drop a reservation without a message, so reservations only count as possibly
 * queued: no promise is broken on their account.
 */
final class QueueModel {

  /** Whether the task itself was sent. */
  enum SentAs {
    EARLY,
    LATE
  }

  /** A task or reservation that is queued, or possibly is. */
  record QueuePlace(long id, Demand demand, SentAs binding) {

    Resources need() {
      return demand.resources();
    }

    boolean isOf(int scheduler, int epoch) {
      return ReservationId.scheduler(id) == scheduler && ReservationId.isOlder(id, epoch);
    }
  }

  private final Resources capacity;
  private final Map<Long, QueuePlace> waiting = new LinkedHashMap<>();
  private final Map<Long, Demand> running = new HashMap<>();
  private final Map<Long, Long> requests = new HashMap<>();
  private final Set<Long> promoted = new HashSet<>();
  private final Set<Long> seen = new HashSet<>();
  private final Map<Integer, Integer> epochs = new HashMap<>();

  /** Whether the machine was resized or had maintenance scheduled. */
  private boolean unsettled;

  /** Of the node, in its latest report. */
  private int nodeEpoch;

  /** The first guaranteed task, if it fitted before the present step. */
  private Optional<QueuePlace> fitted = Optional.empty();

  QueueModel(Resources capacity) {
    this.capacity = capacity;
  }

  void step() {
    fitted =
        unsettled ? Optional.empty() : first().filter(place -> place.need().fitsIn(free(place)));
  }

  /** The first guaranteed task, where no reservation may be before it. */
  private Optional<QueuePlace> first() {
    for (var place : waiting.values()) {
      if (!place.demand().isOpportunistic()) {
        boolean certain =
            place.binding() == SentAs.EARLY && place.demand().admission() == Admission.QUEUED;
        return certain ? Optional.of(place) : Optional.empty();
      }
    }
    return Optional.empty();
  }

  /** What no guaranteed task uses or may hold. */
  private Resources free(QueuePlace of) {
    var free = capacity;
    for (var demand : running.values()) {
      free = demand.isOpportunistic() ? free : free.minus(demand.resources());
    }
    for (var place : waiting.values()) {
      boolean mayHold = place.id() != of.id() && !place.demand().isOpportunistic();
      free = mayHold ? free.minus(place.need()) : free;
    }
    return free;
  }

  void arrived(long id, Demand demand, SentAs binding) {
    int scheduler = ReservationId.scheduler(id);
    boolean stale = ReservationId.isOlder(id, epochs.getOrDefault(scheduler, 0));
    boolean known = waiting.containsKey(id) || running.containsKey(id);
    boolean echo = binding == SentAs.EARLY && !seen.add(id);
    if (!known && !echo && !(epochs.containsKey(scheduler) && stale)) {
      waiting.put(id, new QueuePlace(id, demand, binding));
    }
  }

  void left(long id) {
    waiting.remove(id);
  }

  /** The node has sent {@code GetTask}. */
  void requested(long id, long request) {
    requests.put(id, request);
  }

  void noTask(long id, long request) {
    if (requests.getOrDefault(id, 0L) == request) {
      waiting.remove(id);
    }
  }

  /** A reservation that has sent {@code GetTask} waits for the answer. */
  void withdrawn(long id) {
    if (!requests.containsKey(id)) {
      waiting.remove(id);
    }
  }

  void killed(long id) {
    waiting.remove(id);
    seen.add(id);
  }

  void launched(Launch launch) {
    waiting.remove(launch.run());
    running.put(launch.run(), launch.demand());
  }

  void exited(long run) {
    running.remove(run);
  }

  /** Queued among the guaranteed tasks, at an unknown place, or runs as one. */
  void promoted(long id) {
    promoted.add(id);
    waiting.computeIfPresent(
        id, (_, place) -> new QueuePlace(id, place.demand().guaranteedBy(""), SentAs.LATE));
    running.computeIfPresent(id, (_, demand) -> demand.guaranteedBy(""));
  }

  void superseded(int scheduler, int epoch) {
    epochs.merge(scheduler, epoch, Math::max);
    waiting
        .values()
        .removeIf(place -> place.binding() == SentAs.LATE && place.isOf(scheduler, epoch));
  }

  void reported(int epoch) {
    nodeEpoch = epoch;
  }

  /** Epochs of the node up to this one were declared dead: what waits there is dropped. */
  void expelled(int epoch) {
    if (epoch >= nodeEpoch) {
      waiting.clear();
      fitted = Optional.empty();
    }
  }

  void unsettle() {
    unsettled = true;
  }

  boolean isUnsettled() {
    return unsettled;
  }

  Optional<QueuePlace> firstThatFitted() {
    return fitted.filter(place -> waiting.containsKey(place.id()));
  }

  /** Tasks that came before this one, are certain to be queued, and have no claim. */
  List<QueuePlace> waitingBefore(long id) {
    List<QueuePlace> before = new ArrayList<>();
    var own = waiting.get(id);
    if (own == null || own.demand().admission() == Admission.RESERVED || promoted.contains(id)) {
      return before;
    }
    for (var place : waiting.values()) {
      if (place.id() == id) {
        break;
      }
      if (place.binding() == SentAs.EARLY
          && !place.demand().isOpportunistic()
          && place.demand().admission() == Admission.QUEUED) {
        before.add(place);
      }
    }
    return before;
  }

  boolean hasOpportunistic() {
    return running.values().stream().anyMatch(Demand::isOpportunistic);
  }

  /** The runs of the machine go on. */
  void processDied() {
    waiting.clear();
    seen.clear();
    epochs.clear();
    unsettled = false;
    fitted = Optional.empty();
  }
}
