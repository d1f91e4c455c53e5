package dev.muster.sim.experiment.parsync;

import dev.muster.sim.experiment.AllCores;
import dev.muster.sim.experiment.Experiment;
import dev.muster.sim.experiment.ExperimentReport;
import dev.muster.sim.experiment.Parameter;
import dev.muster.sim.experiment.Settings;
import java.util.ArrayList;
import java.util.List;

/**
 * Table 1: what preferred machines are worth. On one of them a task takes α times as long as
 * elsewhere. The phases are those of {@link Phases}.
 */
public final class Quality implements Experiment {

  private static final double PERCENT = 100;
  private static final double PAPER_CROSSOVER = 0.6;
  private static final double SLACK = 0.1;

  /** How much longer than the better of the two adaptive may take. */
  private static final double CLOSE = 1.1;

  /** How long it is watched for, in times of the work. */
  private static final double WATCHED = 2;

  private static final List<String> STRATEGIES =
      List.of(Strategy.LATENCY, Strategy.ADAPTIVE, Strategy.QUALITY);

  @Override
  public String name() {
    return "parsync/quality";
  }

  @Override
  public String about() {
    return "P7: job completion times by how much faster tasks are on machines that they prefer";
  }

  @Override
  public String horizontal() {
    return "α";
  }

  @Override
  public List<Parameter> parameters() {
    return Tunnel.parameters(
        0.1,
        Tunnel.MANY,
        Parameter.numbers(
            "alpha", new double[] {0.9, 0.8, 0.7, 0.6, 0.5, 0.4}, 0.01, 1, "time on a preferred"),
        Parameter.number("tau", 1, 0.001, 1e3, "bound of adaptive, in seconds"),
        Parameter.numbers(
            "load", new double[] {0.5, 0.8, 0.95, 0.8, 0.5}, 0.01, 2, "of each phase"),
        Parameter.number("phaseSeconds", 60, 1, 1e4, "length of each phase"),
        Parameter.whole("schedulers", 20, 1, 1_000, "and partitions"));
  }

  private record Shown(double alpha, Totals totals, Ledger.Cost cost) {}

  @Override
  public ExperimentReport run(Settings settings, Progress progress) {
    var ledger = new Ledger();
    List<AllCores.Part<Shown>> runs = new ArrayList<>();
    for (var word : STRATEGIES) {
      var strategy = Strategy.named(word, settings.numbers("tau")).getFirst();
      for (double alpha : settings.numbers("alpha")) {
        runs.add(part -> run(settings, strategy, alpha, part));
      }
    }
    var shown = new AllCores().run(runs, progress);
    int alphas = settings.numbers("alpha").size();
    for (int at = 0; at < shown.size(); at++) {
      lines(STRATEGIES.get(at / alphas), shown.get(at), ledger);
    }
    judge(
        shown.subList(0, alphas),
        shown.subList(alphas, 2 * alphas),
        shown.subList(2 * alphas, 3 * alphas),
        ledger);
    return ledger.report(this, settings);
  }

  private static Shown run(Settings settings, Strategy strategy, double alpha, Progress progress) {
    var tunnel = Tunnel.of(settings, settings.whole("schedulers"));
    var flow = tunnel.flow(settings.number("phaseSeconds"), settings.numbers("load"), alpha);
    var totals = new Totals();
    var run = new Run(tunnel.setup(strategy), flow, totals);
    run.untilEnded(WATCHED * flow.lengthNs() / 1e9, progress);
    return new Shown(alpha, totals, Ledger.Cost.of(run));
  }

  private static void lines(String strategy, Shown shown, Ledger ledger) {
    var totals = shown.totals;
    ledger.add(shown.cost);
    ledger.point("task times of a job, " + strategy, "s", shown.alpha, totals.run());
    ledger.point("delay of a job, " + strategy, "s", shown.alpha, totals.placing());
    ledger.point("completion of a job, " + strategy, "s", shown.alpha, totals.completion());
    ledger.point("quality, " + strategy, "%", shown.alpha, PERCENT * totals.preferredShare());
  }

  private static void judge(
      List<Shown> latency, List<Shown> adaptive, List<Shown> quality, Ledger ledger) {
    double worst = 0;
    double crossover = 0;
    for (int at = 0; at < latency.size(); at++) {
      double fast = latency.get(at).totals.completion();
      double good = quality.get(at).totals.completion();
      worst = Math.max(worst, adaptive.get(at).totals.completion() / Math.min(fast, good));
      crossover = good < fast ? Math.max(crossover, latency.get(at).alpha) : crossover;
    }
    ledger.claim(
        "P7",
        1,
        worst,
        "times",
        worst <= CLOSE,
        "completion under adaptive over the better of the two; reproduced if at most 1.1");
    if (!isAround(PAPER_CROSSOVER, latency)) {
      ledger.unjudged(
          "the α at which quality-first wins", "values of alpha above 0.7 and of at most 0.5");
      return;
    }
    ledger.claim(
        "P7",
        PAPER_CROSSOVER,
        crossover,
        "α",
        Math.abs(crossover - PAPER_CROSSOVER) <= SLACK + 1e-9,
        "largest α at which quality completes jobs sooner than latency, 0 for none; reproduced if"
            + " from 0.5 to 0.7");
  }

  /** Whether the values that were tried could have shown another crossover. */
  private static boolean isAround(double middle, List<Shown> tried) {
    return tried.stream().anyMatch(shown -> shown.alpha > middle + SLACK + 1e-9)
        && tried.stream().anyMatch(shown -> shown.alpha < middle - SLACK + 1e-9);
  }
}
