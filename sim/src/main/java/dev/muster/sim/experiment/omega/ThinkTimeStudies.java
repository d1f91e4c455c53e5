package dev.muster.sim.experiment.omega;

import dev.muster.sim.experiment.Findings;
import dev.muster.sim.experiment.Numbers;
import dev.muster.sim.experiment.Parameter;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.omega.OmegaStudy.StudyLine;
import java.util.List;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/**
 * The same jobs under several kinds of scheduling, while services take longer and longer to think
 * about.
 *
 * <ul>
 *   <li>One scheduler for all jobs (Figures 5 and 6): on a single path, and with a quick path for
 *       batch jobs.
 *   <li>Two-level scheduling by offers (Figure 7), beside the quick path.
 *   <li>Two schedulers that share the state of the cell (Figures 5c and 6c), beside the quick path
 *       and two schedulers with machines of their own.
 *   <li>What is called a conflict, and what a conflict costs (Figure 14).
 * </ul>
 */
public final class ThinkTimeStudies {

  private static final StudyLine SINGLE =
      new StudyLine("single path", Architecture.MONOLITHIC_SINGLE);
  private static final StudyLine MULTI = new StudyLine("multi path", Architecture.MONOLITHIC_MULTI);
  private static final StudyLine OFFERS = new StudyLine("offers", Architecture.OFFERS);
  private static final StudyLine SHARED = new StudyLine("shared", Architecture.SHARED);
  private static final StudyLine DIVIDED =
      new StudyLine("static partitions", Architecture.STATIC_PARTITIONS);

  private static final String PLAIN = "fit, incremental";
  private static final String SEQUENCE = "sequence, incremental";
  private static final String GANG = "fit, all-or-nothing";
  private static final String BOTH = "sequence, all-or-nothing";
  private static final double PERCENT = 100;

  private ThinkTimeStudies() {}

  public static void monolithic(Settings settings, Findings findings) {
    var study = OmegaStudy.overServices(settings, findings, List.of(SINGLE, MULTI));
    if (study.hasBoth()) {
      judgeSingle(study, findings);
      judgeMulti(study, settings.number("batchJobSeconds"), findings);
    }
    study.finish(
        "three values of serviceJobSeconds with which one scheduler keeps up, or two above batchJobSeconds");
  }

  /** With fewer than three points that keep up there is no shape. */
  private static void judgeSingle(OmegaStudy study, Findings findings) {
    var busy = study.swept().values(SINGLE.name(), OmegaResult::busy);
    busy.values().removeIf(each -> each >= OmegaResult.SATURATED);
    if (busy.size() < 3) {
      return;
    }
    var batch = study.batchWaits(SINGLE.name());
    var service = study.swept().values(SINGLE.name(), run -> run.service().waitMean());
    boolean rises = Numbers.neverFalls(batch.values()) && Numbers.neverFalls(service.values());
    findings.judge("straight", PERCENT * Numbers.bend(busy));
    double growth = Numbers.growth(batch);
    findings.judge(findings.paper("waits").holding(growth > 1 && rises), growth);
  }

  /** Only where services take longer than batch jobs is the quick path a quick one. */
  private static void judgeMulti(OmegaStudy study, double batchJobSeconds, Findings findings) {
    var multi = study.batchWaits(MULTI.name());
    multi.keySet().removeIf(seconds -> seconds <= batchJobSeconds);
    if (multi.size() < 2) {
      return;
    }
    var single = study.batchWaits(SINGLE.name());
    double worst = Double.NEGATIVE_INFINITY;
    for (var point : multi.entrySet()) {
      double there = single.getOrDefault(point.getKey(), 0.0);
      worst = Math.max(worst, Numbers.ratio(point.getValue(), there));
    }
    findings.judge("quick-path", worst);
    double growth = Numbers.growth(multi);
    boolean rises = Numbers.neverFalls(multi.values());
    findings.judge(findings.paper("behind-services").holding(growth >= 2 && rises), growth);
  }

  /**
   * With a quick path the busyness that batch jobs cause does not depend on services, as long as
   * the scheduler keeps up: the reference is where services are quickest.
   */
  public static void offers(Settings settings, Findings findings) {
    var study = OmegaStudy.overServices(settings, findings, List.of(OFFERS, MULTI));
    var offers = study.swept().line(OFFERS.name());
    var multi = study.swept().line(MULTI.name(), OmegaResult::keepsUpAlone);
    if (offers.size() >= 2 && !multi.isEmpty() && study.hasBoth()) {
      var slowest = offers.lastEntry().getValue();
      var quickest = offers.firstEntry().getValue();
      var alone = multi.firstEntry().getValue();
      findings.judge("busyness", Numbers.ratio(slowest.batch().busy(), alone.batch().busy()));
      findings.judge(
          findings.paper("left", slowest.abandoned(), quickest.abandoned()),
          slowest.batch().unscheduled());
    }
    study.finish("two values of serviceJobSeconds, and one with which a quick path keeps up");
  }

  public static void shared(Settings settings, Findings findings) {
    var study = OmegaStudy.overServices(settings, findings, List.of(SHARED, MULTI, DIVIDED));
    var waits = study.batchWaits(SHARED.name());
    var running = study.swept().line(SHARED.name(), OmegaResult::keepsUp).values();
    if (waits.size() >= 2 && !running.isEmpty() && study.hasBoth()) {
      double left = running.stream().mapToDouble(ThinkTimeStudies::left).max().orElse(0);
      double conflicts = running.stream().mapToDouble(ThinkTimeStudies::conflicts).max().orElse(0);
      findings.judge("no-blocking", Numbers.growth(waits));
      findings.judge("all-scheduled", PERCENT * left);
      findings.judge("few-conflicts", conflicts);
    }
    study.finish("two values of serviceJobSeconds, with one of which both schedulers keep up");
  }

  private static double left(OmegaResult run) {
    return (double) run.unscheduled() / (run.batch().jobs() + run.service().jobs());
  }

  private static double conflicts(OmegaResult run) {
    return Math.max(run.batch().conflictFraction(), run.service().conflictFraction());
  }

  /** Judged at the longest think time with which all of them keep up. */
  public static void conflicts(Settings settings, Findings findings) {
    var lines = List.of(PLAIN, GANG, SEQUENCE, BOTH);
    var study =
        OmegaStudy.overServices(
            settings, findings, lines.stream().map(ThinkTimeStudies::detecting).toList());
    var kept = new TreeSet<>(study.swept().line(PLAIN).keySet());
    for (var line : lines) {
      kept.retainAll(study.swept().line(line, OmegaResult::keepsUp).keySet());
    }
    if (!kept.isEmpty() && study.hasBoth()) {
      for (var line : List.of(SEQUENCE, GANG, BOTH)) {
        judge(study, kept.last(), line, "conflicts", run -> run.service().conflictFraction());
      }
      for (var line : List.of(SEQUENCE, GANG)) {
        judge(study, kept.last(), line, "busyness", run -> run.service().busy());
      }
    }
    study.finish("a value of serviceJobSeconds with which the schedulers of all lines keep up");
  }

  private static StudyLine detecting(String line) {
    var words = line.split(", ", 2);
    var options = OmegaSetting.options(words[0], words[1]);
    return new StudyLine(line, shared -> shared.with(options));
  }

  private static void judge(
      OmegaStudy study,
      double at,
      String line,
      String value,
      ToDoubleFunction<OmegaResult> number) {
    double factor =
        Numbers.ratio(
            number.applyAsDouble(study.swept().at(line, at).orElseThrow()),
            number.applyAsDouble(study.swept().at(PLAIN, at).orElseThrow()));
    study.findings().judge(study.findings().paper(value, line, PLAIN, Parameter.plain(at)), factor);
  }
}
