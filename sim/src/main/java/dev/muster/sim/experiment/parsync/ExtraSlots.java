package dev.muster.sim.experiment.parsync;

import dev.muster.core.scheduler.place.commit.Refresh.Order;
import dev.muster.sim.experiment.Findings;
import dev.muster.sim.experiment.PointRun;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.Sweep;
import dev.muster.sim.experiment.Swept;
import dev.muster.sim.experiment.parsync.ScaledModel.Varied;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Figures 2 and 3: how many slots beyond those that the work needs must there be, so that
 * schedulers that get in each other's way are not much behind?
 *
 * <p>Found by bisection: the least number with which 90 s of work have room within 99 s. Slots are
 * given in the paper's size. Whole: each scheduler refreshes all of its replica once in a gap.
 * Parts: a part at a time, each another (DiffSyn) or all the same (SameSyn), with as many
 * partitions as schedulers, and machines chosen wherever they are.
 */
public final class ExtraSlots {

  private static final String WHOLE = "whole";
  private static final List<String> GROWING = List.of("rate", "gap", "variance");
  private static final String PARTITIONS = "partitions";

  private ExtraSlots() {}

  /** Extra slots by one of the things that are varied, for one number of schedulers. */
  record SlotsLine(Order order, int times, String varied) {

    String label() {
      var how =
          switch (order) {
            case WHOLE -> "StateSync";
            case OWN -> "DiffSyn";
            case SAME -> "SameSyn";
          };
      return "%s, A=%d, by %s".formatted(how, times, varied);
    }

    ScaledModel model(Settings settings, double value) {
      var usual = Varied.USUAL;
      int schedulers = ScaledModel.of(settings, usual, times).schedulers();
      int partitions = varied.equals(PARTITIONS) ? (int) value : usual.partitions();
      return ScaledModel.of(
          settings,
          new Varied(
              varied.equals("rate") ? value : usual.rate(),
              varied.equals("gap") ? value : usual.gapSeconds(),
              varied.equals("variance") ? value : usual.variance(),
              order == Order.WHOLE ? partitions : schedulers),
          times);
    }
  }

  public static void run(Settings settings, Findings findings) {
    boolean whole = settings.text("sync").equals(WHOLE);
    var lines = lines(settings, whole);
    Sweep<Double> sweep = findings.sweep();
    for (var line : lines) {
      for (double value : settings.numbers(line.varied)) {
        var model = line.model(settings, value);
        model.cell(
            line.order, settings.number("most")); // so that a cell too large fails before any runs
        sweep.add(line.label(), value, point -> extra(settings, line.order, model, point));
      }
    }
    var swept = sweep.run();
    findings.add(swept.values("", "slots", extra -> extra));
    if (whole) {
      new SlotsRules(swept, settings.number("step"), findings).judgeWhole(lines);
    } else {
      new SlotsRules(swept, settings.number("step"), findings).judgeParts(lines);
    }
  }

  private static Set<SlotsLine> lines(Settings settings, boolean whole) {
    Set<SlotsLine> lines = new LinkedHashSet<>();
    for (var order : whole ? List.of(Order.WHOLE) : List.of(Order.OWN, Order.SAME)) {
      for (var varied : whole ? List.of("rate", "gap", "variance", PARTITIONS) : GROWING) {
        for (double times : settings.numbers("a")) {
          lines.add(new SlotsLine(order, (int) times, varied));
        }
      }
    }
    return lines;
  }

  private static double extra(Settings settings, Order order, ScaledModel model, PointRun point) {
    int seeds = settings.whole("seeds");
    double sum = 0;
    for (int count = 0; count < seeds; count++) {
      sum += bisect(settings, order, model.withSeed(model.seed() + count), point);
      point.at((count + 1.0) / seeds);
    }
    return sum / seeds;
  }

  /** If even the most are not enough, the answer is the most. */
  private static double bisect(Settings settings, Order order, ScaledModel model, PointRun point) {
    double seconds = settings.number("seconds");
    double step = settings.number("step");
    double low = -step;
    double high = settings.number("most");
    while (high - low > step) {
      double middle = low + Math.ceil((high - low) / 2 / step) * step;
      if (middle >= high) {
        break;
      }
      var cell = model.cell(order, middle);
      var run =
          new PartitionedRun(
              cell, model.flow(seconds), PartitionedLedger.totals(cell.schedulers()));
      run.partUntilPlaced(1.1 * seconds, point);
      boolean enough = run.isAllPlaced();
      high = enough ? middle : high;
      low = enough ? low : middle;
    }
    return high;
  }

  /**
   * What the shapes of Figures 2 and 3 come to as rules.
   *
   * @param step how exactly slots were found: less of a difference is none
   */
  private record SlotsRules(Swept<Double> swept, double step, Findings findings) {

    /** What partitions of the cell may change, at most, as a share. */
    private static final double HARDLY = 0.1;

    private List<Double> slots(SlotsLine line) {
      return List.copyOf(swept.line(line.label()).values());
    }

    void judgeWhole(Set<SlotsLine> lines) {
      lines.stream().filter(line -> GROWING.contains(line.varied)).forEach(this::grows);
      lines.stream().filter(line -> line.varied.equals(PARTITIONS)).forEach(this::stays);
      for (var varied : lines.stream().map(SlotsLine::varied).distinct().toList()) {
        diminishes(varied, lines);
      }
    }

    private void grows(SlotsLine line) {
      var slots = slots(line);
      boolean up = slots.getLast() > slots.getFirst() + step;
      for (int at = 1; at < slots.size(); at++) {
        up &= slots.get(at) >= slots.get(at - 1) - step;
      }
      findings.judge(
          findings.paper("grows", line.label()).holding(up), slots.getLast() - slots.getFirst());
    }

    private void stays(SlotsLine line) {
      double least = slots(line).stream().mapToDouble(each -> each).min().orElse(0);
      double most = slots(line).stream().mapToDouble(each -> each).max().orElse(0);
      boolean hardly = most - least <= Math.max(step, HARDLY * most);
      findings.judge(findings.paper("stays", line.label()).holding(hardly), most - least);
    }

    /** The second doubling of schedulers saves less than the first. */
    private void diminishes(String varied, Set<SlotsLine> lines) {
      var sums =
          lines.stream()
              .filter(line -> line.varied.equals(varied))
              .sorted((one, other) -> Integer.compare(one.times, other.times))
              .map(line -> slots(line).stream().mapToDouble(each -> each).sum())
              .toList();
      if (sums.size() == 3) {
        double first = sums.get(0) - sums.get(1);
        double second = sums.get(1) - sums.get(2);
        double share = second / Math.max(1, first);
        findings.judge(findings.paper("diminishes", varied).holding(first > 0 && share < 1), share);
      }
    }

    /** Only points that decide are judged; where none does, the count is stated. */
    void judgeParts(Set<SlotsLine> lines) {
      var counts = new EnumMap<NeededSlots, Integer>(NeededSlots.class);
      for (var own : lines.stream().filter(line -> line.order == Order.OWN).toList()) {
        var same = slots(new SlotsLine(Order.SAME, own.times, own.varied));
        for (int at = 0; at < same.size(); at++) {
          counts.merge(NeededSlots.of(slots(own).get(at), same.get(at), step), 1, Integer::sum);
        }
      }
      int more = counts.getOrDefault(NeededSlots.MORE, 0);
      int less = counts.getOrDefault(NeededSlots.LESS, 0);
      var value =
          findings
              .paper("needs-more", counts.getOrDefault(NeededSlots.UNDECIDED, 0))
              .withPaper(more + less);
      findings.judge(more + less == 0 ? value.withRule("") : value.holding(less == 0), more);
    }
  }

  /**
   * What schedulers that all refresh the same part need, against those that refresh another each.
   */
  enum NeededSlots {
    MORE,
    LESS,
    /** The bisection stops at a step: what differs by no more may be either. */
    UNDECIDED,
    /** Neither needs any. */
    NONE;

    static NeededSlots of(double diffSyn, double sameSyn, double step) {
      if (diffSyn <= 0 && sameSyn <= 0) {
        return NONE;
      }
      if (Math.abs(sameSyn - diffSyn) <= step) {
        return UNDECIDED;
      }
      return sameSyn > diffSyn ? MORE : LESS;
    }
  }
}
