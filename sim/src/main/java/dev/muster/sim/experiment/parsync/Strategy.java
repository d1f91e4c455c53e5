package dev.muster.sim.experiment.parsync;

import dev.muster.core.cell.TransactionOptions;
import dev.muster.core.scheduler.place.commit.Refresh;
import dev.muster.core.scheduler.place.commit.Refresh.Order;
import dev.muster.core.scheduler.place.commit.Refresh.Preference;
import java.util.ArrayList;
import java.util.List;

/**
 * How schedulers keep their copies fresh and choose machines on them.
 *
 * @param bound the delay that {@link Preference#ADAPTIVE} turns to latency at, in seconds
 * @param repairs whether the cell puts refused claims on machines like those that refused
 * @param handsOver whether the busiest scheduler has the turns of those that have nothing to place
 */
record Strategy(
    Order order, Preference preference, double bound, boolean repairs, boolean handsOver) {

  static final String LATENCY = "latency";
  static final String ADAPTIVE = "adaptive";
  static final String QUALITY = "quality";
  static final String STATE_SYNC = "statesync";

  private static final String ALL = "all";
  private static final String REPAIR = "+repair";
  private static final String HAND_OVER = "+handover";

  /** The paper's. */
  private static final List<String> PLAIN = List.of(LATENCY, ADAPTIVE, QUALITY, STATE_SYNC);

  /** What {@link #named} knows: all of the paper's, each of them, and each with more than that. */
  static List<String> words() {
    List<String> words = new ArrayList<>(List.of(ALL));
    for (var more : List.of("", REPAIR, HAND_OVER)) {
      PLAIN.forEach(word -> words.add(word + more));
    }
    return words;
  }

  /**
   * @param bounds there is one adaptive strategy for each, in seconds
   */
  static List<Strategy> named(String word, List<Double> bounds) {
    if (word.equals(ALL)) {
      return PLAIN.stream().flatMap(each -> named(each, bounds).stream()).toList();
    }
    var plain = word.split("\\+", -1)[0];
    List<Strategy> found = new ArrayList<>();
    for (double bound : plain.equals(ADAPTIVE) ? bounds : List.of(0.0)) {
      var strategy = plain(plain, bound);
      found.add(
          new Strategy(
              strategy.order,
              strategy.preference,
              bound,
              word.endsWith(REPAIR),
              word.endsWith(HAND_OVER)));
    }
    return found;
  }

  private static Strategy plain(String word, double bound) {
    return switch (word) {
      case LATENCY -> new Strategy(Order.OWN, Preference.LATENCY, bound, false, false);
      case ADAPTIVE -> new Strategy(Order.OWN, Preference.ADAPTIVE, bound, false, false);
      case QUALITY -> new Strategy(Order.OWN, Preference.QUALITY, bound, false, false);
      case STATE_SYNC -> new Strategy(Order.WHOLE, Preference.ANYWHERE, bound, false, false);
      default -> throw new IllegalArgumentException("unknown strategy " + word);
    };
  }

  /** Whether the paper has it: without what goes beyond that. */
  boolean isPlain() {
    return !repairs && !handsOver;
  }

  /** As in the series of a report. */
  String label() {
    var plain =
        switch (preference) {
          case LATENCY -> LATENCY;
          case ADAPTIVE -> "%s τ=%s s".formatted(ADAPTIVE, bound);
          case QUALITY -> QUALITY;
          case ANYWHERE -> STATE_SYNC;
        };
    return plain + (repairs ? REPAIR : "") + (handsOver ? HAND_OVER : "");
  }

  Refresh refresh(int schedulers, long gapNs) {
    return new Refresh(schedulers, gapNs, order, preference, Math.round(bound * 1e9), handsOver);
  }

  TransactionOptions terms() {
    return repairs ? TransactionOptions.STANDARD.repairing() : TransactionOptions.STANDARD;
  }
}
