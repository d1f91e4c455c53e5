package dev.muster.sim.experiment.apollo;

import dev.muster.check.Observer;
import dev.muster.core.actor.Address;
import dev.muster.core.actor.Event;
import dev.muster.core.actor.Launch;
import dev.muster.core.actor.Timing;
import dev.muster.core.actor.Work;
import dev.muster.core.actor.flat.LongMap;
import dev.muster.core.event.NodeEvent.RunExited;
import dev.muster.core.event.SchedulerEvent.TaskPromoted;
import dev.muster.model.JobSpec;
import dev.muster.model.Resources;
import dev.muster.model.StageSpec;
import dev.muster.sim.drive.CellSpec;
import dev.muster.sim.drive.Machines;
import dev.muster.sim.drive.SchedulerMaker;
import dev.muster.sim.drive.SimCell;
import dev.muster.sim.experiment.Findings;
import dev.muster.sim.experiment.JobAnswers;
import dev.muster.sim.experiment.PointRun;
import dev.muster.sim.experiment.Settings;
import dev.muster.sim.experiment.Sweep;
import java.util.List;

/**
 * Section 3.5: jobs with unequal tokens share what is idle, and one that comes late gets its share.
 *
 * <p>A sampled job uses 45% of the slots. Three jobs with 5%, 10% and 20% in tokens have more tasks
 * than they may run; half way a fourth comes, with 10%.
 */
public final class Shares implements Observer, Machines {

  private static final long S = 1_000_000_000;
  private static final long DELAY_NS = 500_000;
  private static final long SELDOM_NS = 60 * S;
  private static final int SLOTS = 10;
  private static final long START_NS = 2 * S;
  private static final double PERCENT = 100;
  private static final double[] TOKENS = {0.05, 0.1, 0.2, 0.1};
  private static final double OTHERS = 0.45;
  private static final int LATE = 3;
  private static final int OTHER = TOKENS.length;

  /** What the late job is asked for, of its share. */
  private static final double MOST_OF_SHARE = 0.8;

  private final Settings settings;
  private final SimCell cell;
  private final LongMap<Integer> running = new LongMap<>();
  private final int[] opportunistic = new int[TOKENS.length + 1];
  private final double[] sums = new double[TOKENS.length];

  private Shares(Settings settings) {
    this.settings = settings;
    var spec =
        CellSpec.of(
                settings.seed(), settings.whole("nodes"), new Resources(SLOTS * 1_000, 64L << 30))
            .withTiming(Timing.seldom(SELDOM_NS));
    this.cell =
        SimCell.calm(
            spec,
            SchedulerMaker.PRODUCTION,
            DELAY_NS,
            this,
            this,
            new JobAnswers(_ -> {}, _ -> {}));
  }

  /** How far shares are from those of tokens, and how soon the late job has most of its own. */
  private record SharedOut(double worst, double lateSeconds) {}

  /** A12. */
  public static void run(Settings settings, Findings findings) {
    Sweep<SharedOut> sweep = findings.sweep();
    sweep.add("shares", 1, point -> new Shares(settings).toEnd(point));
    var found = sweep.run().results().getFirst();
    findings.judge("proportional", found.worst);
    findings.judge("late", found.lateSeconds / settings.number("taskSeconds"));
  }

  private SharedOut toEnd(PointRun point) {
    long phaseNs = settings.secondsNs("seconds");
    long warmNs = START_NS + 4 * settings.secondsNs("taskSeconds");
    submit(OTHER, OTHERS, JobSpec.SAMPLED, START_NS);
    for (int job = 0; job < TOKENS.length; job++) {
      long atNs = job == LATE ? warmNs + phaseNs : START_NS + S;
      submit(job, TOKENS[job], JobSpec.ESTIMATED, atNs);
    }
    var simulation = cell.simulation();
    simulation.runUntil(warmNs);
    for (long atNs = warmNs; atNs < warmNs + phaseNs; atNs += S) {
      simulation.runUntil(atNs);
      for (int job = 0; job < LATE; job++) {
        sums[job] += opportunistic[job];
      }
    }
    point.at(0.5);
    double late = lateSeconds(warmNs + phaseNs);
    point.ended(simulation);
    return new SharedOut(worst(), late);
  }

  private void submit(int job, double share, String policy, long atNs) {
    int tokens = (int) Math.round(share * settings.whole("nodes") * SLOTS);
    int tasks =
        tokens * (int) Math.ceil(10 * settings.number("seconds") / settings.number("taskSeconds"));
    var stage =
        StageSpec.of("s", tasks, DagJobs.SLOT, List.of("modelled"))
            .withEstimate(settings.secondsNs("taskSeconds"));
    var spec = JobSpec.of("job", stage).withHome(Integer.toString(job)).withPolicy(policy);
    cell.submit(atNs, "job-" + job, spec.withTokens(tokens));
  }

  /** By how much of its share a job has more or less. */
  private double worst() {
    double all = 0;
    double tokens = 0;
    for (int job = 0; job < LATE; job++) {
      all += sums[job];
      tokens += TOKENS[job];
    }
    double worst = 0;
    for (int job = 0; job < LATE; job++) {
      worst = Math.max(worst, Math.abs(sums[job] / all / (TOKENS[job] / tokens) - 1));
    }
    return PERCENT * worst;
  }

  private double lateSeconds(long fromNs) {
    var simulation = cell.simulation();
    double tokens = 0;
    for (double each : TOKENS) {
      tokens += each;
    }
    double share = TOKENS[LATE] / tokens;
    long endNs = fromNs + settings.secondsNs("seconds");
    for (long atNs = fromNs + S; atNs < endNs; atNs += S / 2) {
      simulation.runUntil(atNs);
      double all = 0;
      for (int job = 0; job < TOKENS.length; job++) {
        all += opportunistic[job];
      }
      if (all > 0 && opportunistic[LATE] / all >= MOST_OF_SHARE * share) {
        return (atNs - fromNs) / (double) S;
      }
    }
    return settings.number("seconds");
  }

  @Override
  public long durationNs(int node, Work work) {
    return settings.secondsNs("taskSeconds");
  }

  @Override
  public void launched(int node, Launch launch) {
    if (launch.demand().isOpportunistic()) {
      int job = Integer.parseInt(launch.work().home());
      running.put(launch.run(), job);
      opportunistic[job]++;
    }
  }

  @Override
  public void delivered(Address<?> to, Event event) {
    if (event instanceof RunExited exit) {
      isOpportunisticNoMore(exit.run());
    }
  }

  @Override
  public void sent(Address<?> to, Event event) {
    if (event instanceof TaskPromoted promoted && promoted.granted()) {
      isOpportunisticNoMore(promoted.reservation());
    }
  }

  private void isOpportunisticNoMore(long run) {
    var job = running.remove(run);
    if (job != null) {
      opportunistic[job]--;
    }
  }
}
