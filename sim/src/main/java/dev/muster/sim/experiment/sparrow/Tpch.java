package dev.muster.sim.experiment.sparrow;

import dev.muster.core.actor.Chance;
import dev.muster.core.actor.flat.IntList;
import dev.muster.sim.experiment.ExperimentReport.Mark;
import dev.muster.sim.experiment.ExperimentReport.Series;
import dev.muster.sim.experiment.Findings;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.Sweep;
import dev.muster.sim.experiment.sparrow.SweptTrials.Scope;
import dev.muster.workload.JobMix;
import dev.muster.workload.PoissonArrivals;
import dev.muster.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Figure 10: queries of several phases, as TPC-H has them, against chance and against a cell in
 * which nothing ever waits. The {@link Query queries} are our choice where the paper leaves them
 * open.
 *
 * <p>Each user has data of its own, and first phases run only where that is.
 */
public final class Tpch {

  private static final double PERCENT = 100;
  private static final int USERS = 10;

  /** The part of the cell that each user's data is on. */
  private static final double STRIPED = 0.9;

  private Tpch() {}

  public static void run(Settings settings, Findings findings) {
    double load = settings.number("load");
    Sweep<TrialResult> sweep = findings.sweep();
    for (var contender : List.of(Contender.LATE, Contender.RANDOM)) {
      sweep.add(contender.label, load, point -> trial(settings, contender).run(point));
    }
    var trials = new SweptTrials(findings, sweep.run());
    var ours = trials.at(Contender.LATE.label, load);
    var random = trials.at(Contender.RANDOM.label, load);
    findings.add(
        List.of(byQuery(Contender.LATE.label, ours), byQuery(Contender.RANDOM.label, random)));
    double gap = 0;
    for (int index = 0; index < Query.ALL.size(); index++) {
      var query = Query.ALL.get(index);
      findings.point("no waiting", "ms", index + 1, query.optimalMs());
      var response = ours.response(0, query.name());
      if (response.isPresent()) {
        gap = Math.max(gap, PERCENT * (response.get().median() / query.optimalMs() - 1));
      }
    }
    double factor = random.response(0).p95() / ours.response(0).p95();
    trials.judge(Scope.all(Contender.LATE.label), findings.paper("over-optimal"), gap);
    trials.judge(
        Scope.all(Contender.LATE.label, Contender.RANDOM.label),
        findings.paper("over-random"),
        factor);
    trials.finish();
  }

  private static Trial trial(Settings settings, Contender contender) {
    return SampledSetting.of(settings).trial(contender, settings.number("d"), queries(settings));
  }

  /** Queries of all kinds and users, as many of each. */
  static Workload queries(Settings settings) {
    long seed = settings.seed();
    double workNs =
        1e9 * Query.ALL.stream().mapToDouble(Query::workSeconds).average().orElseThrow();
    double gapNs = workNs / (settings.number("load") * SampledSetting.of(settings).slots());
    List<JobMix.Kind> kinds = new ArrayList<>();
    for (int user = 0; user < USERS; user++) {
      var holders = holders(settings, user);
      var name = "user" + user;
      Query.ALL.forEach(query -> kinds.add(new JobMix.Kind(query.job(holders).withUser(name), 1)));
    }
    var taskNs = Query.taskNs(Query.ALL);
    return new Workload(
        new PoissonArrivals(gapNs, Chance.of(seed, "arrivals")),
        new JobMix(kinds, Chance.of(seed, "queries")),
        task -> Objects.requireNonNull(taskNs.get(task.spec().name())));
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

  private static Series byQuery(String label, TrialResult result) {
    List<Mark> marks = new ArrayList<>();
    for (int index = 0; index < Query.ALL.size(); index++) {
      result.response(index + 1, Query.ALL.get(index).name()).ifPresent(marks::add);
    }
    return new Series(label, "ms", marks);
  }
}
