package dev.muster.sim.experiment.parsync;

import dev.muster.sim.experiment.AllCores;
import dev.muster.sim.experiment.Experiment;
import dev.muster.sim.experiment.ExperimentReport;
import dev.muster.sim.experiment.Parameter;
import dev.muster.sim.experiment.Settings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Figures 13 to 16: the phases of {@link Phases} with more partitions than schedulers. */
public final class PartitionCounts implements Experiment {

  private static final double PERCENT = 100;
  private static final double MOST_CHANGE = 10;

  /** How long it is watched for, in times of the work. */
  private static final double WATCHED = 2;

  @Override
  public String name() {
    return "parsync/partitions";
  }

  @Override
  public String about() {
    return "P9: delay and quality with 20, 40 and 80 partitions";
  }

  @Override
  public String horizontal() {
    return "partitions";
  }

  @Override
  public List<Parameter> parameters() {
    return Tunnel.parameters(
        0.05,
        Tunnel.FEW,
        Parameter.numbers("partitions", new double[] {20, 40, 80}, 1, 1_000, "of the cell"),
        Parameter.numbers(
            "load", new double[] {0.5, 0.8, 0.95, 0.8, 0.5}, 0.01, 2, "of each phase"),
        Parameter.number("phaseSeconds", 60, 1, 1e4, "length of each phase"),
        Parameter.whole("schedulers", 20, 1, 1_000, "that share the work"));
  }

  private record Shown(String word, double partitions, Totals totals, Ledger.Cost cost) {}

  @Override
  public ExperimentReport run(Settings settings, Progress progress) {
    var ledger = new Ledger();
    List<AllCores.Part<Shown>> runs = new ArrayList<>();
    for (var word : List.of(Strategy.LATENCY, Strategy.QUALITY)) {
      for (double partitions : settings.numbers("partitions")) {
        runs.add(part -> run(settings, word, (int) partitions, part));
      }
    }
    var shown = new AllCores().run(runs, progress);
    shown.forEach(one -> lines(one, ledger));
    int count = settings.numbers("partitions").size();
    for (int first = 0; first < shown.size(); first += count) {
      var line = shown.subList(first, first + count);
      judge(line, "mean delay", Totals::delay, ledger);
      judge(line, "quality", Totals::preferredShare, ledger);
    }
    return ledger.report(this, settings);
  }

  private static Shown run(Settings settings, String word, int partitions, Progress progress) {
    var tunnel = Tunnel.of(settings, settings.whole("schedulers")).withPartitions(partitions);
    var strategy = Strategy.named(word, List.of()).getFirst();
    var flow = tunnel.flow(settings.number("phaseSeconds"), settings.numbers("load"), 1);
    var totals = new Totals();
    var run = new Run(tunnel.setup(strategy), flow, totals);
    run.untilEnded(WATCHED * flow.lengthNs() / 1e9, progress);
    return new Shown(word, partitions, totals, Ledger.Cost.of(run));
  }

  private static void lines(Shown shown, Ledger ledger) {
    ledger.add(shown.cost);
    ledger.point("mean delay, " + shown.word, "ms", shown.partitions, 1e3 * shown.totals.delay());
    ledger.point(
        "quality, " + shown.word, "%", shown.partitions, PERCENT * shown.totals.preferredShare());
    ledger.point(
        "conflicts, " + shown.word, "%", shown.partitions, PERCENT * shown.totals.conflictRate());
  }

  private static void judge(
      List<Shown> line, String what, ToDoubleFunction<Totals> value, Ledger ledger) {
    var fewest = Collections.min(line, Comparator.comparingDouble(Shown::partitions));
    double first = value.applyAsDouble(fewest.totals);
    double most =
        line.stream()
            .mapToDouble(one -> PERCENT * Math.abs(value.applyAsDouble(one.totals) / first - 1))
            .max()
            .orElse(0);
    var note =
        "%s of %s: furthest from that with the fewest partitions; reproduced if at most 10%%"
            .formatted(what, line.getFirst().word);
    ledger.claim("P9", 0, most, "%", most <= MOST_CHANGE, note);
  }
}
