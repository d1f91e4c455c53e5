package dev.muster.core.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.core.event.NodeEvent;
import dev.muster.core.event.NodeEvent.AcknowledgeResult;
import dev.muster.core.event.NodeEvent.EnqueueReservation;
import dev.muster.core.event.NodeEvent.KillTask;
import dev.muster.core.event.NodeEvent.LaunchTask;
import dev.muster.core.event.NodeEvent.NoTask;
import dev.muster.core.event.NodeEvent.RunExited;
import dev.muster.core.event.NodeEvent.WithdrawReservation;
import dev.muster.core.event.SchedulerEvent.GetTask;
import dev.muster.core.event.SchedulerEvent.TaskFinished;
import dev.muster.core.event.Wake;
import dev.muster.core.fake.Effect.Start;
import dev.muster.core.fake.RecordingEffects;
import dev.muster.model.Resources;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * What a node should know, in plain collections: it hears each event before the node does, decides
 * what leaves the queue, and takes what comes up from what the node did.
 */
final class NodeModel {

  /** Where a reservation is. */
  enum Place {
    WAITING,
    ASKING,
    RUNNING,
    OWED
  }

  /** One reservation that the node should know. */
  static final class Entry {
    final Resources need;
    Place place = Place.WAITING;
    long ask;
    int asks;
    long askedNs;

    Entry(Resources need) {
      this.need = need;
    }
  }

  /** By the order in which they came: the queue is those that wait, in this order. */
  final Map<Long, Entry> known = new LinkedHashMap<>();

  /** Returned, or killed before they came: not taken should their message come again. */
  private final Set<Long> gone = new HashSet<>();

  /** What the event alone decides. */
  void hears(long nowNs, NodeEvent event) {
    switch (event) {
      case EnqueueReservation reserve -> {
        long id = reserve.reservation();
        if (known.containsKey(id) || gone.contains(id)) {
          return;
        }
        if (reserve.demand().resources().fitsIn(NodeStory.CAPACITY)) {
          known.put(id, new Entry(reserve.demand().resources()));
        } else {
          gone.add(id);
        }
      }
      case LaunchTask assign -> move(assign.reservation(), assign.request(), Place.RUNNING);
      case NoTask none -> {
        if (isAsking(none.reservation(), none.request())) {
          known.remove(none.reservation());
        }
      }
      case WithdrawReservation withdraw -> removeIf(withdraw.reservation(), Place.WAITING);
      case KillTask kill -> {
        var entry = known.get(kill.reservation());
        if (entry == null || entry.place == Place.OWED) {
          gone.add(kill.reservation());
        }
        removeIf(kill.reservation(), Place.WAITING);
        removeIf(kill.reservation(), Place.ASKING);
      }
      case RunExited exited -> {
        var entry = known.get(exited.run());
        if (entry != null && entry.place == Place.RUNNING) {
          entry.place = Place.OWED;
        }
      }
      case AcknowledgeResult acknowledge -> removeIf(acknowledge.reservation(), Place.OWED);
      case Wake wake -> {
        if (wake.equals(NodeStory.BEAT)) {
          known.values().removeIf(entry -> givesUp(nowNs, entry));
        }
      }
      case NodeEvent.ConfirmReservations _ -> {}
      case NodeEvent.HealthChanged _ -> throw new IllegalArgumentException("not modelled");
      case NodeEvent.AdoptRun _,
          NodeEvent.ProbeNode _,
          NodeEvent.PlaceTask _,
          NodeEvent.PromoteTask _,
          NodeEvent.SetOpportunisticLimits _,
          NodeEvent.DrainNode _,
          NodeEvent.ScheduleMaintenance _,
          NodeEvent.ResizeMachine _,
          NodeEvent.NodeExpelled _,
          NodeEvent.RefineEstimates _,
          NodeEvent.ReportLoad _,
          NodeEvent.RunsMeasured _,
          NodeEvent.MemoryShort _,
          NodeEvent.FilesCached _,
          NodeEvent.ListAttempts _ ->
          throw new IllegalArgumentException("not in this model: " + event);
    }
  }

  private static boolean givesUp(long nowNs, Entry entry) {
    return entry.place == Place.ASKING
        && entry.asks >= NodeStory.TIMING.maxGetTasks()
        && nowNs - entry.askedNs >= NodeStory.TIMING.repeatAfterNs();
  }

  private boolean isAsking(long id, long ask) {
    var entry = known.get(id);
    return entry != null && entry.place == Place.ASKING && entry.ask == ask;
  }

  private void move(long id, long ask, Place to) {
    var entry = known.get(id);
    if (entry != null && isAsking(id, ask)) {
      entry.place = to;
    }
  }

  private void removeIf(long id, Place place) {
    var entry = known.get(id);
    if (entry != null && entry.place == place) {
      known.remove(id);
    }
  }

  /** What the node then did must be what the model knows to be due. */
  void did(long nowNs, RecordingEffects effects) {
    for (var ask : effects.sent(GetTask.class)) {
      var entry = entry(ask.reservation());
      assertThat(entry.place).isIn(Place.WAITING, Place.ASKING);
      assertThat(ask.request()).isGreaterThan(entry.ask);
      entry.place = Place.ASKING;
      entry.ask = ask.request();
      entry.asks++;
      entry.askedNs = nowNs;
    }
    for (var launch : effects.only(Start.class)) {
      assertThat(place(launch.run())).isEqualTo(Place.RUNNING);
    }
    for (var finished : effects.sent(TaskFinished.class)) {
      assertThat(place(finished.reservation())).isEqualTo(Place.OWED);
    }
  }

  private Place place(long id) {
    return entry(id).place;
  }

  private Entry entry(long id) {
    return Objects.requireNonNull(known.get(id), () -> "reservation " + id + " should be unknown");
  }

  int count(Place place) {
    return (int) known.values().stream().filter(entry -> entry.place == place).count();
  }

  /** What all that ask or run have reserved. */
  Resources taken() {
    return known.values().stream()
        .filter(entry -> entry.place == Place.ASKING || entry.place == Place.RUNNING)
        .map(entry -> entry.need)
        .reduce(Resources.NONE, Resources::plus);
  }

  /** What the first in the queue needs; more than there is where nobody waits. */
  Resources head() {
    return known.values().stream()
        .filter(entry -> entry.place == Place.WAITING)
        .map(entry -> entry.need)
        .findFirst()
        .orElse(new Resources(Long.MAX_VALUE, Long.MAX_VALUE));
  }

  /** Of all that the node should know, in order. */
  List<Long> ids() {
    return known.keySet().stream().sorted().toList();
  }
}
