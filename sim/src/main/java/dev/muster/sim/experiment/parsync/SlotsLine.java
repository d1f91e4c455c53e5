package dev.muster.sim.experiment.parsync;

import dev.muster.core.scheduler.place.commit.Refresh.Order;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Extra slots by one of the things that are varied, for one number of schedulers. */
final class SlotsLine {

  /**
   * @param usual whether the paper has this value where it varies something else
   * @param run which run found its slots
   */
  private record Place(double x, boolean usual, int run) {}

  final Order order;
  final int times;
  final String varied;
  final boolean grows;
  private final List<Place> places = new ArrayList<>();
  private final TreeMap<Double, Double> slots = new TreeMap<>();

  SlotsLine(Order order, int times, String varied, boolean grows) {
    this.order = order;
    this.times = times;
    this.varied = varied;
    this.grows = grows;
  }

  void add(double x, boolean usual, int run) {
    places.add(new Place(x, usual, run));
  }

  String label() {
    var how =
        switch (order) {
          case WHOLE -> "StateSync";
          case OWN -> "DiffSyn";
          case SAME -> "SameSyn";
        };
    return "%s, A=%d, by %s".formatted(how, times, varied);
  }

  void read(List<Slots.Found> found, Ledger ledger) {
    for (var place : places) {
      var one = found.get(place.run);
      one.costs().forEach(ledger::add);
      slots.put(place.x, one.extra());
      ledger.point(label(), "slots", place.x, one.extra());
    }
  }

  /** By what is varied, from its least value to its most. */
  List<Double> slots() {
    return List.copyOf(slots.values());
  }
}
