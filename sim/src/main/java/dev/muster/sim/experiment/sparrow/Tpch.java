package dev.muster.sim.experiment.sparrow;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.flat.IntList;
import dev.muster.sim.experiment.Experiment;
import dev.muster.sim.experiment.ExperimentReport;
import dev.muster.sim.experiment.ExperimentReport.Claim;
import dev.muster.sim.experiment.ExperimentReport.Point;
import dev.muster.sim.experiment.ExperimentReport.Series;
import dev.muster.sim.experiment.ExperimentReport.Value;
import dev.muster.sim.experiment.Outcome;
import dev.muster.sim.experiment.Parameter;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.Sweep;
import dev.muster.sim.experiment.Swept;
import dev.muster.sim.experiment.Trial;
import dev.muster.workload.JobMix;
import dev.muster.workload.PoissonArrivals;
import dev.muster.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Figure 10: queries of several phases, as TPC-H has them, against chance and against a cell in
 * which nothing ever waits. The {@link Query queries} are our choice where the paper is silent.
 *
 * <p>Each user has data of its own, and first phases run only where that is.
 */
public final class Tpch implements Experiment {

  private static final double NS_PER_S = 1e9;
  private static final double PERCENT = 100;
  private static final int USERS = 10;

  /** The part of the cell that each user's data is on. */
  private static final double STRIPED = 0.9;

  private static final String EQUAL = "unlike the paper's, tasks of a phase take equally long";

  @Override
  public String name() {
    return "sparrow/tpch";
  }

  @Override
  public String about() {
    return "S7: response time of queries with several phases, against chance and no waiting at all";
  }

  @Override
  public String horizontal() {
    return "query";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(
        Parameters.nodes(100),
        Parameters.cores(4),
        Parameters.schedulers(10),
        Parameters.load(0.65),
        Parameters.ratio(2),
        Parameter.whole(
            "replicas", 3, 0, 10, "machines that have the data of a task of a first phase; 0: all"),
        Parameters.delayMs(),
        Parameters.jobs(10_000),
        Parameter.seed());
  }

  @Override
  public ExperimentReport run(Settings settings, Progress progress) {
    double load = settings.number("load");
    var sweep = new Sweep();
    for (var contender : List.of(Contender.LATE, Contender.RANDOM)) {
      sweep.add(contender.label, load, () -> trial(settings, contender));
    }
    var swept = sweep.run(progress);
    var ours = swept.at(Contender.LATE.label, load).orElseThrow();
    var random = swept.at(Contender.RANDOM.label, load).orElseThrow();
    var series =
        List.of(
            byQuery(Contender.LATE.label, ours),
            byQuery(Contender.RANDOM.label, random),
            optimal());
    return swept.report(this, settings, claims(swept, ours, random), series);
  }

  private static Trial trial(Settings settings, Contender contender) {
    long seed = settings.seed();
    var setting = Setting.of(settings);
    double workNs =
        NS_PER_S * Query.ALL.stream().mapToDouble(Query::workSeconds).average().orElseThrow();
    double gapNs = workNs / (settings.number("load") * setting.slots());
    List<JobMix.Kind> kinds = new ArrayList<>();
    for (int user = 0; user < USERS; user++) {
      var holders = holders(settings, user);
      Query.ALL.forEach(query -> kinds.add(new JobMix.Kind(query.job(holders), 1)));
    }
    var taskNs = Query.taskNs(Query.ALL);
    var work =
        new Workload(
            new PoissonArrivals(gapNs, Chance.of(seed, "arrivals")),
            new JobMix(kinds, Chance.of(seed, "queries")),
            task -> timeOf(task.spec().name(), taskNs));
    return setting.trial(contender, settings.number("d"), work);
  }

  /** The nodes that have each part of a user's data, striped over most of the cell. */
  private static List<List<Integer>> holders(Settings settings, int user) {
    int replicas = settings.whole("replicas");
    if (replicas == 0) {
      return List.of();
    }
    var nodes = shuffledNodes(settings, user);
    int used = Math.max(replicas, (int) (nodes.size() * STRIPED));
    List<List<Integer>> holders = new ArrayList<>();
    for (int part = 0; part < Query.PARTITIONS; part++) {
      List<Integer> copies = new ArrayList<>();
      for (int copy = 0; copy < Math.min(replicas, nodes.size()); copy++) {
        copies.add(nodes.at((part * replicas + copy) % Math.min(used, nodes.size())));
      }
      holders.add(copies);
    }
    return holders;
  }

  private static IntList shuffledNodes(Settings settings, int user) {
    var chance = Chance.of(settings.seed(), "data of user " + user);
    var nodes = new IntList();
    for (int node = 0; node < settings.whole("nodes"); node++) {
      nodes.add(node);
      nodes.swap(node, chance.nextInt(node + 1));
    }
    return nodes;
  }

  private static long timeOf(String stage, Map<String, Long> taskNs) {
    return Objects.requireNonNull(taskNs.get(stage), stage);
  }

  private static Series byQuery(String label, Outcome outcome) {
    List<Point> points = new ArrayList<>();
    for (int index = 0; index < Query.ALL.size(); index++) {
      outcome.response(index + 1, Query.ALL.get(index).name()).ifPresent(points::add);
    }
    return new Series(label, "ms", points);
  }

  private static Series optimal() {
    List<Point> points = new ArrayList<>();
    for (int index = 0; index < Query.ALL.size(); index++) {
      points.add(new Value(index + 1, Query.ALL.get(index).optimalMs()));
    }
    return new Series("no waiting", "ms", points);
  }

  private static List<Claim> claims(Swept swept, Outcome ours, Outcome random) {
    double gap = 0;
    for (var query : Query.ALL) {
      var response = ours.response(0, query.name());
      if (response.isPresent()) {
        gap = Math.max(gap, PERCENT * (response.get().median() / query.optimalMs() - 1));
      }
    }
    double factor = random.response(0).p95() / ours.response(0).p95();
    var near = Verdict.atMost("S7", 12, gap, 12, "%", "worst median over no waiting; " + EQUAL);
    var ahead = Verdict.atLeast("S7", 6, factor, 5, "times", "p95 of random over ours; " + EQUAL);
    return List.of(
        swept.judged(near, _ -> true, Contender.LATE.label),
        swept.judged(ahead, _ -> true, Contender.LATE.label, Contender.RANDOM.label));
  }
}
