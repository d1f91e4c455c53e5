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
 * What can be known from outside of the queue of one node that serves first come, first served.
 *
 * <p>A node may drop a late reservation without a word, so those only ever count as perhaps there:
 * nothing is held against the node on their account.
 */
final class QueueModel {

  /** Whether the task itself was sent. */
  enum SentAs {
    EARLY,
    LATE
  }

  /** One that waits, or perhaps does. */
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
  private final Map<Long, Long> asks = new HashMap<>();
  private final Set<Long> promoted = new HashSet<>();
  private final Set<Long> seen = new HashSet<>();
  private final Map<Integer, Integer> epochs = new HashMap<>();

  /** Whether the machine has had another size, or was to be taken away. */
  private boolean unsettled;

  /** The first guaranteed one, if it fitted before the present step. */
  private Optional<QueuePlace> fitted = Optional.empty();

  QueueModel(Resources capacity) {
    this.capacity = capacity;
  }

  void step() {
    fitted =
        unsettled ? Optional.empty() : first().filter(place -> place.need().fitsIn(free(place)));
  }

  /** The first guaranteed place, where it is certain that none is before it. */
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

  /** What nobody guaranteed has, nor perhaps holds. */
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

  /** Its turn has come, or will soon. */
  void asked(long id, long ask) {
    asks.put(id, ask);
  }

  void noTask(long id, long ask) {
    if (asks.getOrDefault(id, 0L) == ask) {
      waiting.remove(id);
    }
  }

  /** One that asks already waits for the answer. */
  void withdrawn(long id) {
    if (!asks.containsKey(id)) {
      waiting.remove(id);
    }
  }

  void unwanted(long id) {
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

  /** It waits among the guaranteed from now on, nobody knows where, or runs as one. */
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

  void unsettle() {
    unsettled = true;
  }

  boolean isUnsettled() {
    return unsettled;
  }

  Optional<QueuePlace> firstThatFitted() {
    return fitted.filter(place -> waiting.containsKey(place.id()));
  }

  /** Those that came before this one, are certain to wait, and have no right to start at once. */
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

  /** The machine goes on with what it runs. */
  void processDied() {
    waiting.clear();
    seen.clear();
    epochs.clear();
    unsettled = false;
    fitted = Optional.empty();
  }
}
