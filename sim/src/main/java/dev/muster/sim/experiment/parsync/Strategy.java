package dev.muster.sim.experiment.parsync;

import dev.muster.core.cell.TransactionOptions;
import dev.muster.core.scheduler.place.commit.Refresh;
import dev.muster.core.scheduler.place.commit.Refresh.Order;
import dev.muster.core.scheduler.place.commit.Refresh.Preference;
import java.util.List;

/**
 * How schedulers refresh their replicas and choose machines on them.
 *
 * @param bound the delay that {@link Preference#ADAPTIVE} turns to latency at, in seconds
 * @param repairs whether the cell puts rejected claims on machines like those that rejected them
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

  /**
   * @param bounds there is one adaptive strategy for each, in seconds
   */
  static List<Strategy> named(String word, List<Double> bounds) {
    if (word.equals(ALL)) {
      return PLAIN.stream().flatMap(each -> named(each, bounds).stream()).toList();
    }
    var plain = word.split("\\+", -1)[0];
    boolean whole = plain.equals(STATE_SYNC);
    return (plain.equals(ADAPTIVE) ? bounds : List.of(0.0))
        .stream()
            .map(
                bound ->
                    new Strategy(
                        whole ? Order.WHOLE : Order.OWN,
                        preference(plain),
                        bound,
                        word.endsWith(REPAIR),
                        word.endsWith(HAND_OVER)))
            .toList();
  }

  private static Preference preference(String plain) {
    return switch (plain) {
      case LATENCY -> Preference.LATENCY;
      case ADAPTIVE -> Preference.ADAPTIVE;
      case QUALITY -> Preference.QUALITY;
      case STATE_SYNC -> Preference.ANYWHERE;
      default -> throw new IllegalArgumentException("unknown strategy " + plain);
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

  TransactionOptions options() {
    return repairs ? TransactionOptions.STANDARD.repairing() : TransactionOptions.STANDARD;
  }
}
