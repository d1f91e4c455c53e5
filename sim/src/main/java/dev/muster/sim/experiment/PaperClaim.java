package dev.muster.sim.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleConsumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * A claim of a paper, and what stands behind it.
 *
 * @param id as the list of claims has it
 * @param paper that claims it
 * @param runs none where no simulation can show it
 * @param summary makes what is judged of all that the runs found
 * @param note what is to be known of it besides; mostly empty
 */
public record PaperClaim(
    String id,
    String paper,
    List<ClaimRun> runs,
    UnaryOperator<List<Finding>> summary,
    String note) {

  /**
   * An experiment behind a claim.
   *
   * @param settings as typed after {@code --set}; smaller than the paper's where that takes minutes
   * @param seconds about how long it takes on two cores
   * @param reading what it says of claims
   */
  public record ClaimRun(
      String experiment,
      String settings,
      int seconds,
      Function<ExperimentReport, List<Finding>> reading) {

    ClaimRun(String experiment, String settings, int seconds) {
      this(experiment, settings, seconds, ExperimentReport::claims);
    }

    /** As somebody would type it. */
    public String command() {
      return "sim run %s --set %s".formatted(experiment, settings);
    }

    ClaimRun reading(Function<ExperimentReport, List<Finding>> other) {
      return new ClaimRun(experiment, settings, seconds, other);
    }

    /** Only those about what is said so. */
    ClaimRun about(String words) {
      return reading(
          report ->
              report.claims().stream().filter(claim -> claim.what().contains(words)).toList());
    }

    ExperimentReport run(DoubleConsumer progress) {
      var known = Experiments.named(experiment).orElseThrow();
      return known.run(Settings.of(known, List.of(settings.split(","))), progress);
    }
  }

  PaperClaim(String id, String paper, ClaimRun... runs) {
    this(id, paper, List.of(runs), UnaryOperator.identity(), "");
  }

  PaperClaim with(ClaimRun run) {
    List<ClaimRun> all = new ArrayList<>(runs);
    all.add(run);
    return new PaperClaim(id, paper, all, summary, note);
  }

  PaperClaim noting(String sentence) {
    return new PaperClaim(id, paper, runs, summary, sentence);
  }

  PaperClaim summedUpBy(UnaryOperator<List<Finding>> other) {
    return new PaperClaim(id, paper, runs, other, note);
  }

  /**
   * The parts of the claim.
   *
   * @param reports of its runs, in their order
   */
  public List<ClaimPart> parts(List<ExperimentReport> reports) {
    List<Finding> found = new ArrayList<>();
    for (int at = 0; at < runs.size(); at++) {
      for (var finding : runs.get(at).reading.apply(reports.get(at))) {
        if (finding.id().equals(id)) {
          found.add(finding);
        }
      }
    }
    double wallSeconds = reports.stream().mapToDouble(ExperimentReport::wallSeconds).sum();
    long seed = reports.stream().mapToLong(ExperimentReport::seed).findFirst().orElse(0);
    return summary.apply(found).stream()
        .map(finding -> new ClaimPart(finding, seed, wallSeconds))
        .toList();
  }

  /**
   * A part of a claim beside ours.
   *
   * @param wallSeconds that all runs behind the claim took
   */
  public record ClaimPart(Finding finding, long seed, double wallSeconds) {}
}
