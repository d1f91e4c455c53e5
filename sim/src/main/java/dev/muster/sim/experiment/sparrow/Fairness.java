package dev.muster.sim.experiment.sparrow;

import dev.muster.core.actor.Chance;
import dev.muster.core.node.queue.DisciplineConfig;
import dev.muster.core.node.queue.DisciplineConfig.ServiceOrder;
import dev.muster.model.JobSpec;
import dev.muster.sim.drive.CellSpec;
import dev.muster.sim.experiment.ExperimentReport.Mark;
import dev.muster.sim.experiment.ExperimentReport.Series;
import dev.muster.sim.experiment.Findings;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.Sweep;
import dev.muster.sim.experiment.sparrow.SampledSetting.LikeTasks;
import dev.muster.sim.experiment.sparrow.SweptTrials.Scope;
import dev.muster.workload.JobMix;
import dev.muster.workload.PoissonArrivals;
import dev.muster.workload.TaskTimes;
import dev.muster.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Table 4 and Figure 12: three users with equal shares, of whom two want less than theirs and one
 * wants more. A user is the queue of a job; nodes serve users in fair turns.
 */
public final class Fairness {

  private static final List<String> USERS = List.of("user0", "user1", "user2");
  private static final String GREEDY = "user 2 wants more";
  private static final String MODEST = "user 2 wants as little as the others";
  private static final double[] PAPER_MEDIAN_MS = {166.5, 167.5};
  private static final double[] PAPER_P95_MS = {318, 334};

  private Fairness() {}

  public static void run(Settings settings, Findings findings) {
    double modest = settings.number("modest");
    double greedy = settings.number("greedy");
    Sweep<TrialResult> sweep = findings.sweep();
    sweep.add(GREEDY, 1, point -> trial(settings, modest, modest, greedy).run(point));
    sweep.add(MODEST, 1, point -> trial(settings, modest, modest, modest).run(point));
    var trials = new SweptTrials(findings, sweep.run());
    var result = trials.at(GREEDY, 1);
    findings.add(List.of(byUser(GREEDY, result), byUser(MODEST, trials.at(MODEST, 1))));
    for (int user = 0; user < USERS.size(); user++) {
      findings.point("running at a time", "tasks", user, result.running(USERS.get(user)));
    }
    double wanted = SampledSetting.of(settings).slots() * modest;
    for (int user = 0; user < PAPER_MEDIAN_MS.length; user++) {
      judge(trials, result, user, wanted);
    }
    trials.finish();
  }

  private static Trial trial(Settings settings, double... wanted) {
    var setting = SampledSetting.of(settings);
    var tasks = LikeTasks.of(settings);
    List<JobMix.Kind> kinds = new ArrayList<>();
    for (int user = 0; user < wanted.length; user++) {
      kinds.add(new JobMix.Kind(job(USERS.get(user), tasks), wanted[user]));
    }
    long seed = settings.seed();
    double busySlots = setting.slots() * DoubleStream.of(wanted).sum();
    double gapNs = tasks.times().meanNs() * tasks.count() / busySlots;
    var work =
        new Workload(
            new PoissonArrivals(gapNs, Chance.of(seed, "arrivals")),
            new JobMix(kinds, Chance.of(seed, "users")),
            new TaskTimes(seed, tasks.times())::durationNs);
    return setting
        .trial(Contender.LATE, settings.number("d"), work)
        .withCell(Fairness::inFairTurns);
  }

  private static CellSpec inFairTurns(CellSpec cell) {
    var order = new DisciplineConfig(ServiceOrder.FAIR, false, 0);
    return cell.withNode(cell.node().withDiscipline(order));
  }

  private static JobSpec job(String user, LikeTasks tasks) {
    return JobSpec.of(user).withQueue("root." + user).withStages(tasks.job().stages());
  }

  private static Series byUser(String label, TrialResult result) {
    List<Mark> marks = new ArrayList<>();
    for (int user = 0; user < USERS.size(); user++) {
      result.response(user, USERS.get(user)).ifPresent(marks::add);
    }
    return new Series(label, "ms", marks);
  }

  private static void judge(SweptTrials trials, TrialResult result, int user, double wanted) {
    var name = USERS.get(user);
    var findings = trials.findings();
    var scope = Scope.all(GREEDY);
    var median = findings.paper("median", name).withPaper(PAPER_MEDIAN_MS[user]);
    trials.judge(scope, median, result.response(name, 50));
    trials.judge(
        scope,
        findings.paper("p95", name).withPaper(PAPER_P95_MS[user]),
        result.response(name, 95));
    trials.judge(scope, findings.paper("share", name).withPaper(wanted), result.running(name));
  }
}
