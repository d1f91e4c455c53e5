package dev.muster.sim.experiment;

import dev.muster.sim.experiment.PaperClaim.ClaimPart;
import dev.muster.sim.experiment.PaperClaim.ClaimRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.DoubleConsumer;

/** Runs what stands behind some claims; what is behind several of them runs once. */
public final class ClaimSession {

  private final List<PaperClaim> claims;
  private final Map<String, ExperimentReport> reports = new LinkedHashMap<>();
  private final double allSeconds;
  private double doneSeconds;

  public ClaimSession(List<PaperClaim> claims) {
    this.claims = List.copyOf(claims);
    Map<String, Integer> seconds = new LinkedHashMap<>();
    for (var claim : claims) {
      claim.runs().forEach(run -> seconds.put(run.command(), run.seconds()));
    }
    this.allSeconds = seconds.values().stream().mapToInt(each -> each).sum();
  }

  /**
   * Runs all of them, one experiment after the other, each on all cores.
   *
   * @param progress receives how much is done, by the time that each is known to take
   * @param answer receives the parts of each claim as soon as they are known
   */
  public void run(DoubleConsumer progress, BiConsumer<PaperClaim, List<ClaimPart>> answer) {
    for (var claim : claims) {
      List<ExperimentReport> behind = new ArrayList<>();
      for (var run : claim.runs()) {
        behind.add(report(run, progress));
      }
      answer.accept(claim, claim.parts(behind));
    }
    progress.accept(1);
  }

  private ExperimentReport report(ClaimRun run, DoubleConsumer progress) {
    var known = reports.get(run.command());
    if (known != null) {
      return known;
    }
    var report =
        run.run(done -> progress.accept((doneSeconds + done * run.seconds()) / allSeconds));
    doneSeconds += run.seconds();
    reports.put(run.command(), report);
    return report;
  }
}
