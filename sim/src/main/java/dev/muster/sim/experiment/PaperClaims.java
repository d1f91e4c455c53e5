package dev.muster.sim.experiment;

import dev.muster.sim.experiment.ExperimentReport.Value;
import dev.muster.sim.experiment.Finding.ClaimVerdict;
import dev.muster.sim.experiment.PaperClaim.ClaimRun;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The claims of the papers that have experiments, with settings that finish in minutes: all
 * together within half an hour on two cores. What a claim comes to with other settings, the
 * experiment behind it tells.
 */
public final class PaperClaims {

  private static final String SPARROW = "sparrow";
  private static final String OMEGA = "omega";
  private static final String PARSYNC = "parsync";

  /** Jobs of the configuration in which offers lock the cell: many small services. */
  private static final String SMALL_SERVICES =
      "serviceGapSeconds=20,serviceTasks=10,serviceTaskSeconds=500";

  private static final PaperValue NONE_LEFT =
      PaperValue.of(
          "O3 | 0 jobs | batch jobs left unscheduled beside the slowest services under shared state | at most 0, in the same cell");
  private static final PaperValue READING = PaperValue.of("P3 | 4 of 4 | %s: %s | reported");
  private static final PaperValue BEST_READING =
      PaperValue.of(
          "P3 | 4 of 4 | percentages within 8 points of 48, 64, 23 and 76, in the best reading, %s | at least 3");

  /** What no simulation can show. */
  private static final Finding OVERHEAD =
      new Finding(
          "S9",
          8,
          Double.NaN,
          "ms",
          "median scheduling overhead of real daemons",
          "below 8 on a real cell",
          ClaimVerdict.REPORTED,
          "");

  private static final List<PaperClaim> ALL =
      List.of(
          new PaperClaim(
              "S1",
              SPARROW,
              new ClaimRun("sparrow/table2", "tasks=10,load=0.1:0.3:0.5:0.7:0.9,jobs=60000", 60),
              new ClaimRun("sparrow/table2", "tasks=100,load=0.1:0.3:0.5,jobs=40000", 35)),
          new PaperClaim(
              "S2",
              SPARROW,
              new ClaimRun("sparrow/figure5", "load=0.3:0.6:0.95,d=2,jobs=1000", 45)),
          new PaperClaim("S3", SPARROW, new ClaimRun("sparrow/figure6", "load=0.95,jobs=1000", 60))
              .noting("the Pareto distribution has a shape of 2.1: no other can be set"),
          new PaperClaim(
                  "S4",
                  SPARROW,
                  new ClaimRun("sparrow/figure7", "load=0.95,cores=1:4,jobs=6000", 60))
              .noting("with 6,000 jobs the median on one core is stable"),
          new PaperClaim("S5", SPARROW, new ClaimRun("sparrow/idle", "d=2,jobs=20000", 15)),
          new PaperClaim(
              "S6",
              SPARROW,
              new ClaimRun("sparrow/figure9", "load=0.1:0.3:0.5:0.6:0.7,d=2,jobs=20000", 30)),
          new PaperClaim(
                  "S7",
                  SPARROW,
                  new ClaimRun("sparrow/tpch", "load=0.65,jobs=10000", 10).about("worst median"),
                  new ClaimRun("sparrow/tpch", "load=0.9,jobs=10000", 10).about("p95"))
              .noting("p95 at the load of the busiest minute, taken as 0.9; the mean is 0.65"),
          new PaperClaim("S8", SPARROW, new ClaimRun("sparrow/fairness", "jobs=60000", 20)),
          new PaperClaim("S9", SPARROW)
              .noting("measured by `bench sampled`, on a real cell")
              .summedUpBy(_ -> List.of(OVERHEAD)),
          new PaperClaim("O1", OMEGA, new ClaimRun("omega/monolithic", "horizonSeconds=21600", 30)),
          new PaperClaim("O2", OMEGA, new ClaimRun("omega/monolithic", "horizonSeconds=21600", 30)),
          new PaperClaim(
              "O3",
              OMEGA,
              new ClaimRun("omega/offers", "horizonSeconds=43200", 40).about("busyness"),
              new ClaimRun(
                      "omega/offers",
                      "prefill=2400,serviceJobSeconds=0.1:100,horizonSeconds=43200",
                      30)
                  .about("unscheduled"),
              new ClaimRun(
                      "omega/shared",
                      "prefill=2400,serviceJobSeconds=0.1:100,horizonSeconds=43200,"
                          + SMALL_SERVICES,
                      60)
                  .reading(PaperClaims::leftUnderSharedState)),
          new PaperClaim(
                  "O4",
                  OMEGA,
                  new ClaimRun(
                      "omega/shared", "machines=5000,prefill=6000,horizonSeconds=21600", 90))
              .noting("in a cell of 5,000 machines"),
          new PaperClaim("O5", OMEGA, new ClaimRun("omega/schedulers", "horizonSeconds=3600", 60)),
          new PaperClaim("O6", OMEGA, new ClaimRun("omega/conflicts", "horizonSeconds=86400", 60)),
          new PaperClaim("O7", OMEGA, new ClaimRun("omega/mapreduce", "jobs=100", 120)),
          new PaperClaim(
              "P1",
              PARSYNC,
              new ClaimRun("parsync/conflicts", "rounds=50,a=1,seconds=1,scale=0.01", 20)),
          new PaperClaim(
              "P2",
              PARSYNC,
              new ClaimRun(
                  "parsync/slots",
                  "rate=20000:40000,gap=0.25:1,variance=2:16,partitions=1:16,a=2:4:8,step=1000,"
                      + "most=64000,scale=0.01",
                  150)),
          new PaperClaim(
                  "P3",
                  PARSYNC,
                  halves("together", "judged"),
                  halves("together", "submitted"),
                  halves("apart", "judged"),
                  halves("apart", "submitted"))
              .summedUpBy(PaperClaims::best),
          new PaperClaim(
                  "P4",
                  PARSYNC,
                  new ClaimRun(
                      "parsync/slots",
                      "sync=parts,rate=20000:40000,gap=0.25:1,variance=2:16,a=2:4,step=2000,"
                          + "most=60000,seeds=3,scale=0.01",
                      180))
              .noting("means over three seeds, with at most 260,000 slots"),
          new PaperClaim(
                  "P5",
                  PARSYNC,
                  new ClaimRun("parsync/groups", "scale=0.05,full=0.95", 60),
                  new ClaimRun("parsync/groups", "scale=0.05,full=1,strategy=adaptive", 15)
                      .reading(PaperClaims::drift))
              .noting("at 95% of what a scheduler can do; at 100% the drift is reported"),
          new PaperClaim("P6", PARSYNC, new ClaimRun("parsync/phases", "scale=0.1,tau=2", 90)),
          new PaperClaim(
                  "P7",
                  PARSYNC,
                  new ClaimRun("parsync/quality", "scale=0.05,alpha=0.9:0.8:0.7:0.6:0.5", 120))
              .noting("20 preferred machines for each task, of which P6 has two"),
          new PaperClaim("P8", PARSYNC, new ClaimRun("parsync/scale", "scale=0.05", 90)),
          new PaperClaim("P9", PARSYNC, new ClaimRun("parsync/partitions", "scale=0.05", 60)));

  private PaperClaims() {}

  /** In the order of their ids. */
  public static List<PaperClaim> all() {
    return ALL;
  }

  public static List<String> papers() {
    return ALL.stream().map(PaperClaim::paper).distinct().toList();
  }

  /** Lines that are 0 throughout are not in a report. */
  private static List<Finding> leftUnderSharedState(ExperimentReport report) {
    double left = 0;
    for (var series : report.series()) {
      if (series.name().equals("batch unscheduled, shared")
          && series.points().getLast() instanceof Value(_, double value)) {
        left = value;
      }
    }
    return List.of(Finding.of(NONE_LEFT, left));
  }

  private static List<Finding> drift(ExperimentReport report) {
    return report.claims().stream().map(Finding::reported).toList();
  }

  private static ClaimRun halves(String sync, String half) {
    var settings = "idle=2000,rounds=1,a=2:3:4:8,sync=%s,half=%s,scale=0.05".formatted(sync, half);
    return new ClaimRun("parsync/conflicts", settings, 40)
        .reading(report -> readings(report, sync + ", " + half));
  }

  /** How many of the four percentages are near in each reading of what the paper leaves open. */
  private static List<Finding> readings(ExperimentReport report, String how) {
    var values = report.claims().stream().filter(claim -> claim.id().equals("P3")).toList();
    List<Finding> readings = new ArrayList<>();
    for (int first = 0; first < values.size(); first += 4) {
      var four = values.subList(first, first + 4);
      var shown =
          four.stream().map(each -> each.what() + " " + Parameter.plain(each.measured())).toList();
      double near = four.stream().filter(Finding::isReproduced).count();
      readings.add(Finding.of(READING.about(how, String.join("; ", shown)), near));
    }
    return readings;
  }

  /** The reading with the most that are near, and all others after it. */
  private static List<Finding> best(List<Finding> readings) {
    List<Finding> all = new ArrayList<>();
    readings.stream()
        .max(Comparator.comparingDouble(Finding::measured))
        .map(most -> Finding.of(BEST_READING.about(most.what()), most.measured()))
        .ifPresent(all::add);
    all.addAll(readings);
    return all;
  }
}
