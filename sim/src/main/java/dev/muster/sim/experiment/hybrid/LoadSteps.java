package dev.muster.sim.experiment.hybrid;

import dev.muster.check.Observer;
import dev.muster.core.actor.Chance;
import dev.muster.core.actor.Timing;
import dev.muster.core.master.central.CentralOptions;
import dev.muster.core.master.central.CentralOptions.Mode;
import dev.muster.core.scheduler.place.hybrid.HybridOptions;
import dev.muster.core.scheduler.place.hybrid.HybridOptions.Adaptation;
import dev.muster.core.scheduler.place.hybrid.HybridPlacer;
import dev.muster.model.JobReport;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.sim.drive.CellSpec;
import dev.muster.sim.drive.CellSpec.Sharing;
import dev.muster.sim.drive.SchedulerMaker;
import dev.muster.sim.drive.SimCell;
import dev.muster.sim.experiment.ExperimentFailed;
import dev.muster.sim.experiment.Findings;
import dev.muster.sim.experiment.JobAnswers;
import dev.muster.sim.experiment.PointRun;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.Sweep;
import dev.muster.workload.PoissonArrivals;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The load steps up and down: fixed settings of t_d and p_q, and those that schedulers find.
 *
 * <p>As in section 7.4.1 of the paper most jobs have tasks of two seconds, the others of fifty;
 * estimates have a lognormal error. What counts of a job is its delay: how much longer it took than
 * its tasks did. The first half of each phase is left out, for what was before shows there.
 */
public final class LoadSteps {

  private static final long S = 1_000_000_000;
  private static final long START_NS = 2 * S;

  /** p_q is shown so often. */
  private static final long SHOWN_NS = 60 * S;

  private static final long DELAY_NS = 500_000;
  private static final int SLOTS = 4;
  private static final Resources SLOT = new Resources(1_000, 1L << 30);
  private static final long DEADLINE_NS = 7_200 * S;
  private static final int SCHEDULERS = 2;
  private static final double PERCENT = 100;

  /** Of the jobs of the paper's mix. */
  private static final double SHORT_SHARE = 0.8;

  private static final double P95 = 0.95;

  /** All of the paper, and the one in question. */
  private static final Map<String, HybridOptions> CONTENDERS = contenders();

  private static Map<String, HybridOptions> contenders() {
    var all = new LinkedHashMap<String, HybridOptions>();
    all.put("only-G", HybridOptions.ONLY_G);
    all.put("only-Q", HybridOptions.ONLY_Q);
    all.put("50%-Q", HybridOptions.HALF_Q);
    all.put("<5s-Q", HybridOptions.SHORT_5_Q);
    all.put("<10s-70%-Q", HybridOptions.SHORT_10_70_Q);
    all.put("found", HybridOptions.SHORT_10_70_Q.with(Adaptation.NONE.withSteering()));
    return all;
  }

  /** When a job was submitted, and how long its tasks take. */
  private record Submitted(long atNs, long taskNs) {}

  /** Delays by phase, and what p_q was each interval. */
  private record StepsResult(List<List<Double>> delays, List<Double> shares) {}

  private final Settings settings;
  private final List<Double> loads;
  private final long phaseNs;
  private final List<HybridPlacer> placers = new ArrayList<>();
  private final Map<Long, Submitted> underWay = new TreeMap<>();
  private final Map<String, Submitted> asked = new TreeMap<>();
  private final List<List<Double>> delays = new ArrayList<>();
  private final SimCell cell;
  private int ended;

  private LoadSteps(Settings settings, HybridOptions options) {
    this.settings = settings;
    this.loads = settings.numbers("load");
    this.phaseNs = settings.secondsNs("phaseSeconds");
    loads.forEach(_ -> delays.add(new ArrayList<>()));
    int heartbeat = settings.whole("heartbeat");
    var standard = CentralOptions.STANDARD;
    var central =
        new CentralOptions(
            standard.discipline(),
            heartbeat == 0 ? Mode.EVENTS : Mode.heartbeats(heartbeat, 0),
            standard.reserving(),
            standard.limits());
    var spec =
        CellSpec.of(settings.seed(), settings.whole("nodes"), SLOT.times(SLOTS))
            .withSchedulers(SCHEDULERS)
            .withTiming(Timing.standard().withoutProgress())
            .withSharing(Sharing.standard().with(options).with(central));
    this.cell =
        SimCell.calm(
            spec,
            SchedulerMaker.of(
                List.of(),
                placer -> {
                  if (placer instanceof HybridPlacer one) {
                    placers.add(one);
                  }
                }),
            DELAY_NS,
            (_, work) -> Long.parseLong(work.home()),
            Observer.NONE,
            new JobAnswers(
                accepted -> underWay.put(accepted.job(), asked.get(accepted.key())), this::ended));
  }

  public static void run(Settings settings, Findings findings) {
    Sweep<StepsResult> sweep = findings.sweep();
    CONTENDERS.forEach(
        (name, options) ->
            sweep.add(name, 0, point -> new LoadSteps(settings, options).toEnd(point)));
    var results = sweep.run().results();
    var names = List.copyOf(CONTENDERS.keySet());
    List<List<Double>> loadedDelays = new ArrayList<>();
    for (int at = 0; at < names.size(); at++) {
      var result = results.get(at);
      for (int phase = 0; phase < result.delays.size(); phase++) {
        findings.point("mean delay, " + names.get(at), "s", phase, mean(result.delays.get(phase)));
        findings.point("p95 delay, " + names.get(at), "s", phase, p95(result.delays.get(phase)));
      }
      loadedDelays.add(result.delays.stream().flatMap(List::stream).toList());
    }
    double best = Double.MAX_VALUE;
    for (int at = 0; at < names.size() - 1; at++) {
      best = Math.min(best, mean(loadedDelays.get(at)));
    }
    double found = mean(loadedDelays.getLast());
    var shares = results.getLast().shares;
    for (int at = 0; at < shares.size(); at++) {
      double second = (double) SHOWN_NS / S * at;
      findings.point("p_q, found, by second", "%", second, PERCENT * shares.get(at));
    }
    findings.note(
        "mean delay of all phases: found %s s, the best fixed setting %s s"
            .formatted(findings.rounded(found), findings.rounded(best)));
  }

  private StepsResult toEnd(PointRun point) {
    int jobs = submitAll();
    var simulation = cell.simulation();
    List<Double> shares = new ArrayList<>();
    long untilNs = START_NS;
    long lastNs = START_NS + loads.size() * phaseNs;
    while (ended < jobs) {
      untilNs += SHOWN_NS;
      if (untilNs > lastNs + DEADLINE_NS) {
        throw new ExperimentFailed("jobs do not end; set less load");
      }
      simulation.runUntil(untilNs);
      if (untilNs <= lastNs) {
        shares.add(placers.getFirst().share());
      }
      point.at((double) ended / jobs);
    }
    point.ended(simulation);
    return new StepsResult(delays, shares);
  }

  /** The same jobs for each setting; returns how many. */
  private int submitAll() {
    var chance = Chance.of(settings.seed(), "jobs");
    double meanNs =
        SHORT_SHARE * settings.secondsNs("short") + (1 - SHORT_SHARE) * settings.secondsNs("long");
    int tasks = settings.whole("tasks");
    int slots = settings.whole("nodes") * SLOTS;
    int count = 0;
    for (int phase = 0; phase < loads.size(); phase++) {
      double load = loads.get(phase);
      var arrivals = PoissonArrivals.forLoad(load, slots, tasks, meanNs, chance);
      for (long atNs = arrivals.nextNs(); atNs < phaseNs; atNs = arrivals.nextNs()) {
        boolean isShort = chance.nextDouble() < SHORT_SHARE;
        long taskNs = settings.secondsNs(isShort ? "short" : "long");
        double error = StrictMath.exp(settings.number("error") * chance.nextGaussian());
        submit(count++, START_NS + phase * phaseNs + atNs, taskNs, Math.round(taskNs * error));
      }
    }
    return count;
  }

  private void submit(int number, long atNs, long taskNs, long estimateNs) {
    var stage =
        StageSpec.of("s", settings.whole("tasks"), SLOT, List.of("modelled"))
            .withEstimate(estimateNs);
    var job =
        JobSpec.of("job-" + number, stage)
            .withHome(Long.toString(taskNs))
            .withPolicy(JobSpec.HYBRID);
    asked.put("job-" + number, new Submitted(atNs, taskNs));
    cell.submit(atNs, "job-" + number, job);
  }

  private void ended(JobReport report) {
    ended++;
    var job = underWay.remove(report.job());
    if (job == null) {
      return;
    }
    long sinceNs = job.atNs - START_NS;
    int phase = (int) (sinceNs / phaseNs);
    if (sinceNs % phaseNs >= phaseNs / 2) {
      delays.get(phase).add((cell.simulation().nowNs() - job.atNs - job.taskNs) / 1e9);
    }
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(each -> each).average().orElse(0);
  }

  private static double p95(List<Double> values) {
    var sorted = values.stream().sorted().toList();
    return sorted.isEmpty() ? 0 : sorted.get((int) (P95 * (sorted.size() - 1)));
  }
}
