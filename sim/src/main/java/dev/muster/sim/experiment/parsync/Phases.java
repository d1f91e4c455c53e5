package dev.muster.sim.experiment.parsync;

import dev.muster.core.scheduler.place.commit.Refresh.Preference;
import dev.muster.sim.experiment.AllCores;
import dev.muster.sim.experiment.Experiment;
import dev.muster.sim.experiment.ExperimentReport;
import dev.muster.sim.experiment.Numbers;
import dev.muster.sim.experiment.Parameter;
import dev.muster.sim.experiment.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Figures 5 to 12: 20 schedulers whose load rises and falls in five phases, under each strategy.
 *
 * <p>Strategies are compared by the worst median delay of any interval of five seconds.
 */
public final class Phases implements Experiment {

  private static final double BIN_SECONDS = 5;
  private static final double MEDIAN = 50;
  private static final double PERCENT = 100;
  private static final double USUAL_TAU = 2;

  /** How long it is watched for, in times of the work: the slowest never end. */
  private static final double WATCHED = 1.4;

  /** What far below means. */
  private static final double FAR = 2;

  @Override
  public String name() {
    return "parsync/phases";
  }

  @Override
  public String about() {
    return "P6: delay, quality, throughput and conflicts as the load rises and falls";
  }

  @Override
  public String horizontal() {
    return "seconds";
  }

  @Override
  public List<Parameter> parameters() {
    return Tunnel.parameters(
        0.1,
        Tunnel.FEW,
        Parameter.choice("strategy", "all", Strategy.words(), "how machines are chosen"),
        Parameter.numbers(
            "tau", new double[] {1, USUAL_TAU, 3}, 0.001, 1e3, "bounds of adaptive, in seconds"),
        Parameter.numbers(
            "load", new double[] {0.5, 0.8, 0.95, 0.8, 0.5}, 0.01, 2, "of each phase"),
        Parameter.number("phaseSeconds", 60, 1, 1e4, "length of each phase"),
        Parameter.whole("schedulers", 20, 1, 1_000, "and partitions"));
  }

  /** What a strategy came to. */
  record Shown(Strategy strategy, Curves curves, Ledger.Cost cost) {

    double worstMedian() {
      return curves.bins(0).stream().mapToDouble(bin -> bin.delay(MEDIAN)).max().orElse(0);
    }
  }

  @Override
  public ExperimentReport run(Settings settings, Progress progress) {
    var ledger = new Ledger();
    List<AllCores.Part<Shown>> runs = new ArrayList<>();
    for (var strategy : Strategy.named(settings.text("strategy"), settings.numbers("tau"))) {
      runs.add(part -> run(settings, strategy, part));
    }
    var all = new AllCores().run(runs, progress);
    for (var shown : all) {
      ledger.add(shown.cost);
      lines(shown, ledger);
    }
    judge(all, ledger);
    return ledger.report(this, settings);
  }

  private static Shown run(Settings settings, Strategy strategy, Progress progress) {
    var tunnel = Tunnel.of(settings, settings.whole("schedulers"));
    var flow = tunnel.flow(settings.number("phaseSeconds"), settings.numbers("load"), 1);
    double seconds = flow.lengthNs() / 1e9;
    var curves = new Curves(BIN_SECONDS, WATCHED * seconds, 1, new int[0]);
    var run = new Run(tunnel.setup(strategy), flow, curves);
    run.untilEnded(WATCHED * seconds, progress);
    return new Shown(strategy, curves, Ledger.Cost.of(run));
  }

  /** Lines stand in the same order for each strategy, whatever its first interval shows. */
  private static void lines(Shown shown, Ledger ledger) {
    var label = shown.strategy.label();
    var bins = shown.curves.bins(0);
    for (int at = 0; at < bins.size(); at++) {
      if (bins.get(at).placed() > 0) {
        placed(label, shown.curves.x(at), bins.get(at), ledger);
      }
    }
    for (int at = 0; at < bins.size(); at++) {
      var bin = bins.get(at);
      double x = shown.curves.x(at);
      ledger.point("throughput, " + label, "tasks/s", x, bin.placed() / BIN_SECONDS);
      ledger.point("conflicts, " + label, "claims/s", x, bin.refused() / BIN_SECONDS);
    }
  }

  private static void placed(String label, double x, Curves.Bin bin, Ledger ledger) {
    ledger.point("mean delay, " + label, "s", x, bin.meanDelay());
    for (double percentile : new double[] {MEDIAN, 10, 90}) {
      var line = "delay, %s, p%s".formatted(label, Parameter.plain(percentile));
      ledger.point(line, "s", x, bin.delay(percentile));
    }
    bin.preferredShare()
        .ifPresent(share -> ledger.point("quality, " + label, "%", x, PERCENT * share));
  }

  /** Of the strategies that the paper has, and no other. */
  private static void judge(List<Shown> all, Ledger ledger) {
    var latency = one(all, each -> each.preference() == Preference.LATENCY);
    var adaptive =
        one(
            all,
            each ->
                each.preference() == Preference.ADAPTIVE && Numbers.same(each.bound(), USUAL_TAU));
    var quality = one(all, each -> each.preference() == Preference.QUALITY);
    var stateSync = one(all, each -> each.preference() == Preference.ANYWHERE);
    below(latency, adaptive, FAR, ledger);
    adaptive.ifPresent(shown -> bounded(shown, ledger));
    quality.ifPresent(shown -> unbounded(shown, ledger));
    below(quality, stateSync, FAR, ledger);
    explain(latency.isPresent() && adaptive.isPresent() && stateSync.isPresent(), ledger);
  }

  private static void explain(boolean judgesAll, Ledger ledger) {
    if (!judgesAll) {
      ledger.unjudged("the whole of P6", "strategy=all and 2 among the values of tau");
    }
  }

  private static Optional<Shown> one(List<Shown> all, Predicate<Strategy> which) {
    return all.stream()
        .filter(shown -> shown.strategy.isPlain() && which.test(shown.strategy))
        .findFirst();
  }

  private static void below(
      Optional<Shown> less, Optional<Shown> more, double factor, Ledger ledger) {
    if (less.isPresent() && more.isPresent()) {
      double times = more.get().worstMedian() / less.get().worstMedian();
      var note =
          "worst median delay of %s over that of %s; reproduced if at least %s"
              .formatted(
                  more.get().strategy.label(),
                  less.get().strategy.label(),
                  Parameter.plain(factor));
      ledger.claim("P6", factor, times, "times", times >= factor, note);
    }
  }

  private static void bounded(Shown shown, Ledger ledger) {
    var note =
        "worst median delay of %s; reproduced if at most τ, to the hundredth that is shown"
            .formatted(shown.strategy.label());
    double worst = Numbers.rounded(shown.worstMedian());
    ledger.claim("P6", USUAL_TAU, worst, "s", worst <= USUAL_TAU, note);
  }

  private static void unbounded(Shown shown, Ledger ledger) {
    var note =
        "worst median delay of %s; reproduced if above τ=2 s".formatted(shown.strategy.label());
    double worst = Numbers.rounded(shown.worstMedian());
    ledger.claim("P6", USUAL_TAU, worst, "s", worst > USUAL_TAU, note);
  }
}
