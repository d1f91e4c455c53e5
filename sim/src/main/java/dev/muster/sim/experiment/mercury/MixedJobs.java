package dev.muster.sim.experiment.mercury;

import dev.muster.sim.experiment.Findings;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.Sweep;
import dev.muster.sim.experiment.Swept;
import dev.muster.sim.experiment.mercury.LoopJobMix.JobKindShare;
import java.util.List;

/** Section 7.4, M7 and M8: jobs with tasks of several lengths under five settings of hybrid-GQ. */
public final class MixedJobs {

  private static final List<JobKindShare> SYNTHETIC =
      List.of(new JobKindShare(2, 80), new JobKindShare(50, 20));

  /** After Figure 1, of which the paper has the curve alone. */
  private static final List<JobKindShare> MICROSOFT =
      List.of(
          new JobKindShare(1, 20),
          new JobKindShare(3, 25),
          new JobKindShare(7, 15),
          new JobKindShare(11, 20),
          new JobKindShare(30, 15),
          new JobKindShare(100, 5));

  /** Of jobs whose tasks take 11 s. */
  private static final int ELEVEN = 3;

  private static final int TAIL = 95;

  private MixedJobs() {}

  private static List<TierPolicy> policies(Settings settings) {
    double start = settings.number("startSeconds");
    return List.of(
        TierPolicy.ONLY_G,
        TierPolicy.ONLY_Q,
        TierPolicy.HALF_Q,
        TierPolicy.below(5, 100, start),
        TierPolicy.below(10, 70, start));
  }

  private static Swept<LoopResult> sweep(
      Settings settings, List<JobKindShare> kinds, Findings findings) {
    var usual = new LoopStudy(settings).atItsBest();
    var mode = usual.cell.mode().withSparing(settings.secondsNs("spareSeconds"));
    var study = usual.with(usual.mix.with(kinds)).with(usual.cell.with(mode));
    Sweep<LoopResult> sweep = findings.sweep();
    int at = 0;
    for (var policy : policies(settings)) {
      sweep.add(policy.name(), at++, point -> study.run(policy, point));
    }
    var swept = sweep.run();
    LoopStudy.show(findings, swept);
    swept.forEach(
        (policy, _, result) -> {
          for (int kind = 0; kind < kinds.size(); kind++) {
            double seconds = kinds.get(kind).taskSeconds();
            findings.point(
                "latency mean by task, " + policy, "s", seconds, result.meanLatency(kind));
            findings.point(
                "latency p95 by task, " + policy, "s", seconds, result.latency(kind, TAIL));
          }
        });
    return swept;
  }

  /** M7. */
  public static void synthetic(Settings settings, Findings findings) {
    var results = sweep(settings, SYNTHETIC, findings).results();
    var onlyG = results.get(0);
    var half = results.get(2);
    var best = results.get(4);
    double most = results.stream().mapToDouble(LoopResult::tasks).max().orElse(0);
    findings.judge("over-g", LoopStudy.gain(best.tasks(), onlyG.tasks()));
    findings.judge("over-q", LoopStudy.gain(best.tasks(), results.get(1).tasks()));
    findings.judge(
        findings.paper("best").holding(best.tasks() >= most), 100 * (1 - best.tasks() / most));
    double least = results.stream().mapToDouble(LoopResult::meanLatency).min().orElse(0);
    double worst = results.stream().mapToDouble(one -> one.latency(TAIL)).max().orElse(0);
    findings.judge("half-mean", LoopStudy.gain(half.meanLatency(), least));
    findings.judge("half-tail", LoopStudy.gain(worst, half.latency(TAIL)));
  }

  /** M8. */
  public static void microsoft(Settings settings, Findings findings) {
    var results = sweep(settings, MICROSOFT, findings).results();
    double onlyG = results.get(0).tasks();
    var onlyQ = results.get(1);
    var half = results.get(2);
    var best = results.get(4);
    boolean isInOrder =
        half.tasks() > best.tasks() && best.tasks() > onlyQ.tasks() && best.tasks() > onlyG;
    findings.judge("over-g", LoopStudy.gain(best.tasks(), onlyG));
    findings.judge("only-q", LoopStudy.gain(onlyQ.tasks(), onlyG));
    findings.judge(findings.paper("half").holding(isInOrder), LoopStudy.gain(half.tasks(), onlyG));
    findings.judge(
        "latency-g", LoopStudy.gain(best.meanLatency(ELEVEN), results.get(0).meanLatency(ELEVEN)));
    findings.judge(
        "latency-q", LoopStudy.gain(best.meanLatency(ELEVEN), onlyQ.meanLatency(ELEVEN)));
  }
}
