package dev.muster.sim.experiment.omega;

import dev.muster.sim.experiment.Experiment;
import dev.muster.sim.experiment.ExperimentReport;
import dev.muster.sim.experiment.ExperimentReport.Claim;
import dev.muster.sim.experiment.Parameter;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.omega.Study.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** What is called a conflict, and what a conflict costs (Figure 14). */
public final class ConflictRules implements Experiment {

  private static final String INCREMENTAL = "incremental";
  private static final String GANG = "all-or-nothing";
  private static final String FIT = "fit";
  private static final String SEQUENCE = "sequence";

  /** The paper has two to three times as many. */
  private static final double PAPER = 2.5;

  private static final double LEAST = 1.5;
  private static final double MOST = 4;

  private static final String NEEDS =
      "a value of serviceJobSeconds with which the schedulers of all lines keep up";

  @Override
  public String name() {
    return "omega/conflicts";
  }

  @Override
  public String about() {
    return "O6: conflicts by fit and by sequence number, of single claims and of gangs";
  }

  @Override
  public List<Parameter> parameters() {
    return Parameters.of(
        Jobs.parameters(Jobs.Means.BATCH, Jobs.Means.SERVICE),
        Parameters.sweep(1, 10),
        86_400,
        1_200);
  }

  @Override
  public String horizontal() {
    return Parameters.SERVICE_AXIS;
  }

  @Override
  public ExperimentReport run(Settings settings, Progress progress) {
    List<Line> lines = new ArrayList<>();
    for (var conflict : List.of(FIT, SEQUENCE)) {
      for (var commit : List.of(INCREMENTAL, GANG)) {
        var options = Parameters.terms(conflict, commit);
        lines.add(new Line(line(conflict, commit), shared -> shared.with(options)));
      }
    }
    var studied = Study.overServices(settings, lines, progress);
    return studied.report(this, settings, claims(studied), NEEDS);
  }

  private static String line(String conflict, String commit) {
    return conflict + ", " + commit;
  }

  /** About the longest think time with which all of them keep up. */
  private static List<Claim> claims(Studied studied) {
    var all = new TreeSet<>(studied.line(line(FIT, INCREMENTAL), Measured::keepsUp).keySet());
    for (var other : List.of(line(FIT, GANG), line(SEQUENCE, INCREMENTAL), line(SEQUENCE, GANG))) {
      all.retainAll(studied.line(other, Measured::keepsUp).keySet());
    }
    if (all.isEmpty() || !studied.hasBoth()) {
      return List.of();
    }
    double at = all.last();
    List<Claim> claims = new ArrayList<>();
    claims.add(conflicts(studied, at, SEQUENCE, INCREMENTAL));
    claims.add(conflicts(studied, at, FIT, GANG));
    claims.add(conflicts(studied, at, SEQUENCE, GANG));
    claims.add(busyness(studied, at, SEQUENCE, INCREMENTAL));
    claims.add(busyness(studied, at, FIT, GANG));
    return claims;
  }

  private static Measured run(Studied studied, double at, String conflict, String commit) {
    var run = studied.line(line(conflict, commit)).get(at);
    if (run == null) {
      throw new IllegalArgumentException("nothing ran at " + at);
    }
    return run;
  }

  private static Claim conflicts(Studied studied, double at, String conflict, String commit) {
    double factor =
        Shape.ratio(
            run(studied, at, conflict, commit).service().conflictFraction(),
            run(studied, at, FIT, INCREMENTAL).service().conflictFraction());
    return Shape.claim(
        "O6",
        PAPER,
        factor,
        "times",
        factor >= LEAST && factor <= MOST,
        about("conflicts of services", at, conflict, commit),
        "from 1.5 to 4");
  }

  private static Claim busyness(Studied studied, double at, String conflict, String commit) {
    double factor =
        Shape.ratio(
            run(studied, at, conflict, commit).service().busy(),
            run(studied, at, FIT, INCREMENTAL).service().busy());
    return Shape.claim(
        "O6",
        1,
        factor,
        "times",
        factor > 1,
        about("busyness of their scheduler", at, conflict, commit),
        "above 1");
  }

  private static String about(String what, double at, String conflict, String commit) {
    return "%s, %s over %s, with %s s of thinking"
        .formatted(what, line(conflict, commit), line(FIT, INCREMENTAL), Parameter.plain(at));
  }
}
