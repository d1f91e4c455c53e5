package dev.muster.sim.experiment.parsync;

import dev.muster.sim.experiment.AllCores;
import dev.muster.sim.experiment.Experiment;
import dev.muster.sim.experiment.ExperimentReport;
import dev.muster.sim.experiment.Parameter;
import dev.muster.sim.experiment.Settings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Table 2: how long it takes until all tasks have room of 60 seconds of work that fills the cell,
 * when cell, work and schedulers grow together.
 *
 * <p>There are as many partitions as schedulers, 40 to begin with as in the table.
 */
public final class Growth implements Experiment {

  private static final double MOST_GROWTH = 3;
  private static final double PERCENT = 100;

  /** How long it is watched for, in times of the work. */
  private static final double WATCHED = 3;

  @Override
  public String name() {
    return "parsync/scale";
  }

  @Override
  public String about() {
    return "P8: total scheduling time as slots, work and schedulers grow together";
  }

  @Override
  public String horizontal() {
    return "times";
  }

  @Override
  public List<Parameter> parameters() {
    return Tunnel.parameters(
        0.05,
        Tunnel.FEW,
        Parameter.numbers("times", new double[] {1, 2, 3, 4}, 1, 100, "of slots, work, schedulers"),
        Parameter.whole("schedulers", 40, 1, 1_000, "to begin with, and partitions"),
        Parameter.number("load", 1, 0.01, 2, "work that arrives over what the cell can run"),
        Parameter.number("seconds", 60, 1, 1e4, "how long there is new work"));
  }

  private record Shown(
      String word, double times, double seconds, Totals totals, Ledger.Cost cost) {}

  @Override
  public ExperimentReport run(Settings settings, Progress progress) {
    var ledger = new Ledger();
    List<AllCores.Part<Shown>> runs = new ArrayList<>();
    for (var word : List.of(Strategy.LATENCY, Strategy.QUALITY)) {
      for (double times : settings.numbers("times")) {
        runs.add(part -> run(settings, word, (int) times, part));
      }
    }
    var shown = new AllCores().run(runs, progress);
    shown.forEach(one -> lines(one, ledger));
    int count = settings.numbers("times").size();
    judge(rising(shown.subList(0, count)), 64.11, 65.11, ledger);
    judge(rising(shown.subList(count, 2 * count)), 70.79, 70.94, ledger);
    return ledger.report(this, settings);
  }

  private static Shown run(Settings settings, String word, int times, Progress progress) {
    var tunnel = Tunnel.of(settings, settings.whole("schedulers")).times(times);
    var strategy = Strategy.named(word, List.of()).getFirst();
    double seconds = settings.number("seconds");
    var totals = new Totals();
    var flow = tunnel.flow(seconds, List.of(settings.number("load")), 1);
    var run = new Run(tunnel.setup(strategy), flow, totals);
    run.untilPlaced(WATCHED * seconds, progress);
    return new Shown(word, times, run.placedSeconds(), totals, Ledger.Cost.of(run));
  }

  private static void lines(Shown shown, Ledger ledger) {
    ledger.add(shown.cost);
    ledger.point("total scheduling time, " + shown.word, "s", shown.times, shown.seconds);
    ledger.point("mean delay, " + shown.word, "s", shown.times, shown.totals.delay());
    ledger.point(
        "conflicts, " + shown.word, "%", shown.times, PERCENT * shown.totals.conflictRate());
  }

  private static List<Shown> rising(List<Shown> line) {
    return line.stream().sorted(Comparator.comparingDouble(Shown::times)).toList();
  }

  private static void judge(List<Shown> line, double first, double last, Ledger ledger) {
    double growth = PERCENT * (line.getLast().seconds / line.getFirst().seconds - 1);
    ledger.claim(
        "P8",
        PERCENT * (last / first - 1),
        growth,
        "%",
        growth <= MOST_GROWTH,
        "growth of the total scheduling time of %s, from %.2f s; reproduced if at most 3%%"
            .formatted(line.getFirst().word, line.getFirst().seconds));
  }
}
