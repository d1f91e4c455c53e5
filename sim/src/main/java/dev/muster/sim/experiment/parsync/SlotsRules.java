package dev.muster.sim.experiment.parsync;

import dev.muster.core.scheduler.place.commit.Refresh.Order;
import java.util.Comparator;
import java.util.List;

/** What the shapes of Figures 2 and 3 come to as rules. */
final class SlotsRules {

  /** What partitions of the cell may change, at most, as a share. */
  private static final double HARDLY = 0.1;

  private SlotsRules() {}

  /**
   * @param step how exactly slots were found: less of a difference is none
   */
  static void judge(List<SlotsLine> lines, boolean whole, double step, Ledger ledger) {
    if (whole) {
      lines.stream().filter(line -> line.grows).forEach(line -> grows(line, step, ledger));
      lines.stream().filter(line -> !line.grows).forEach(line -> stays(line, step, ledger));
      diminishes(lines, ledger);
    } else {
      needsMore(lines, ledger);
    }
  }

  private static void grows(SlotsLine line, double step, Ledger ledger) {
    var slots = line.slots();
    boolean up = slots.getLast() > slots.getFirst() + step;
    for (int at = 1; at < slots.size(); at++) {
      up &= slots.get(at) >= slots.get(at - 1) - step;
    }
    var note = line.label() + ": last minus first; reproduced if more than a step and none falls";
    ledger.claim("P2", 1, slots.getLast() - slots.getFirst(), "slots", up, note);
  }

  private static void stays(SlotsLine line, double step, Ledger ledger) {
    double least = line.slots().stream().mapToDouble(each -> each).min().orElse(0);
    double most = line.slots().stream().mapToDouble(each -> each).max().orElse(0);
    boolean hardly = most - least <= Math.max(step, HARDLY * most);
    var note = line.label() + ": most minus least; reproduced if at most 10% of the most";
    ledger.claim("P2", 0, most - least, "slots", hardly, note);
  }

  /** The second doubling of schedulers saves less than the first. */
  private static void diminishes(List<SlotsLine> lines, Ledger ledger) {
    for (var varied : lines.stream().map(line -> line.varied).distinct().toList()) {
      var byTimes =
          lines.stream()
              .filter(line -> line.varied.equals(varied))
              .sorted(Comparator.comparingInt(line -> line.times))
              .toList();
      if (byTimes.size() == 3) {
        double first = sum(byTimes.get(0)) - sum(byTimes.get(1));
        double second = sum(byTimes.get(1)) - sum(byTimes.get(2));
        var note =
            "by %s: saved by the second doubling of A as a share of the first; reproduced if below 1"
                .formatted(varied);
        double share = second / Math.max(1, first);
        ledger.claim("P2", 1, share, "times", first > 0 && share < 1, note);
      }
    }
  }

  private static double sum(SlotsLine line) {
    return line.slots().stream().mapToDouble(each -> each).sum();
  }

  private static void needsMore(List<SlotsLine> lines, Ledger ledger) {
    int points = 0;
    int more = 0;
    for (var own : lines.stream().filter(line -> line.order == Order.OWN).toList()) {
      for (var same : lines) {
        if (same.order == Order.SAME && same.times == own.times && same.varied.equals(own.varied)) {
          for (int at = 0; at < own.slots().size(); at++) {
            points++;
            more += same.slots().get(at) > own.slots().get(at) ? 1 : 0;
          }
        }
      }
    }
    var note = "points where SameSyn needs more than DiffSyn; reproduced if at all";
    ledger.claim("P4", points, more, "points", more == points, note);
  }
}
